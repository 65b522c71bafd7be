import { clearTimeout, setTimeout as startTimer } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { RequestError } from '../../errors/request-error.ts'
import { isCursorExpired } from '../../events/feed-cursor.ts'
import { DeliveryAborted } from '../../outgoing/deliver.ts'
import { isEnabled } from '../schedule.rules.ts'
import { type Webhooks, webhookTimeoutMs } from '../webhooks.ts'
import { EndpointProgress, type Job } from './endpoint-progress.ts'
import type { EventReader } from './event-reader.ts'
import { FeedFollower } from './feed-follower.ts'
import { leaseMs, type LeasedEndpoint, type WaitingRow } from './leases.ts'
import type { MessageBuilder } from './message.ts'
import { writeProgress } from './progress.ts'

export interface SenderServices {
  database: Database
  log: Logger
  webhooks: Webhooks
  reader: EventReader
  messages: MessageBuilder
}

const maximumRequests = 8
/** How long after a failed attempt a failing endpoint gets an event that was not tried yet. */
const failingPauseMs = 10_000
const maximumWindow = 64
/** While so many cases are held, the endpoint gets no new events. */
const maximumHeldCases = 1_000
const maximumUnstored = 50
const storeAfterMs = 1_000
/** How long requests may still take when the process stops. */
const drainMs = 5_000

/** Sends events to one endpoint for as long as the lease has its token. */
export class EndpointSender {
  readonly endpoint: LeasedEndpoint
  /** Resolves when nothing is under way any more. */
  readonly ended: Promise<unknown>
  readonly progress: EndpointProgress
  readonly #services: SenderServices
  readonly #stop = new AbortController()
  readonly #jobs = new Set<Promise<void>>()
  /** Until when the lease is valid, by the monotonic clock. */
  #validUntil = 0
  #woken = Promise.withResolvers<void>()
  #isDraining = false
  /** Nothing is started before this time of the monotonic clock, because something of this process failed. */
  #pausedUntil = 0
  #failedAt = -Infinity
  #storedAt = 0
  readonly #feed: FeedFollower

  constructor(endpoint: LeasedEndpoint, waiting: readonly WaitingRow[], leasedAt: number, services: SenderServices) {
    this.endpoint = endpoint
    this.progress = new EndpointProgress(endpoint, waiting)
    this.#feed = new FeedFollower(endpoint, services)
    this.#services = services
    this.renewed(leasedAt)
    this.ended = this.#run().catch((err: unknown) => {
      services.log.warn(
        { err, endpoint: endpoint.id },
        'The progress of a webhook endpoint was not stored. It starts again.',
      )
      return this.#isDraining ? undefined : setTimeout(1_000, undefined, { ref: false })
    })
  }

  /** The lease was renewed by a statement that began at this time of the monotonic clock. */
  renewed(at: number): void {
    this.#validUntil = at + leaseMs
  }

  /** The time has passed, or something may have changed. */
  wake(): void {
    this.#woken.resolve()
  }

  /** The feed may have advanced. */
  feedAdvanced(): void {
    this.#feed.advanced()
    this.wake()
  }

  /** The endpoint may not be sent to any more, or it has changed. What is under way is ended. */
  stop(): void {
    this.#stop.abort()
    this.wake()
  }

  /** Starts nothing more. Resolves when what is under way has ended and is stored, after some seconds at most. */
  async drain(): Promise<void> {
    this.#isDraining = true
    this.wake()
    const timer = startTimer(() => this.#stop.abort(), drainMs)
    await this.ended
    clearTimeout(timer)
  }

  async #run(): Promise<void> {
    try {
      while (!this.#stop.signal.aborted) {
        this.#woken = Promise.withResolvers()
        this.#read()
        this.#start()
        if (this.#mustStore()) {
          if (!(await this.#store())) return
        } else if (this.#isDraining && this.#jobs.size === 0) return
        else await this.#woken.promise
      }
    } finally {
      this.#stop.abort()
      await Promise.all(this.#jobs)
    }
  }

  /** Reads the next part of the feed in the background. */
  #read(): void {
    const { window, held, health } = this.progress
    const isFull = window.size >= maximumWindow || held.size >= maximumHeldCases
    const isWaiting = health.state === 'FAILING' && window.size > 0
    if (!this.#feed.hasNext || isFull || isWaiting || !this.#maySend()) return
    const added = (part: Awaited<ReturnType<FeedFollower['next']>>) => part && this.progress.add(part.events, part.end)
    void this.#feed
      .next()
      .then(added, (error: unknown) => (isCursorExpired(error) ? this.#startAgain() : this.#pause(error)))
      .finally(() => this.wake())
  }

  /** What was sent since progress was stored may belong to transactions that the database has lost. */
  #startAgain(): void {
    this.#services.log.warn(
      { endpoint: this.endpoint.id },
      'The database has lost events that a webhook endpoint was to get. The endpoint continues at its stored position.',
    )
    this.stop()
  }

  /** Starts as many requests as the endpoint may get now. */
  #start(): void {
    const { webhooks } = this.#services
    while (this.#maySend()) {
      const isFailing = this.progress.health.state === 'FAILING'
      if (this.#jobs.size >= (isFailing ? 1 : maximumRequests)) return
      const now = webhooks.now()
      const job = this.progress.start(now, !isFailing || now >= this.#failedAt + failingPauseMs)
      if (!job) return
      const running = this.#send(job).finally(() => {
        this.#jobs.delete(running)
        this.wake()
      })
      this.#jobs.add(running)
    }
  }

  /** No request may last longer than the lease. */
  #maySend(): boolean {
    const now = performance.now()
    const isLeased = now + webhookTimeoutMs + 1_000 < this.#validUntil
    return isLeased && now >= this.#pausedUntil && !this.#isDraining && isEnabled(this.progress.health.state)
  }

  async #send(job: Job): Promise<void> {
    const { webhooks, messages, log } = this.#services
    const { id, url, filter } = this.endpoint
    const { signal } = this.#stop
    try {
      const message = await messages.build(id, filter, job)
      if (signal.aborted) return
      if (!message) return this.progress.leaveOut(job)
      const attempt = await webhooks.send(url, message, signal)
      const now = webhooks.now()
      if (attempt.failure !== null) this.#failedAt = now
      this.progress.attempted(job, attempt, now, Math.random())
    } catch (err) {
      if (err instanceof DeliveryAborted) return
      if (isTemporary(err)) {
        this.progress.release(job)
        return this.#pause(err)
      }
      const { caseId, version } = job
      log.error(
        { err, endpoint: id, caseId, version },
        'An event cannot be sent to a webhook endpoint. It is given up.',
      )
      this.progress.leaveOut(job, true)
    }
  }

  #pause(err: unknown): void {
    this.#pausedUntil = performance.now() + 1_000
    this.#services.log.debug({ err, endpoint: this.endpoint.id }, 'A webhook endpoint pauses.')
  }

  #mustStore(): boolean {
    const { progress } = this
    if (progress.isUrgent || progress.unstored >= maximumUnstored) return true
    if (!progress.isChanged) return false
    const isIdle = this.#jobs.size === 0 && (progress.unstored > 0 || this.#isDraining)
    return isIdle || performance.now() >= this.#storedAt + storeAfterMs
  }

  /** Returns false if the lease has another token. */
  async #store(): Promise<boolean> {
    const { progress, stored } = this.progress.take()
    const isStored = await writeProgress(this.#services.database, progress)
    if (isStored) stored()
    this.#storedAt = performance.now()
    return isStored && isEnabled(this.progress.health.state)
  }
}

/** Whether the service could not do its part for now, such as without the database. */
function isTemporary(err: unknown): boolean {
  const { cause } = err as { cause?: { extensions?: { code?: unknown } } }
  const code = err instanceof RequestError ? err.code : cause?.extensions?.code
  return code === 'UNAVAILABLE'
}
