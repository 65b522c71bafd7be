import { BrokenCircuitError, circuitBreaker, CircuitState, handleWhen, type IBreaker } from 'cockatiel'
import { DatabaseUnavailable, isUnanswered } from './unavailable.ts'

/** How long the circuit stays open before one statement probes the database. */
const openMs = 1_000

/** Opens the circuit when a statement times out, unless other statements were answered in the meantime. */
class TimeoutBreaker implements IBreaker {
  state: unknown
  #timeoutMs: number
  #lastAnswer = -Infinity

  constructor(timeoutMs: number) {
    // The last answers arrive shortly after the first statement that gets none was sent.
    this.#timeoutMs = timeoutMs * 0.8
  }

  success(): void {
    this.#lastAnswer = performance.now()
  }

  failure(): boolean {
    return this.#lastAnswer < performance.now() - this.#timeoutMs
  }
}

/** Runs work on the database, or throws DatabaseUnavailable at once while the database does not answer. */
export type Breaker = <Result>(work: () => Promise<Result>) => Promise<Result>

/** `timeoutMs`: how long a statement waits for its answer. */
export function databaseBreaker(timeoutMs: number): Breaker {
  const policy = circuitBreaker(handleWhen(isUnanswered), {
    halfOpenAfter: openMs,
    breaker: new TimeoutBreaker(timeoutMs),
  })
  return async (work) => {
    // The policy would let others wait for the probe, which may take as long as the timeout.
    if (policy.state === CircuitState.HalfOpen) throw new DatabaseUnavailable(new BrokenCircuitError(), false)
    try {
      return await policy.execute(work)
    } catch (error) {
      throw error instanceof BrokenCircuitError ? new DatabaseUnavailable(error, false) : error
    }
  }
}
