import { DatabaseUnavailable, isRefusal, isUnanswered } from './unavailable.ts'

/** For so long nobody tries again, and all who wait in queues are told. */
const pauseMs = 1_000

/**
 * Knows a database that takes requests and answers none. While it is silent, one request at a time finds out whether
 * it is back, and every other one is told at once that it is away, instead of waiting for the same in turn.
 */
export class CircuitBreaker {
  #patienceMs: number
  #asking = 0
  #lastAnswer = 0
  #lastSilence = 0

  /** `timeoutMs`: after how long a statement counts as unanswered. */
  constructor(timeoutMs: number) {
    // The last answers come shortly after the first statement has left that gets none.
    this.#patienceMs = timeoutMs * 0.8
  }

  async watch<Result>(ask: () => Promise<Result>): Promise<Result> {
    const isSilent = this.#lastSilence > this.#lastAnswer
    if (isSilent && (this.#asking > 0 || performance.now() < this.#lastSilence + pauseMs)) {
      throw new DatabaseUnavailable(new Error('The database has not answered for a while.'), false)
    }
    this.#asking++
    try {
      const result = await ask()
      this.#lastAnswer = performance.now()
      return result
    } catch (error) {
      const now = performance.now()
      if (isRefusal(error)) this.#lastAnswer = now
      // Where another request was answered meanwhile, the statement is slow and not the database.
      if (isUnanswered(error) && this.#lastAnswer < now - this.#patienceMs) this.#lastSilence = now
      throw error
    } finally {
      this.#asking--
    }
  }
}
