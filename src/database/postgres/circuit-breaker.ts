import { BrokenCircuitError, circuitBreaker, CircuitState, handleWhen, type IBreaker } from 'cockatiel'
import { DatabaseUnavailable, isAnswered, isUnanswered } from '../unavailable.ts'

/** How long the circuit stays open before one statement probes the database. */
const openMs = 1_000

/** Opens the circuit when a statement times out, unless others were answered in the meantime. */
class TimeoutBreaker implements IBreaker {
  state: unknown
  #timeoutMs: number
  #lastSuccess = -Infinity

  constructor(timeoutMs: number) {
    // The last responses arrive shortly after the first statement without a response was sent.
    this.#timeoutMs = timeoutMs * 0.8
  }

  success(): void {
    this.#lastSuccess = performance.now()
  }

  failure(): boolean {
    return this.#lastSuccess < performance.now() - this.#timeoutMs
  }
}

/** Runs work on the database, or throws DatabaseUnavailable at once while the database does not respond. */
export type Breaker = <Result>(work: () => Promise<Result>) => Promise<Result>

/** `timeoutMs`: how long a statement waits for its response. */
export function databaseBreaker(timeoutMs: number): Breaker {
  const policy = circuitBreaker(handleWhen(isUnanswered), {
    halfOpenAfter: openMs,
    breaker: new TimeoutBreaker(timeoutMs),
  })
  return async (work) => {
    // The policy would let others wait for the probe, which may take as long as the timeout.
    if (policy.state === CircuitState.HalfOpen) throw new DatabaseUnavailable(new BrokenCircuitError())
    try {
      const outcome = await policy.execute(() => work().then(succeeded, failedIfAnswered))
      if ('error' in outcome) throw outcome.error
      return outcome.result
    } catch (error) {
      throw error instanceof BrokenCircuitError ? new DatabaseUnavailable(error) : error
    }
  }
}

const succeeded = <Result>(result: Result) => ({ result })

/** An error of PostgreSQL is an answer, for example because a caller's statement reached its time limit. */
function failedIfAnswered(error: unknown): { error: unknown } {
  if (!isAnswered(error)) throw error
  return { error }
}
