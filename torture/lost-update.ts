import { startCasegateOn } from '../bench/processes.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import type { CheckResult } from './report.ts'
import type { Store } from './stores.ts'

export interface LostUpdateOptions {
  changes: number
  clients: number
  /** How many server processes share the database. */
  servers: number
}

/** Three clients in four change two cases, the others any; no change may undo another one. */
export async function lostUpdate(
  store: Store,
  { changes, clients, servers }: LostUpdateOptions,
): Promise<CheckResult[]> {
  const processes = await Promise.all(Array.from({ length: servers }, () => startCasegateOn(store.settings)))
  const hot = Math.floor((clients * 3) / 4)
  const served = Array<number>(clients).fill(0)
  const ledger = new Ledger()
  const load = startLoad({
    ledger,
    // Half of the hot clients of a case go to each of two servers.
    port: (client) => processes[(client >> 1) % servers]?.port ?? NaN,
    clients,
    cases: store.cases,
    hot,
    assignments: false,
    onReply: ({ fate }, client) => void (served[client]! += fate === 'done' ? 1 : 0),
  })
  try {
    while (!(await load.acknowledged(changes))) {
      const before = ledger.acknowledged
      if (!(await load.acknowledged(before + 1))) break
    }
  } finally {
    await load.stop()
    for (const process of processes) await process.stop()
  }
  const sum = (counts: number[]) => counts.reduce((one, other) => one + other, 0)
  const others = served.slice(hot)
  return [
    {
      claim: 'every client is served',
      tried: clients,
      lost: served.filter((count) => count === 0).length,
      beside: `${sum(served.slice(0, hot))} by ${hot} clients on two cases, ${sum(others)} by ${others.length} on any`,
    },
    {
      claim: 'as many changes are acknowledged as were asked for',
      tried: changes,
      lost: Math.max(0, changes - ledger.acknowledged),
    },
    ...(await store.look((database) => audit(database, ledger))),
  ]
}
