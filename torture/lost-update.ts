import { startCasegate } from '../bench/servers/server-process.ts'
import type { CheckResult } from './check-result.ts'
import { audit, Ledger } from './ledger.ts'
import { startLoad } from './load.ts'
import type { Store } from './stores.ts'

export interface LostUpdateOptions {
  changes: number
  clients: number
  /** The number of server processes on the database. */
  servers: number
}

/** Lets three clients in four change the same two cases. No change may overwrite another. */
export async function lostUpdate(
  store: Store,
  { changes, clients, servers }: LostUpdateOptions,
): Promise<CheckResult[]> {
  const processes = await Promise.all(Array.from({ length: servers }, () => startCasegate(store.settings)))
  const hot = Math.floor((clients * 3) / 4)
  const acknowledged = Array<number>(clients).fill(0)
  const ledger = new Ledger()
  const load = startLoad({
    ledger,
    // With two servers, each gets half of the clients of each hot case.
    port: (client) => processes[(client >> 1) % servers]?.port ?? NaN,
    clients,
    cases: store.cases,
    hot,
    assignments: false,
    onReply: ({ outcome }, client) => void (acknowledged[client]! += outcome === 'acknowledged' ? 1 : 0),
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
  const others = acknowledged.slice(hot)
  return [
    {
      claim: 'every client makes progress',
      checked: clients,
      violations: acknowledged.filter((count) => count === 0).length,
      note:
        `${sum(acknowledged.slice(0, hot))} changes by ${hot} clients of two cases, ` +
        `${sum(others)} by ${others.length} clients of any case`,
    },
    {
      claim: 'the requested number of changes is acknowledged',
      checked: changes,
      violations: Math.max(0, changes - ledger.acknowledged),
    },
    ...(await store.inspect((database) => audit(database, ledger))),
  ]
}
