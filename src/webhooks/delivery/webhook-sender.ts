import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Viewer } from '../../viewer/viewer.ts'
import type { Services } from '../../context.ts'
import { RequestError } from '../../errors/request-error.ts'
import { readEvents } from '../../feed/read-feed.ts'
import { type EventItem, visibleEvents } from '../../feed/visible-events.ts'
import { DeliveryAborted } from '../../outgoing/deliver.ts'
import { keysOf } from '../secrets.ts'
import { type ClaimedEndpoint, claimEndpoints, releaseEndpoints } from './claims.ts'
import { type DueDelivery, dueDeliveries } from './due-deliveries.ts'
import { type Ended, writeOutcomes } from './outcomes.ts'
import { readOn } from './read-on.ts'
import { isEnabled } from './schedule.rules.ts'

/** The event as a viewer sees it, in the form of every channel. */
export type Present = (
  viewer: Viewer,
  item: EventItem,
) => Promise<{ type: string; body: { id: unknown; at: string } & object }>

const intervalMs = 1_000
const maximumRequests = 8
/** How long after a failed attempt a failing endpoint gets an event that was not tried yet. */
const failingPauseMs = 10_000
/** How long requests may still take when the process stops. */
const drainMs = 5_000

/**
 * Sends events to the endpoints that this process has claimed, in turns. A turn writes what has ended since the last one, starts what is due,
 * and reads on in the feed for those endpoints that have nothing else to get.
 */
export class WebhookSender {
  readonly #services: Services
  readonly #present: Present
  /** Identifies this process in the claims. */
  readonly #process = randomUUID()
  readonly #stop = new AbortController()
  readonly #requests = new Set<Promise<void>>()
  /** What was started and is not written yet. */
  readonly #running = new Set<DueDelivery>()
  readonly #ended: Ended[] = []
  /** When an attempt for an endpoint last failed. */
  readonly #failedAt = new Map<number, number>()
  #endpoints: ClaimedEndpoint[] = []
  #interval: NodeJS.Timeout | undefined
  #turns: Promise<void> | undefined
  #isDue = false
  #isFailing = false
  #isClosing = false
  #stopListening: (() => void) | undefined

  constructor(services: Services, present: Present) {
    this.#services = services
    this.#present = present
  }

  start(): void {
    this.#services.webhooks.endpoints = () => this.#endpoints
    this.#interval = setInterval(() => void this.#takeTurns(), intervalMs).unref()
    void this.#takeTurns()
  }

  /** Lets running requests end, writes what became of them, and releases the endpoints. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#interval)
    this.#stopListening?.()
    await this.#turns
    const timer = setTimeout(() => this.#stop.abort(), drainMs)
    await Promise.all(this.#requests)
    clearTimeout(timer)
    await this.#takeTurns()
    const { database, log } = this.#services
    await releaseEndpoints(database, this.#process).catch((err: unknown) => {
      log.warn({ err }, 'The webhook endpoints of this process were not released. Another one sends after 30 seconds.')
    })
  }

  /** Takes a turn, and further ones while there is more to do. Never rejects. */
  async #takeTurns(): Promise<void> {
    this.#isDue = true
    this.#turns ??= this.#takeAll().finally(() => (this.#turns = undefined))
    await this.#turns
  }

  async #takeAll(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false
      try {
        await this.#turn()
        this.#isFailing = false
      } catch (err) {
        const message = 'Webhooks were not sent. It is tried again every second.'
        if (!this.#isFailing) this.#services.log.warn({ err }, message)
        this.#isFailing = true
      }
    }
  }

  async #turn(): Promise<void> {
    const endpoints = await claimEndpoints(this.#services.database, this.#process)
    this.#endpoints = endpoints
    await this.#write(endpoints)
    if (this.#isClosing) return
    this.#listen()
    const idle = await this.#startDue(endpoints.filter(({ state }) => isEnabled(state)))
    if (await readOn(this.#services, this.#process, idle)) this.#isDue = true
  }

  /** The feed is followed only while there is an endpoint. */
  #listen(): void {
    if (this.#endpoints.length > 0) {
      this.#stopListening ??= this.#services.feedRelay.listen(() => void this.#takeTurns())
    } else {
      this.#stopListening?.()
      this.#stopListening = undefined
    }
  }

  /** What has ended for an endpoint that another process has claimed is dropped: that process sends it again. */
  async #write(endpoints: readonly ClaimedEndpoint[]): Promise<void> {
    const { database, webhooks } = this.#services
    const ended = [...this.#ended]
    const concerned = endpoints.filter(({ id }) => ended.some(({ delivery }) => delivery.endpointId === id))
    const own = ended.filter(({ delivery }) => concerned.some(({ id }) => id === delivery.endpointId))
    if (own.length > 0) await writeOutcomes(database, this.#process, concerned, own, webhooks.now())
    this.#ended.splice(0, ended.length)
    for (const { delivery } of ended) this.#running.delete(delivery)
  }

  /** Returns the endpoints that could get more. */
  async #startDue(endpoints: readonly ClaimedEndpoint[]): Promise<ClaimedEndpoint[]> {
    const { database, webhooks } = this.#services
    const now = webhooks.now()
    const running = [...this.#running]
    const wanted = endpoints.map(({ id, state }) => {
      const cases = running.flatMap(({ endpointId, caseId }) => (endpointId === id ? caseId : []))
      const isFailing = state === 'FAILING'
      const room = Math.max((isFailing ? 1 : maximumRequests) - cases.length, 0)
      const onlyFailed = isFailing && now < (this.#failedAt.get(id) ?? -Infinity) + failingPauseMs
      return { endpointId: id, room, onlyFailed, running: cases }
    })
    const open = wanted.filter(({ room }) => room > 0)
    if (open.length === 0) return []
    const due = await dueDeliveries(database, open, now)
    if (due.length > 0) await this.#start(endpoints, due)
    const isIdle = ({ endpointId, room, onlyFailed }: (typeof wanted)[number]) =>
      !onlyFailed && room > due.filter((each) => each.endpointId === endpointId).length
    const idle = new Set(open.filter(isIdle).map(({ endpointId }) => endpointId))
    return endpoints.filter(({ id }) => idle.has(id))
  }

  /** Judges what the endpoints see of events now, and sends them that. */
  async #start(endpoints: readonly ClaimedEndpoint[], due: readonly DueDelivery[]): Promise<void> {
    const events = await readEvents(this.#services.database, due)
    const readers = endpoints.flatMap(({ id, viewer, filter }) => (viewer ? [{ id, viewer, filter }] : []))
    const items = await visibleEvents(this.#services, readers, events)
    const seen = new Map(readers.map(({ id }, index) => [id, items[index]!]))
    for (const delivery of due) {
      const endpoint = endpoints.find(({ id }) => id === delivery.endpointId)!
      const item = seen.get(endpoint.id)?.find(({ event }) => isOf(event, delivery))
      this.#running.add(delivery)
      const request = this.#send(endpoint, delivery, item).finally(() => {
        this.#requests.delete(request)
        if (!this.#isClosing) void this.#takeTurns()
      })
      this.#requests.add(request)
    }
  }

  async #send(endpoint: ClaimedEndpoint, delivery: DueDelivery, item: EventItem | undefined): Promise<void> {
    const { database, webhooks, log } = this.#services
    const { id, url, viewer, sendBefore } = endpoint
    try {
      if (!item || !viewer) return void this.#ended.push({ delivery, outcome: 'UNSEEN' })
      const [{ type, body }, keys] = await Promise.all([this.#present(viewer, item), keysOf(database, id)])
      const message = { id: String(body.id), body: JSON.stringify({ type, timestamp: body.at, data: body }), keys }
      const outcome = await webhooks.send(url, message, { signal: this.#stop.signal, sendBefore })
      if (outcome.failure !== null) this.#failedAt.set(id, webhooks.now())
      this.#ended.push({ delivery, outcome })
    } catch (err) {
      if (err instanceof DeliveryAborted || isTemporary(err)) {
        if (!this.#isClosing) await sleep(intervalMs, undefined, { ref: false })
        return void this.#running.delete(delivery)
      }
      const { caseId, version } = delivery
      log.error(
        { err, endpoint: id, caseId, version },
        'An event cannot be sent to a webhook endpoint. It is given up.',
      )
      this.#ended.push({ delivery, outcome: 'LOST' })
    }
  }
}

const isOf = (event: { caseId: number; version: number }, { caseId, version }: DueDelivery) =>
  event.caseId === caseId && event.version === version

/** Whether the service could not do its part for now, such as without the database. */
function isTemporary(err: unknown): boolean {
  const { cause } = err as { cause?: { extensions?: { code?: unknown } } }
  const code = err instanceof RequestError ? err.code : cause?.extensions?.code
  return code === 'UNAVAILABLE'
}
