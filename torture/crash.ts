import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnPostgresServer } from '../bench/servers/postgres.ts'
import { random } from '../bench/load/random-input.ts'
import { type ServerProcess, startCasegate } from '../bench/servers/server-process.ts'
import type { CheckResult } from './check-result.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import type { Store } from './stores.ts'

export interface CrashOptions {
  /** How often a server process is killed. */
  kills: number
  /** How often PostgreSQL is stopped in its immediate mode. */
  crashes: number
  clients: number
  /** The number of server processes on the database. They are killed in turn. */
  servers: number
}

/** Kills servers and crashes the database while clients change cases. No acknowledged change may be lost. */
export async function crash(
  store: Store,
  { kills, crashes, clients, servers }: CrashOptions,
  postgres?: OwnPostgresServer,
): Promise<CheckResult[]> {
  const start = () => startCasegate(store.settings)
  const processes: ServerProcess[] = await Promise.all(Array.from({ length: servers }, start))
  const ledger = new Ledger()
  const port = (client: number) => processes[(client >> 1) % servers]?.port ?? NaN
  const load = startLoad({ ledger, port, clients, cases: store.cases, hot: clients >> 2 })
  let failedRecoveries = 0

  /** Waits until the clients have made changes, and returns at a random moment of their work. */
  const someChanges = async () => {
    if (!(await load.acknowledged(ledger.acknowledged + clients))) failedRecoveries++
    await sleep(random(0, 100))
  }

  try {
    for (let count = 0; count < kills; count++) {
      await someChanges()
      const killed = processes[count % servers]!
      killed.kill('SIGKILL')
      await killed.exited
      processes[count % servers] = await start()
    }
    for (let count = 0; count < crashes; count++) {
      await someChanges()
      await postgres?.stop('SIGQUIT')
      await postgres?.start()
    }
    await someChanges()
  } finally {
    await load.stop()
    for (const process of processes) await process.stop()
  }
  const recovery = {
    claim: 'changes succeed again after each kill and crash',
    checked: kills + crashes,
    violations: failedRecoveries,
  }
  return [recovery, ...(await store.inspect((database) => audit(database, ledger)))]
}
