import type { DeliveryStatus, WebhookAttempt } from '../webhook-kinds.ts'
import type { WaitingRow } from './leases.ts'

/** An event of which an attempt failed, or that waits behind such an event. */
export interface HeldEvent {
  /** Null until it is stored. */
  id: number | null
  caseId: number
  version: number
  position: number
  /** The last version of the case that waits behind the event. Null unless later events of the case join it. */
  throughVersion: number | null
  status: DeliveryStatus
  attempts: WebhookAttempt[]
  failures: number
  /** In milliseconds since 1970. Null if it does not wait. */
  nextAttemptAt: number | null
}

/** The events of an endpoint that wait, by their cases. Of each case, they are sent in the order of their versions. */
export class HeldCases {
  readonly #byCase = new Map<number, HeldEvent[]>()

  constructor(rows: readonly WaitingRow[]) {
    for (const { nextAttemptAt, ...row } of rows) {
      this.add({ ...row, status: 'WAITING', nextAttemptAt: nextAttemptAt?.getTime() ?? 0 })
    }
  }

  /** The number of cases. */
  get size(): number {
    return this.#byCase.size
  }

  has(caseId: number): boolean {
    return this.#byCase.has(caseId)
  }

  add(event: HeldEvent): void {
    const events = [...(this.#byCase.get(event.caseId) ?? []), event]
    this.#byCase.set(
      event.caseId,
      events.toSorted((a, b) => a.version - b.version),
    )
  }

  remove(event: HeldEvent): void {
    const others = (this.#byCase.get(event.caseId) ?? []).filter((each) => each !== event)
    if (others.length > 0) this.#byCase.set(event.caseId, others)
    else this.#byCase.delete(event.caseId)
  }

  /** An event joins those of its case that wait. Returns what is to be stored. */
  join({ caseId, version, position }: Pick<HeldEvent, 'caseId' | 'version' | 'position'>, now: number): HeldEvent {
    const open = this.#byCase.get(caseId)?.find(({ throughVersion }) => throughVersion !== null)
    if (open) {
      open.throughVersion = Math.max(open.throughVersion ?? 0, version)
      return open
    }
    const held = heldEvent({ caseId, version, position, throughVersion: version }, now)
    this.add(held)
    return held
  }

  /** The first event of a case that may be sent now. */
  *due(now: number): Generator<HeldEvent> {
    for (const [first] of this.#byCase.values()) if (first && (first.nextAttemptAt ?? 0) <= now) yield first
  }
}

/** An event that waits for its first attempt. */
export function heldEvent(
  place: Pick<HeldEvent, 'caseId' | 'version' | 'position' | 'throughVersion'>,
  nextAttemptAt: number,
): HeldEvent {
  return { id: null, ...place, status: 'WAITING', attempts: [], failures: 0, nextAttemptAt }
}
