import { type Health, healthAfter, nextAttempt } from '../schedule.rules.ts'
import type { WebhookAttempt } from '../webhook-kinds.ts'
import type { FeedPosition } from '../../events/feed-cursor.ts'
import { HeldCases, type HeldEvent, heldEvent } from './held-cases.ts'
import type { LeasedEndpoint, WaitingRow } from './leases.ts'
import type { Progress } from './progress.ts'
import { type JudgedEvent, Window, type WindowEntry } from './window.ts'

/** An event to send now: one of the feed, or one that was held. */
export type Job = Pick<HeldEvent, 'caseId' | 'version' | 'position'> & {
  entry: WindowEntry | null
  held: HeldEvent | null
}

/** How many attempts of a delivery are kept. */
const keptAttempts = 20

/**
 * What an endpoint has got and is to get. Of a case, at most one event is under way, and the next one follows only after what became
 * of it is stored: a process that continues after a crash sends no earlier event after a later one.
 */
export class EndpointProgress {
  readonly window = new Window()
  readonly held: HeldCases
  health: Health
  /** Whether something must be stored soon: a failure, or what another event of its case waits for. */
  isUrgent = false
  /** Whether anything is to be stored. */
  isChanged = false
  readonly #endpoint: LeasedEndpoint
  #position: FeedPosition
  /** What was done before this process continued. */
  readonly #doneBefore: ReadonlySet<number>
  /** The cases of which an event is under way, or what became of it is not stored yet. */
  readonly #busy = new Set<number>()
  #toStore = new Set<number>()
  #events = new Set<HeldEvent>()
  #removed: number[] = []

  constructor(endpoint: LeasedEndpoint, waiting: readonly WaitingRow[]) {
    const { position, positionCaseId, positionVersion, state, failures, failingSince, doneAhead } = endpoint
    this.held = new HeldCases(waiting)
    this.health = { state, failures, failingSince: failingSince?.getTime() ?? null }
    this.#endpoint = endpoint
    this.#position = { position, caseId: positionCaseId, version: positionVersion }
    this.#doneBefore = new Set(doneAhead)
  }

  /** How many outcomes are to be stored. */
  get unstored(): number {
    return this.#toStore.size
  }

  /** Adds a part of the feed. */
  add(events: readonly JudgedEvent[], end: FeedPosition): void {
    this.window.add(
      events.filter(({ event }) => !this.#doneBefore.has(event.position)),
      end,
    )
    this.isChanged = true
  }

  /** The next event to send at a time, in milliseconds since 1970. Events of the feed that join a held case are not sent. */
  start(now: number, withNew: boolean): Job | undefined {
    for (const held of this.held.due(now)) {
      if (held.id === null) this.isUrgent = true
      else if (!this.#isBusy(held.caseId)) return this.#started({ ...held, held, entry: null })
    }
    for (const entry of this.window.open()) {
      const { position, caseId, version } = entry.event
      if (this.#isBusy(caseId)) continue
      if (this.held.has(caseId)) {
        entry.isDone = true
        this.#change(this.held.join({ caseId, version, position }, now))
      } else if (withNew) {
        entry.isStarted = true
        return this.#started({ caseId, version, position, held: null, entry })
      }
    }
    return undefined
  }

  #isBusy(caseId: number): boolean {
    if (this.#toStore.has(caseId)) this.isUrgent = true
    return this.#busy.has(caseId)
  }

  #started({ caseId, version, position, entry, held }: Job): Job {
    this.#busy.add(caseId)
    return { caseId, version, position, entry, held }
  }

  /** The job was not done. It is started again. */
  release({ caseId, entry }: Job): void {
    this.#busy.delete(caseId)
    if (entry) entry.isStarted = false
  }

  /** The endpoint is not to get the event, or it cannot be sent (`isLost`). */
  leaveOut(job: Job, isLost = false): void {
    this.#end(job)
    if (job.held && job.held.attempts.length === 0 && !isLost) {
      this.held.remove(job.held)
      this.#events.delete(job.held)
      if (job.held.id !== null) this.#removed.push(job.held.id)
      this.#follow(job.held)
    } else if (job.held || isLost) {
      this.#finish(job.held ?? heldEvent({ ...job, throughVersion: null }, 0), 'GAVE_UP')
    }
  }

  /** An attempt has ended. `random` is from 0 to 1. */
  attempted(job: Job, attempt: WebhookAttempt, now: number, random: number): void {
    this.#end(job)
    const { failure, httpStatus } = attempt
    this.health = healthAfter(this.health, { isSuccess: failure === null, httpStatus, at: now })
    const event = job.held ?? heldEvent({ ...job, throughVersion: job.version }, 0)
    event.attempts = [...event.attempts, attempt].slice(-keptAttempts)
    if (failure === null) return this.#finish(event, 'DELIVERED')
    event.failures++
    event.nextAttemptAt = nextAttempt(event.failures, now, random)
    if (event.nextAttemptAt === null) return this.#finish(event, 'GAVE_UP')
    if (!job.held) this.held.add(event)
    this.#change(event)
  }

  /** What became of the event of a job is to be stored. */
  #end({ caseId, entry }: Job): void {
    this.#toStore.add(caseId)
    this.isChanged = true
    if (entry) entry.isDone = true
  }

  #finish(event: HeldEvent, status: 'DELIVERED' | 'GAVE_UP'): void {
    const wasHeld = this.held.has(event.caseId)
    event.status = status
    this.#events.add(event)
    if (!wasHeld) return
    this.held.remove(event)
    this.#follow(event)
    this.isUrgent = true
  }

  /** The next event of the case that waits is sent at once. */
  #follow({ caseId, version, throughVersion, position }: HeldEvent): void {
    if (throughVersion === null || throughVersion <= version) return
    const next = heldEvent({ caseId, version: version + 1, position, throughVersion }, 0)
    this.held.add(next)
    this.#change(next)
  }

  #change(event: HeldEvent): void {
    this.#events.add(event)
    this.isChanged = true
    this.isUrgent = true
  }

  /** What is to be stored now. Call the returned function when it is. */
  take(): { progress: Progress; stored: () => void } {
    const ended = this.#toStore
    this.#position = this.window.advance() ?? this.#position
    const progress = {
      endpointId: this.#endpoint.id,
      token: this.#endpoint.leaseToken,
      position: this.#position,
      doneAhead: [...this.window.doneAhead(), ...this.#stillAhead()],
      health: this.health,
      events: this.#events,
      removed: this.#removed,
    }
    this.#toStore = new Set()
    this.#events = new Set()
    this.#removed = []
    this.isChanged = this.isUrgent = false
    const stored = () => {
      for (const caseId of ended) this.#busy.delete(caseId)
    }
    return { progress, stored }
  }

  /** What was done before and lies after the position. */
  #stillAhead(): number[] {
    return [...this.#doneBefore].filter((position) => position > this.#position.position)
  }
}
