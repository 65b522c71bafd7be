import { BrokenCircuitError, circuitBreaker, CircuitState, handleWhen } from 'cockatiel'
import { DatabaseUnavailable, isAnswered, isUnanswered } from '../unavailable.ts'

/** How long the circuit stays open before one statement probes the database. */
const openMs = 1_000

/**
 * Returns a function that runs work on the database, or throws DatabaseUnavailable at once while the database does not respond. Opens the
 * circuit when a statement times out, unless others were answered in the meantime. `timeoutMs`: how long a statement
 * waits for its response.
 */
export function databaseBreaker(timeoutMs: number) {
  let lastAnswer = -Infinity
  const breaker = {
    state: undefined,
    success() {},
    // The last responses arrive shortly after the first statement without a response was sent.
    failure: () => lastAnswer < performance.now() - timeoutMs * 0.8,
  }
  const policy = circuitBreaker(handleWhen(isUnanswered), { halfOpenAfter: openMs, breaker })
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    // The policy would let others wait for the probe, which may take as long as the timeout.
    if (policy.state === CircuitState.HalfOpen) throw new DatabaseUnavailable(new BrokenCircuitError())
    try {
      const result = await policy.execute(work)
      lastAnswer = performance.now()
      return result
    } catch (error) {
      // An error of PostgreSQL is an answer, for example because a caller's statement reached its time limit.
      if (isAnswered(error)) lastAnswer = performance.now()
      throw error instanceof BrokenCircuitError ? new DatabaseUnavailable(error) : error
    }
  }
}
