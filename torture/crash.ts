import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../bench/data.ts'
import type { OwnPostgresServer } from '../bench/postgres.ts'
import { type ServerProcess, startCasegateOn } from '../bench/processes.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import type { CheckResult } from './report.ts'
import type { Store } from './stores.ts'

export interface CrashOptions {
  /** How often the server's process is killed. */
  kills: number
  /** How often PostgreSQL is stopped without any of its processes finishing anything. */
  crashes: number
  clients: number
}

/** Kills the server, and crashes the database, while clients change cases; nothing acknowledged may be lost. */
export async function crash(
  store: Store,
  { kills, crashes, clients }: CrashOptions,
  postgres?: OwnPostgresServer,
): Promise<CheckResult[]> {
  let casegate: ServerProcess = await startCasegateOn(store.settings)
  const ledger = new Ledger()
  const load = startLoad({ ledger, port: () => casegate.port, clients, cases: store.cases, hot: clients >> 2 })
  let unrecovered = 0

  /** Lets the clients get on, and comes back in the middle of their work. */
  const someWork = async () => {
    if (!(await load.acknowledged(ledger.acknowledged + clients))) unrecovered++
    await sleep(random(0, 100))
  }

  try {
    for (let count = 0; count < kills; count++) {
      await someWork()
      casegate.kill('SIGKILL')
      await casegate.exited
      casegate = await startCasegateOn(store.settings)
    }
    for (let count = 0; count < crashes; count++) {
      await someWork()
      await postgres?.stop('SIGQUIT')
      await postgres?.start()
    }
    await someWork()
  } finally {
    await load.stop()
    await casegate.stop()
  }
  const goesOn = { claim: 'changes go on after each kill and crash', tried: kills + crashes, lost: unrecovered }
  return [goesOn, ...(await store.look((database) => audit(database, ledger)))]
}
