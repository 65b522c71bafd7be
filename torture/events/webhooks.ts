import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../../bench/load/random-input.ts'
import { type ServerProcess, startCasegate } from '../../bench/servers/server-process.ts'
import { issueSession } from '../../src/auth/sessions/command-sessions.ts'
import { statement } from '../../src/database/statements/statement.ts'
import { Receiver } from '../../test/support/webhooks/receiver.ts'
import { checkEach, type CheckResult } from '../check-result.ts'
import { Ledger } from '../ledger.ts'
import { startLoad } from '../load.ts'
import { type Caller, credentialsOf } from '../request.ts'
import type { Store } from '../stores.ts'
import { delays } from './delays.ts'
import { now, seeEverything } from './feed-client.ts'

export interface WebhooksOptions {
  /** How many changes are acknowledged. */
  changes: number
  /** How often a server is killed. */
  kills: number
  clients: number
}

/** How a receiver answers: a status, or null for a connection that breaks. */
type Behaviour = () => number | null | Promise<number | null>

const behaviours = {
  steady: () => 204,
  random: () => (random(1, 4) > 1 ? 204 : [500, 429, 302, null][random(0, 3)]!),
  slow: () => sleep(random(0, 250), 204),
  // As if it were killed and started again, a quarter of the time.
  gone: () => (Math.floor(performance.now() / 5_000) % 4 === 0 ? null : 204),
  broken: () => 500,
} satisfies Record<string, Behaviour>

const numbers = { steady: 3, random: 3, slow: 2, gone: 1, broken: 1 }
/** The broken receiver gets the few events of one case. Each of them is given up after ten attempts, one after the other. */
const brokenFilter = { caseId: ['3'] }
const maximumDelayMs = 5_000
const stopMs = 40_000

const addAdmin = statement(`insert into persons (kind, email, email_key, firstname, active, blocked)
   values ('ADMIN', $1::text, $1::text, 'Ada', true, false)`)

/** An event that a receiver has accepted. */
interface Accepted {
  event: string
  at: number
}

interface Target {
  kind: keyof typeof behaviours
  id: number
  receiver: Receiver
  accepted: Accepted[]
  attempts: number
}

/** As if the next attempts were due, which is in hours. */
const makeDue = statement(
  `update webhook_deliveries set next_attempt_at = now() where status = 'WAITING' and next_attempt_at > now()`,
)
const countBehind = statement(
  `select count(*)::int as count from webhook_endpoints e
  where e.position < (select max(position) from case_feed)
    or exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'WAITING')
    or exists (select from case_outbox)`,
  { count: 'int' },
)
const findGivenUp = statement(
  `select endpoint_id, case_id || ':' || version as event from webhook_deliveries where status = 'GAVE_UP'`,
  { endpointId: 'bigint', event: 'text' },
)
const findFeed = statement(
  `select case_id, version, extract(epoch from relayed_at) * 1000 as at from case_feed order by position`,
  { caseId: 'bigint', version: 'int', at: 'double precision' },
)

/**
 * Sends events to ten receivers, of which seven fail in different ways, while two servers are killed in turn, and one is stopped and goes on.
 */
export async function webhooks(store: Store, { changes, kills, clients }: WebhooksOptions): Promise<CheckResult[]> {
  const settings = { ...store.settings, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }
  const admin = await store.inspect(async (database) => {
    await database.run(seeEverything)
    const ada = { touchpoint: 'tp1', login: 'ADMIN', email: 'ada@torture.example' } as const
    await database.run(addAdmin, [ada.email])
    return { touchpoint: ada.touchpoint, token: (await issueSession(database, ada)).token }
  })
  const processes: ServerProcess[] = [await startCasegate(settings), await startCasegate(settings)]
  const port = (client: number) => processes[client % 2]?.port ?? NaN
  const targets = await startTargets(port(0), admin)
  const ledger = new Ledger()
  // So few that events of a case wait for each other.
  const cases = Math.min(store.cases, Math.max(200, changes / 5))
  const changing = { ledger, port, cases, hot: 0, assignments: false }
  const stopping = new AbortController()
  const hurrying = store.inspect(async (database) => {
    while (!stopping.signal.aborted) {
      await database.run(makeDue)
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })
  let calmUntil = NaN
  // As many as the receivers get at once on two cores. Later, events wait, and those of a killed process until its claims end.
  let load = startLoad({ ...changing, clients: 2, pauseMs: 100 })
  let isComplete: boolean
  try {
    await load.acknowledged(changes / 20, 3_600_000)
    await load.stop()
    calmUntil = now()
    // Not as fast as they can: a slow receiver gets at most 64 events a second, also of what was changed while a claim ended.
    load = startLoad({ ...changing, clients, pauseMs: 100 })
    await load.acknowledged(changes / 2, 3_600_000)
    for (let count = 0; count < kills; count++) {
      const index = count % 2
      processes[index]!.kill('SIGKILL')
      await processes[index]!.exited
      processes[index] = await startCasegate(settings)
      await load.acknowledged(changes / 2 + (changes / 2 / kills) * (count + 1), 3_600_000)
    }
    await load.stop()
    // The one that was not killed last sends. It is stopped for longer than a claim lasts, and goes on.
    const sending = processes[kills % 2]!
    sending.kill('SIGSTOP')
    await sleep(stopMs)
    sending.kill('SIGCONT')
    isComplete = await store.inspect(async (database) => {
      const end = performance.now() + 600_000
      while ((await database.run(countBehind))[0]!.count > 0 && performance.now() < end) await sleep(500)
      return performance.now() < end
    })
  } finally {
    await load.stop()
    stopping.abort()
    await hurrying
    for (const process of processes) await process.stop()
    for (const { receiver } of targets) await receiver.stop()
  }
  return store.inspect(async (database) => {
    const feed = (await database.run(findFeed)).map((row) => ({ ...row, event: `${row.caseId}:${row.version}` }))
    const givenUp = await database.run(findGivenUp)
    const sent = feed.filter(({ at }) => at < calmUntil).map(({ event, at }) => ({ event, endedAt: at }))
    const steady = targets.filter(({ kind }) => kind === 'steady')
    return [
      { claim: 'nothing waits at the end', checked: targets.length, violations: isComplete ? 0 : 1 },
      ...targets.flatMap((target) => checkTarget(target, feed, givenUp)),
      ...steady.map(({ id, accepted }) =>
        delays(`steady receiver ${id}, beside the others,`, maximumDelayMs, sent, accepted),
      ),
    ]
  })
}

async function startTargets(port: number, admin: Caller): Promise<Target[]> {
  const targets: Target[] = []
  for (const kind of Object.keys(numbers) as (keyof typeof numbers)[]) {
    for (let count = 0; count < numbers[kind]; count++) {
      const receiver = await Receiver.start()
      const target: Target = { kind, id: NaN, receiver, accepted: [], attempts: 0 }
      receiver.answer = async ({ id }, response: ServerResponse) => {
        target.attempts++
        const status = await (behaviours[kind] as Behaviour)()
        if (status === null) return void response.destroy()
        if (status === 204) target.accepted.push({ event: id.replace('event:', ''), at: now() })
        response.writeHead(status).end()
      }
      const view = { login: 'OPERATOR', email: 'person1@bench.example', touchpointCode: 'tp1' }
      const filter = kind === 'broken' ? brokenFilter : {}
      const response = await fetch(`http://127.0.0.1:${port}/api/v4/webhook-endpoints`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...credentialsOf(admin) },
        body: JSON.stringify({ url: receiver.url, ...view, filter }),
      })
      const { endpoint } = (await response.json()) as { endpoint: { id: string } }
      target.id = Number(endpoint.id.replace('endpoint:', ''))
      targets.push(target)
    }
  }
  return targets
}

function checkTarget(
  { kind, id, accepted, attempts }: Target,
  feed: readonly { caseId: number; event: string }[],
  givenUp: readonly { endpointId: number; event: string }[],
): CheckResult[] {
  const expected = feed.filter(({ caseId }) => kind !== 'broken' || brokenFilter.caseId.includes(`${caseId}`))
  const lost = new Set(givenUp.filter(({ endpointId }) => endpointId === id).map(({ event }) => event))
  const ended = new Set([...accepted.map(({ event }) => event), ...lost])
  const known = new Set(expected.map(({ event }) => event))
  const versions = new Map<number, number>()
  const descends = ({ event }: Accepted) => {
    const [caseId = 0, version = 0] = event.split(':').map(Number)
    const previous = versions.get(caseId) ?? 0
    versions.set(caseId, Math.max(previous, version))
    // A repeated event may follow itself.
    return version < previous
  }
  const name = `${kind} receiver ${id}`
  const note = `${attempts} attempts, ${new Set(accepted.map(({ event }) => event)).size} accepted, ${lost.size} given up`
  return [
    {
      ...checkEach(
        `${name}: an event is delivered or given up`,
        expected,
        ({ event }) => !ended.has(event),
        ({ event }) => event,
      ),
      note,
    },
    checkEach(`${name}: the versions of a case ascend`, accepted, descends, ({ event }) => event),
    checkEach(
      `${name}: nothing else is delivered`,
      accepted,
      ({ event }) => !known.has(event),
      ({ event }) => event,
    ),
  ]
}
