import type { EndpointState, WebhookAttempt } from '../webhook-kinds.ts'
import type { Delivery } from './deliveries.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** How long after each failed attempt the next one follows, in milliseconds. After the last, the event is given up. */
const delays = [5 * second, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]

/** Attempts follow up to a tenth later, so that those of many events do not come together. */
const maximumJitter = 0.1

/** When the next attempt follows after so many failed ones. Null if there is none. `random` is from 0 to 1. */
export function nextAttempt(failures: number, now: number, random: number): Date | null {
  const delay = delays[failures - 1]
  return delay === undefined ? null : new Date(Math.ceil(now + delay * (1 + maximumJitter * random)))
}

/** An endpoint is failing after so many failed attempts in a row. */
const failingFrom = 10
const disabledAfterMs = 5 * 24 * hour

/** The attempts since the last success. */
interface Health {
  state: EndpointState
  failures: number
  failingSince: Date | null
}

/**
 * The health of an endpoint after an attempt that ended at a time, in milliseconds since 1970. One that ends after the endpoint was disabled
 * changes nothing.
 */
export function healthAfter(
  before: Health,
  { failure, httpStatus }: Pick<WebhookAttempt, 'failure' | 'httpStatus'>,
  at: number,
): Health {
  const { state, failures, failingSince } = before
  if (!isEnabled(state)) return before
  if (failure === null) return { state: 'ACTIVE', failures: 0, failingSince: null }
  const since = failingSince ?? new Date(at)
  const health = { failures: failures + 1, failingSince: since }
  if (httpStatus === 410) return { ...health, state: 'DISABLED_GONE' }
  if (at - since.getTime() >= disabledAfterMs) return { ...health, state: 'DISABLED_FAILING' }
  return { ...health, state: health.failures >= failingFrom ? 'FAILING' : state }
}

/** Whether events are sent in this state. */
export function isEnabled(state: EndpointState): boolean {
  return state === 'ACTIVE' || state === 'FAILING'
}

/** An attempt. UNSEEN: the endpoint does not get the event any more. LOST: the event cannot be presented. */
export type Outcome = WebhookAttempt | 'UNSEEN' | 'LOST'

/** How many attempts of a delivery are kept. */
const keptAttempts = 20

/** A delivery after an outcome at a time. `random` is from 0 to 1. */
export function deliveryAfter(
  { attempts, failures }: Pick<Delivery, 'attempts' | 'failures'>,
  outcome: Outcome,
  at: number,
  random: number,
): Pick<Delivery, 'attempts' | 'failures' | 'status' | 'nextAttemptAt'> {
  if (typeof outcome === 'string') return { attempts, failures, status: 'GAVE_UP', nextAttemptAt: null }
  const kept = [...attempts, outcome].slice(-keptAttempts)
  if (outcome.failure === null) return { attempts: kept, failures, status: 'DELIVERED', nextAttemptAt: null }
  const nextAttemptAt = nextAttempt(failures + 1, at, random)
  return { attempts: kept, failures: failures + 1, status: nextAttemptAt ? 'WAITING' : 'GAVE_UP', nextAttemptAt }
}
