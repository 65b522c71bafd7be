import { type CitusCluster, portOf } from '../../bench/servers/citus.ts'
import { promote, runOn } from '../../bench/servers/standby.ts'
import type { OwnPostgresServer } from '../../bench/servers/postgres.ts'
import { childrenOf } from '../../bench/servers/proc.ts'
import { checkEach, type CheckResult } from '../check-result.ts'
import type { InternalError, Ledger, Sent } from './ledger.ts'

/**
 * What happens to a server. A killed one is started again, one that hangs continues, and one that is lost is replaced by its
 * standby.
 */
export type Failure = 'kill' | 'hang' | 'loss'

/** A period in which a server was down. */
export interface Outage {
  failure: Failure
  /** The port of the server. */
  port: number
  isCoordinator: boolean
  /** The ports of the workers that had the cases when it began. */
  placements: ReadonlyMap<number, number>
  startedAt: number
  endedAt: number
  /** Whether changes of cases on other workers were acknowledged during it, and all cases were changed after it. */
  didContinue: boolean
  didRecover: boolean
}

/** How long after an outage a request may be sent that still fails with 500, because the server is starting. */
const graceMs = 2_000

/** Stops a server, so that it accepts connections and does not respond. Returns what lets it continue. */
export function hang(server: OwnPostgresServer): () => void {
  process.kill(server.pid(), 'SIGSTOP')
  const stopped = [...childrenOf(server.pid()), server.pid()]
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
  }
}

/** Lets the standby of a worker take over. */
export async function takeOver(
  { coordinator, workers, servers }: CitusCluster,
  database: string,
  lost: OwnPostgresServer,
  standby: OwnPostgresServer,
): Promise<void> {
  await promote(standby)
  const update = `select citus_update_node(nodeid, '127.0.0.1', ${portOf(standby)}) from pg_dist_node where nodeport = ${portOf(lost)}`
  await runOn(coordinator, update, database)
  for (const list of [workers, servers]) list[list.indexOf(lost)] = standby
}

/** Whether a request for a case on another worker was sent during the outage. */
export function concernsOther({ caseId, sentAt }: Sent, outage: Outage): boolean {
  const port = caseId === undefined ? undefined : outage.placements.get(caseId)
  return port !== undefined && port !== outage.port && sentAt > outage.startedAt && sentAt < outage.endedAt
}

/** What the outages of one kind did to requests. */
export function checkOutages(name: string, outages: readonly Outage[], { sent }: Ledger): CheckResult[] {
  if (outages.length === 0) return []
  const during = outages.map((outage) => sent.filter((each) => concernsOther(each, outage)))
  const others = during.flat()
  const changes = others.filter(({ isRead }) => !isRead)
  const acknowledged = changes.filter(({ outcome }) => outcome === 'acknowledged')
  const reads = others.filter(({ isRead }) => isRead)
  const pauses = outages.map((outage, index) => longestPause(outage, during[index]!))
  const ofServer = outages.flatMap((outage) =>
    sent.filter(
      ({ caseId, sentAt }) =>
        caseId !== undefined &&
        outage.placements.get(caseId) === outage.port &&
        sentAt > outage.startedAt &&
        sentAt < outage.endedAt,
    ),
  )
  const inOutage = ({ sentAt }: Sent) =>
    outages.some(({ startedAt, endedAt }) => sentAt > startedAt && sentAt < endedAt + graceMs)
  const usual = sent.filter((each) => each.caseId !== undefined && !inOutage(each))
  const lengths = outages.map(({ startedAt, endedAt }) => endedAt - startedAt)
  return [
    {
      claim: `${name}: changes of cases on other workers continue`,
      checked: outages.length,
      violations: outages.filter(({ didContinue }) => !didContinue).length,
      note:
        `${acknowledged.length} of ${changes.length} acknowledged, ${reads.filter(({ outcome }) => outcome === 'acknowledged').length} of ${reads.length} read, ` +
        `p99 ${percentile(others, 0.99)} ms (usually ${percentile(usual, 0.99)} ms), longest ${percentile(others, 1)} ms, longest pause ${Math.round(Math.max(...pauses))} ms`,
    },
    {
      claim: `${name}: all cases are read and changed again after it`,
      checked: outages.length,
      violations: outages.filter(({ didRecover }) => !didRecover).length,
      note:
        `on average ${Math.round(lengths.reduce((sum, each) => sum + each, 0) / lengths.length)} ms long, ` +
        `${ofServer.length} requests for cases on the server, p50 ${percentile(ofServer, 0.5)} ms, longest ${percentile(ofServer, 1)} ms`,
    },
  ]
}

/** The longest time without an acknowledged change of a case on another worker. */
function longestPause({ startedAt, endedAt }: Outage, others: readonly Sent[]): number {
  const ends = others.filter(({ isRead, outcome }) => !isRead && outcome === 'acknowledged').map((each) => each.endedAt)
  const times = [startedAt, ...ends.filter((at) => at < endedAt).toSorted((one, other) => one - other), endedAt]
  return Math.max(...times.slice(1).map((at, index) => at - times[index]!))
}

function percentile(requests: readonly Sent[], share: number): number {
  const durations = requests.map(({ sentAt, endedAt }) => endedAt - sentAt).toSorted((one, other) => one - other)
  return Math.round(durations[Math.ceil(share * durations.length) - 1] ?? NaN)
}

export function checkResponses(outages: readonly Outage[], ledger: Ledger): CheckResult[] {
  const isNear = ({ sentAt, at }: InternalError) =>
    outages.some(({ startedAt, endedAt }) => at >= startedAt && sentAt <= endedAt + graceMs)
  const { internalErrors, violations, sent } = ledger
  return [
    {
      ...checkEach(
        'only changes that a failure interrupts are 500',
        internalErrors,
        (error) => error.isRead || !isNear(error),
        ({ isRead, body }) => `${isRead ? 'read' : 'change'}: ${body}`,
      ),
      note: `of ${sent.length.toLocaleString('en')} requests, ${ledger.count('rejected').toLocaleString('en')} were 503`,
    },
    {
      claim: 'every response is one that the API allows',
      checked: sent.length,
      violations: violations.length,
      example: violations[0],
    },
  ]
}
