import { setTimeout as sleep } from 'node:timers/promises'
import { CallerLimits } from '../viewer/caller-limits.ts'
import { RequestError } from '../errors/request-error.ts'
import type { Config } from '../settings/config.ts'

/** Over which time streams end, so that their clients do not all come back at once. */
const endingMs = 1_000

/** The streams of this process, and the requests that wait for events. */
export class OpenStreams {
  readonly #limits: Config['events']
  readonly #held = new CallerLimits()
  readonly #streams = new Set<AbortController>()
  readonly #waiting = new Set<AbortController>()
  #isClosing = false

  constructor(limits: Config['events']) {
    this.#limits = limits
  }

  /** How many streams are open. */
  get count(): number {
    return this.#streams.size
  }

  /**
   * Counts a stream, a subscription or a request that waits, until it is disposed: in total and from an address, and what a session holds
   * open. Throws RATE_LIMITED and UNAVAILABLE.
   */
  hold(caller: Parameters<CallerLimits['begin']>[0], isStream: boolean): Disposable {
    const { maxStreams: total, maxStreamsPerSession: session, maxStreamsPerAddress: address } = this.#limits
    const maxima = isStream ? { session, address, total } : { session }
    return this.#held.begin(caller, maxima, { held: 'streams', ofSession: 'streams and waiting requests' })
  }

  /** Adds a stream, which ends when it is aborted. Throws UNAVAILABLE if the process is ending. */
  add(stream: AbortController): void {
    if (this.#isClosing) throw new RequestError('UNAVAILABLE', 'The service is shutting down.')
    keep(this.#streams, stream)
  }

  /** Adds a request that waits. It waits no more if the process is ending. */
  addWaiting(request: AbortController): void {
    keep(this.#waiting, request)
    if (this.#isClosing) request.abort()
  }

  /** Ends all streams, spread over a second, and what waits. No stream is opened from now on. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const request of this.#waiting) request.abort()
    await Promise.all(
      Array.from(this.#streams, async (stream) => {
        await sleep(Math.random() * endingMs)
        stream.abort()
      }),
    )
  }
}

function keep(kept: Set<AbortController>, open: AbortController): void {
  kept.add(open)
  open.signal.addEventListener('abort', () => kept.delete(open))
}
