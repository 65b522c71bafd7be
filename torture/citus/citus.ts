import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CitusCluster,
  createDistributedDatabase,
  nameOf,
  portOf,
  startCluster,
} from '../../bench/servers/citus.ts'
import { withClient } from '../../bench/servers/database.ts'
import { random } from '../../bench/load/random-input.ts'
import type { OwnPostgresServer } from '../../bench/servers/postgres.ts'
import { type ServerProcess, startCasegate } from '../../bench/servers/server-process.ts'
import { checkEach, checkMaximum, type CheckResult } from '../check-result.ts'
import { store } from '../stores.ts'
import { queueUp } from '../take-next.ts'
import { audit, checkPrepared, workersOf } from './audit.ts'
import { Ledger } from './ledger.ts'
import { startLoad } from './load.ts'

export interface CitusOptions {
  /** How often a worker is killed, and then how often the coordinator. */
  workerKills: number
  coordinatorKills: number
  workers: number
  clients: number
  cases: number
  folder: string
  settings: Record<string, string>
}

/** A time in which a server was down. */
interface Outage {
  /** The port of the server. */
  port: number
  killedAt: number
  restartedAt: number
}

const maximumPauseMs = 2_000
/** How long after an outage a request may still fail with 500, because it was sent during it. */
const graceMs = 2_000

/**
 * A coordinator and workers, and two processes that are connected to the workers. A worker is killed again and again, and
 * then the coordinator, while clients change cases with and without keys, create cases and take the next case.
 */
export async function citus({
  workerKills,
  coordinatorKills,
  workers,
  clients,
  cases,
  folder,
  settings,
}: CitusOptions): Promise<CheckResult[]> {
  const cluster = await startCluster(folder, workers, settings)
  try {
    const { url } = await createDistributedDatabase(cluster, cases)
    const placements = await withClient(url, async (client) => {
      await client.query(queueUp[0].text, [cases >> 1])
      await client.query(queueUp[1].text, [clients])
      await client.query(queueUp[2].text, [clients])
      return workersOf(client, cases)
    })
    const ledger = new Ledger()
    const outages: Outage[] = []
    const processes = await startProcesses(cluster, nameOf({ url }))
    const load = startLoad({ ledger, ports: processes.map(({ port }) => port), clients, cases: cases >> 1 })
    let failedRecoveries = 0

    /** Takes a server away for a while, at a random moment of the load. */
    async function kill(server: OwnPostgresServer): Promise<void> {
      await sleep(random(0, 500))
      const last = ledger.lastCases(clients)
      const killedAt = performance.now()
      await server.kill()
      await sleep(random(3_000, 5_000))
      outages.push({ port: portOf(server), killedAt, restartedAt: performance.now() })
      await server.start()
      const isBack = (await load.readAll(last, 30_000)) && (await load.progress(4 * clients, 30_000))
      if (!isBack) failedRecoveries++
    }

    try {
      await load.progress(4 * clients, 30_000)
      for (let count = 0; count < workerKills; count++) await kill(cluster.workers[count % workers]!)
      for (let count = 0; count < coordinatorKills; count++) await kill(cluster.coordinator)
    } finally {
      await load.stop()
      for (const process of processes) await process.stop()
    }
    return [
      {
        claim: 'all cases are read and changed again within 30 s of a restart',
        checked: outages.length,
        violations: failedRecoveries,
      },
      ...checkOutages(outages, ledger, placements),
      ...(await withClient(url, (client) => audit(client, ledger))),
      await checkPrepared(cluster),
    ]
  } finally {
    await cluster.stop()
  }
}

function startProcesses({ workers }: CitusCluster, database: string): Promise<ServerProcess[]> {
  const urls = [0, 1].map((index) => workers[index % workers.length]!.url(database))
  return Promise.all(urls.map((DATABASE_URL) => startCasegate(store({ DATABASE_URL }, 0).settings)))
}

function checkOutages(outages: Outage[], ledger: Ledger, placements: ReadonlyMap<number, number>): CheckResult[] {
  const total = { sent: 0, acknowledged: 0 }
  const pauses = outages.map(({ port, killedAt, restartedAt }) => {
    const others = ledger.sent.filter(
      ({ caseId, sentAt }) =>
        placements.get(caseId ?? 0) !== port &&
        placements.has(caseId ?? 0) &&
        sentAt > killedAt &&
        sentAt < restartedAt,
    )
    const times = others.filter(({ outcome }) => outcome === 'acknowledged').map(({ endedAt }) => endedAt)
    total.sent += others.length
    total.acknowledged += times.length
    const inOrder = [killedAt, ...times.filter((at) => at < restartedAt).toSorted((a, b) => a - b), restartedAt]
    return Math.max(...inOrder.slice(1).map((at, index) => at - inOrder[index]!))
  })
  const isNear = (at: number) =>
    outages.some(({ killedAt, restartedAt }) => at >= killedAt && at <= restartedAt + graceMs)
  const { internalErrors, violations } = ledger
  return [
    {
      ...checkMaximum('changes of cases on other workers go on', pauses, maximumPauseMs, 'ms'),
      note: `${total.acknowledged} of ${total.sent} acknowledged, longest pause ${Math.round(Math.max(...pauses))} ms`,
    },
    checkEach(
      'only changes that a failure interrupts are 500',
      internalErrors,
      ({ isRead, at }) => isRead || !isNear(at),
      ({ isRead, body }) => `${isRead ? 'read' : 'change'}: ${body}`,
    ),
    {
      claim: 'every response is one that the API allows',
      checked: ledger.sent.length + ledger.reads,
      violations: violations.length,
      example: violations[0],
    },
  ]
}
