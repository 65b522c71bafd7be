import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Viewer } from '../../viewer/viewer.ts'
import type { Services } from '../../context.ts'
import { PeriodicTask } from '../../database/periodic-task.ts'
import { RequestError } from '../../errors/request-error.ts'
import { readEvents } from '../../feed/read-feed.ts'
import type { EventItem } from '../../feed/visibility/visible-events.ts'
import { DeliveryAborted } from '../../outgoing/deliver.ts'
import { keysOf } from '../secrets.ts'
import { type ClaimedEndpoint, claimEndpoints, releaseEndpoints } from './claims.ts'
import type { Delivery } from './deliveries.ts'
import { dueDeliveries } from './due-deliveries.ts'
import { writeOutcomes } from './outcomes.ts'
import { readOn, seenBy } from './read-on.ts'
import { isEnabled, type Outcome } from './schedule.rules.ts'

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
export class WebhookSender extends PeriodicTask {
  readonly #services: Services
  readonly #present: Present
  /** Identifies this process in the claims. */
  readonly #process = randomUUID()
  readonly #stop = new AbortController()
  /** What was started and is not written yet: the request, and then its outcome. */
  readonly #attempts = new Map<Delivery, Promise<void> | Outcome>()
  /** When an attempt for an endpoint last failed. */
  readonly #failedAt = new Map<number, number>()
  #endpoints: ClaimedEndpoint[] = []
  #isFailing = false
  #stopListening: (() => void) | undefined

  constructor(services: Services, present: Present) {
    super(intervalMs)
    this.#services = services
    this.#present = present
  }

  override start(): void {
    super.start()
    void this.run()
  }

  /** Lets running requests end, writes what became of them, and releases the endpoints. */
  override async close(): Promise<void> {
    this.#stopListening?.()
    await super.close()
    const timer = setTimeout(() => this.#stop.abort(), drainMs)
    await Promise.all(this.#attempts.values().toArray())
    clearTimeout(timer)
    await this.runAgain()
    const { database, log } = this.#services
    await database.run(releaseEndpoints, [this.#process]).catch((err: unknown) => {
      log.warn({ err }, 'The webhook endpoints of this process were not released. Another one sends after 30 seconds.')
    })
  }

  /** Takes turns while there is more to read. */
  protected async work(): Promise<void> {
    try {
      while (await this.#takeTurn());
      this.#isFailing = false
    } catch (err) {
      const message = 'Webhooks were not sent. It is tried again every second.'
      if (!this.#isFailing) this.#services.log.warn({ err }, message)
      this.#isFailing = true
    }
  }

  /** Returns whether endpoints have read on, so that more may be due. */
  async #takeTurn(): Promise<boolean> {
    this.#endpoints = await claimEndpoints(this.#services.database, this.#process)
    this.#services.webhooks.endpoints = this.#endpoints
    await this.#write()
    if (this.isClosing) return false
    this.#listen()
    return readOn(this.#services, this.#process, await this.#startDue())
  }

  /** The feed is followed only while there is an endpoint. */
  #listen(): void {
    if (this.#endpoints.length > 0) {
      this.#stopListening ??= this.#services.feedRelay.listen(() => void this.runAgain())
    } else {
      this.#stopListening?.()
      this.#stopListening = undefined
    }
  }

  /** What has ended for an endpoint that another process has claimed is dropped: that process sends it again. */
  async #write(): Promise<void> {
    const { database, webhooks } = this.#services
    const endpoints = new Map(this.#endpoints.map((endpoint) => [endpoint.id, endpoint]))
    const ended = [...this.#attempts].flatMap(([delivery, outcome]) =>
      outcome instanceof Promise ? [] : [{ delivery, outcome }],
    )
    const own = ended.filter(({ delivery }) => endpoints.has(delivery.endpointId))
    if (own.length > 0) await writeOutcomes(database, this.#process, endpoints, own, webhooks.now())
    for (const { delivery } of ended) this.#attempts.delete(delivery)
  }

  /** Returns the endpoints that could get more. */
  async #startDue(): Promise<ClaimedEndpoint[]> {
    const { database, webhooks } = this.#services
    const now = webhooks.now()
    const running = Map.groupBy(this.#attempts.keys(), ({ endpointId }) => endpointId)
    const open = this.#endpoints.flatMap(({ id, state }) => {
      const cases = running.get(id)?.map(({ caseId }) => caseId) ?? []
      const isFailing = state === 'FAILING'
      const room = (isFailing ? 1 : maximumRequests) - cases.length
      const onlyFailed = isFailing && now < (this.#failedAt.get(id) ?? -Infinity) + failingPauseMs
      return isEnabled(state) && room > 0 ? [{ endpointId: id, room, onlyFailed, running: cases }] : []
    })
    if (open.length === 0) return []
    const due = await database.run(dueDeliveries, [JSON.stringify(open), new Date(now)])
    if (due.length > 0) await this.#start(due)
    const started = Map.groupBy(due, ({ endpointId }) => endpointId)
    const idle = open.filter((each) => !each.onlyFailed && each.room > (started.get(each.endpointId)?.length ?? 0))
    return this.#endpoints.filter(({ id }) => idle.some(({ endpointId }) => endpointId === id))
  }

  /** Judges what the endpoints see of events now, and sends them that. */
  async #start(due: readonly Delivery[]): Promise<void> {
    const concerned = this.#endpoints.filter(({ id }) => due.some(({ endpointId }) => endpointId === id))
    const seen = await seenBy(this.#services, concerned, await readEvents(this.#services.database, due))
    for (const delivery of due) {
      const { endpointId, caseId, version } = delivery
      const endpoint = concerned.find(({ id }) => id === endpointId)!
      const item = seen.get(endpointId)?.find(({ event }) => event.caseId === caseId && event.version === version)
      const request = this.#send(endpoint, delivery, item).then((outcome) => {
        if (outcome) this.#attempts.set(delivery, outcome)
        else this.#attempts.delete(delivery)
        if (!this.isClosing) void this.runAgain()
      })
      this.#attempts.set(delivery, request)
    }
  }

  /** Null if nobody knows whether the event was received, or if it could not be sent for now. */
  async #send(endpoint: ClaimedEndpoint, delivery: Delivery, item: EventItem | undefined): Promise<Outcome | null> {
    const { database, webhooks, log } = this.#services
    const { id, url, viewer, sendBefore } = endpoint
    if (!item || !viewer) return 'UNSEEN'
    try {
      const [{ type, body }, keys] = await Promise.all([this.#present(viewer, item), keysOf(database, id)])
      const message = { id: String(body.id), body: JSON.stringify({ type, timestamp: body.at, data: body }), keys }
      const outcome = await webhooks.send(url, message, { signal: this.#stop.signal, sendBefore })
      if (outcome.failure !== null) this.#failedAt.set(id, webhooks.now())
      return outcome
    } catch (err) {
      if (err instanceof DeliveryAborted || isTemporary(err)) {
        if (!this.isClosing) await sleep(intervalMs, undefined, { ref: false })
        return null
      }
      const { caseId, version } = delivery
      log.error(
        { err, endpoint: id, caseId, version },
        'An event cannot be sent to a webhook endpoint. It is given up.',
      )
      return 'LOST'
    }
  }
}

/** Whether the service could not do its part for now, such as without the database. */
function isTemporary(err: unknown): boolean {
  const { cause } = err as { cause?: { extensions?: { code?: unknown } } }
  const code = err instanceof RequestError ? err.code : cause?.extensions?.code
  return code === 'UNAVAILABLE'
}
