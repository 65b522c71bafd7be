import { setTimeout as sleep } from 'node:timers/promises'
import { startCasegate } from '../../bench/servers/server-process.ts'
import { configureItems } from '../../src/configuration/configure.ts'
import { readConfig } from '../../src/settings/config.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { TestIssuer } from '../../test/support/issuer/issuer.ts'
import { checkEach, type CheckResult } from '../check-result.ts'
import { Client } from '../client.ts'
import { addAdmin } from '../configure/admin.ts'
import { Ledger } from '../ledger.ts'
import { startLoad } from '../load.ts'
import type { Store } from '../stores.ts'
import { newVictim, ways } from './victims.ts'
import type { Victim, World } from './world.ts'

export interface RevokeOptions {
  /** How many requests start after the acknowledgements, in all ways together. */
  requests: number
  /** How many callers are locked out in each way. */
  callers: number
  /** How many others are at work. */
  clients: number
  /** The ways to lock out a caller; all by default. */
  ways?: readonly string[]
}

const touchpoint = 'tp1'
const clientsPerCaller = 8
/** Of each connection, before the caller is locked out. */
const requestsBefore = 8
/** Are given away to the callers, and so are not used by the others. */
const reservedCases = 1_000

interface Sent {
  sentAt: number
  isAccepted: boolean | undefined
  /** Describes a response that is neither an acceptance nor a rejection. */
  problem: string | null
}

/** Locks out callers while they send requests to two servers, under load. */
export async function revoke(
  store: Store,
  { requests, callers, clients, ways: names = Object.keys(ways) }: RevokeOptions,
): Promise<CheckResult[]> {
  await using issuer = await TestIssuer.start()
  const settings = { ...store.settings, ...issuer.env }
  const servers = [await startCasegate(settings), await startCasegate(settings)]
  const ports = servers.map(({ port }) => port)
  const database = await openDatabase(readConfig(store.settings).store)
  const ledger = new Ledger()
  const port = (client: number) => ports[client % ports.length]!
  const load = startLoad({ ledger, port, clients, cases: store.cases - reservedCases, hot: 0 })
  const results: CheckResult[] = []
  try {
    const admin = await addAdmin(database, touchpoint, 'ada@torture.example')
    const world: World = { store, database, ports, issuer, touchpoint, admin }
    await configureItems(database, { touchpoints: [{ code: touchpoint, logins: ['PARTY'] }] })
    for (const name of names) {
      const way = ways[name]!
      const times = Math.min(callers, 'maximumCallers' in way ? way.maximumCallers! : callers)
      const before: Sent[] = []
      const after: Sent[] = []
      for (let count = 0; count < times; count++) {
        const trial = await lockOut(await newVictim(world, way), ports, Math.ceil(requests / names.length / times))
        before.push(...trial.before)
        after.push(...trial.after)
      }
      const describe = ({ problem, isAccepted }: Sent) => problem ?? `accepted: ${isAccepted}`
      results.push(
        checkEach(`${name}: requests that end before are accepted`, before, (each) => !each.isAccepted, describe),
        checkEach(
          `${name}: no request that starts afterwards is accepted`,
          after,
          (each) => each.isAccepted !== false,
          describe,
        ),
      )
    }
  } finally {
    await load.stop()
    for (const server of servers) await server.stop()
    await database.close()
  }
  const { entries, violations } = ledger
  return [
    ...results,
    {
      claim: 'every response to others is one that the API allows',
      checked: entries.length,
      violations: violations.length,
      example: violations[0],
    },
  ]
}

/** Sends requests over several connections to both servers before, while and after the caller is locked out. */
async function lockOut(victim: Victim, ports: readonly number[], requestsAfter: number) {
  const before: Sent[] = []
  const after: Sent[] = []
  let startedAt = Infinity
  let acknowledgedAt = Infinity
  const stopping = new AbortController()

  async function send(number: number): Promise<void> {
    const client = new Client(() => ports[number % ports.length]!)
    for (let round = number; after.length < requestsAfter && !stopping.signal.aborted; round++) {
      const { request, isAccepted } = victim.attempt(round)
      const { sentAt, endedAt, violation, outcome } = await client.send(request)
      const problem = violation ?? (isAccepted() === undefined ? outcome : null)
      const sent = { sentAt, isAccepted: isAccepted(), problem }
      if (sentAt > acknowledgedAt) after.push(sent)
      else if (endedAt < startedAt) before.push(sent)
    }
    client.close()
  }
  const sending = Promise.all(Array.from({ length: clientsPerCaller }, (_, number) => send(number)))
  try {
    while (before.length < clientsPerCaller * requestsBefore) await sleep(1)
    startedAt = performance.now()
    await victim.lockOut()
    acknowledgedAt = performance.now()
  } catch (error) {
    stopping.abort()
    throw error
  } finally {
    await sending
  }
  return { before, after }
}
