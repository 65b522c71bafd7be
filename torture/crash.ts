import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnPostgresServer } from '../bench/postgres.ts'
import { random } from '../bench/random-input.ts'
import { type ServerProcess, startCasegate } from '../bench/server-process.ts'
import type { CheckResult } from './check-result.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import type { Store } from './stores.ts'

export interface CrashOptions {
  /** How often the server process is killed. */
  kills: number
  /** How often PostgreSQL is stopped in its immediate mode. */
  crashes: number
  clients: number
}

/** Kills the server and crashes the database while clients change cases. No acknowledged change may be lost. */
export async function crash(
  store: Store,
  { kills, crashes, clients }: CrashOptions,
  postgres?: OwnPostgresServer,
): Promise<CheckResult[]> {
  let casegate: ServerProcess = await startCasegate(store.settings)
  const ledger = new Ledger()
  const load = startLoad({ ledger, port: () => casegate.port, clients, cases: store.cases, hot: clients >> 2 })
  let failedRecoveries = 0

  /** Waits until the clients have made changes, and returns at a random moment of their work. */
  const someChanges = async () => {
    if (!(await load.acknowledged(ledger.acknowledged + clients))) failedRecoveries++
    await sleep(random(0, 100))
  }

  try {
    for (let count = 0; count < kills; count++) {
      await someChanges()
      casegate.kill('SIGKILL')
      await casegate.exited
      casegate = await startCasegate(store.settings)
    }
    for (let count = 0; count < crashes; count++) {
      await someChanges()
      await postgres?.stop('SIGQUIT')
      await postgres?.start()
    }
    await someChanges()
  } finally {
    await load.stop()
    await casegate.stop()
  }
  const recovery = {
    claim: 'changes succeed again after each kill and crash',
    checked: kills + crashes,
    violations: failedRecoveries,
  }
  return [recovery, ...(await store.inspect((database) => audit(database, ledger)))]
}
