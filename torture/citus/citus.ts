import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CitusCluster,
  createDistributedDatabase,
  nameOf,
  portOf,
  startCluster,
  urlOfWorkers,
} from '../../bench/servers/citus.ts'
import { withClient } from '../../bench/servers/database.ts'
import { random } from '../../bench/load/random-input.ts'
import type { OwnPostgresServer } from '../../bench/servers/postgres.ts'
import { type ServerProcess, startCasegate } from '../../bench/servers/server-process.ts'
import { checkEach, type CheckResult } from '../check-result.ts'
import { store } from '../stores.ts'
import { queueUp } from '../take-next.ts'
import { audit, checkPrepared, workersOf } from './audit.ts'
import { Ledger, type Sent } from './ledger.ts'
import { startLoad, until } from './load.ts'

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

/** A period in which a server was down. */
interface Outage {
  /** The port of the server. */
  port: number
  killedAt: number
  /** Only changes that were sent after this moment count towards the end of the outage. */
  waitedFrom: number
  restartedAt: number
}

const timeoutMs = 30_000
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
    const others = (outage: Outage) => ledger.sent.filter((sent) => concernsOther(sent, outage, placements))
    const result = { unaffected: 0, recovered: 0 }

    /**
     * Kills a server at a random moment under load. Starts it again when changes of cases on other workers are
     * acknowledged.
     */
    async function kill(server: OwnPostgresServer): Promise<void> {
      await sleep(random(0, 500))
      const last = ledger.lastCases(clients)
      const outage = { port: portOf(server), killedAt: performance.now(), waitedFrom: Infinity, restartedAt: Infinity }
      await server.kill()
      await sleep(random(500, 3_000))
      outage.waitedFrom = performance.now()
      const acknowledgedSince = () =>
        others(outage).filter(({ outcome, sentAt }) => outcome === 'acknowledged' && sentAt > outage.waitedFrom)
      if (await until(() => acknowledgedSince().length >= clients, timeoutMs)) result.unaffected++
      outage.restartedAt = performance.now()
      outages.push(outage)
      await server.start()
      const isRead = await load.readAll(last, timeoutMs)
      if (isRead && (await load.progress(4 * clients, timeoutMs))) result.recovered++
    }

    try {
      await load.progress(4 * clients, timeoutMs)
      for (let count = 0; count < workerKills; count++) await kill(cluster.workers[count % workers]!)
      for (let count = 0; count < coordinatorKills; count++) await kill(cluster.coordinator)
    } finally {
      await load.stop()
      for (const process of processes) await process.stop()
    }
    const { acknowledged, sent, pause } = summarize(outages, others)
    return [
      {
        claim: 'changes of cases on other workers continue',
        checked: outages.length,
        violations: outages.length - result.unaffected,
        note: `${acknowledged} of ${sent} acknowledged, longest pause ${pause} ms`,
      },
      {
        claim: 'all cases are read and changed again after a restart',
        checked: outages.length,
        violations: outages.length - result.recovered,
      },
      ...checkResponses(outages, ledger),
      ...(await withClient(url, (client) => audit(client, ledger))),
      await checkPrepared(cluster),
    ]
  } finally {
    await cluster.stop()
  }
}

function startProcesses(cluster: CitusCluster, database: string): Promise<ServerProcess[]> {
  const { settings } = store({ DATABASE_URL: urlOfWorkers(cluster, database) }, 0)
  return Promise.all([startCasegate(settings), startCasegate(settings)])
}

function concernsOther({ caseId, sentAt }: Sent, outage: Outage, placements: ReadonlyMap<number, number>): boolean {
  const port = caseId === undefined ? undefined : placements.get(caseId)
  return port !== undefined && port !== outage.port && sentAt > outage.killedAt && sentAt < outage.restartedAt
}

function summarize(outages: readonly Outage[], others: (outage: Outage) => Sent[]) {
  let [acknowledged, sent, pause] = [0, 0, 0]
  for (const outage of outages) {
    const requests = others(outage)
    const ends = requests.filter(({ outcome }) => outcome === 'acknowledged').map(({ endedAt }) => endedAt)
    sent += requests.length
    acknowledged += ends.length
    const times = [outage.killedAt, ...ends.toSorted((a, b) => a - b)]
    for (const [index, at] of times.slice(1).entries()) pause = Math.max(pause, Math.round(at - times[index]!))
  }
  return { acknowledged, sent, pause }
}

function checkResponses(outages: readonly Outage[], ledger: Ledger): CheckResult[] {
  const isNear = (at: number) =>
    outages.some(({ killedAt, restartedAt }) => at >= killedAt && at <= restartedAt + graceMs)
  const { internalErrors, violations } = ledger
  const sent = ledger.sent.length + ledger.reads
  return [
    {
      ...checkEach(
        'only changes that a failure interrupts are 500',
        internalErrors,
        ({ isRead, at }) => isRead || !isNear(at),
        ({ isRead, body }) => `${isRead ? 'read' : 'change'}: ${body}`,
      ),
      note: `of ${sent.toLocaleString('en')} requests`,
    },
    {
      claim: 'every response is one that the API allows',
      checked: sent,
      violations: violations.length,
      example: violations[0],
    },
  ]
}
