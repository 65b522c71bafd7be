import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, requireCredentials } from '../viewer/viewer.ts'
import { RequestError } from '../errors/request-error.ts'
import type { Config } from '../settings/config.ts'

const total = 'total'

/** Limits how many streams are open, in total and from an address, and how much a session holds open. */
class FollowLimit {
  readonly #limits: Config['events']
  readonly #held = new Map<string, number>()

  constructor(limits: Config['events']) {
    this.#limits = limits
  }

  /** Counts a stream, a subscription or a request that waits, until it is disposed, once. Throws RATE_LIMITED and UNAVAILABLE. */
  begin(caller: Caller & { callerAddress?: () => string }, isStream: boolean): Disposable {
    const { maxStreams, maxStreamsPerSession: perSession, maxStreamsPerAddress: perAddress } = this.#limits
    const session = `session ${requireCredentials(caller).tokenHash}`
    const address = `address ${caller.callerAddress?.()}`
    const counted = new Set(isStream ? [session, address, total] : [session])
    const isFull = (name: string, maximum: number) => counted.has(name) && this.#of(name) >= maximum
    if (isFull(session, perSession)) throw tooMany(`${perSession} streams and waiting requests of a session`)
    if (isFull(address, perAddress)) throw tooMany(`${perAddress} streams from an address`)
    if (isFull(total, maxStreams)) throw new RequestError('UNAVAILABLE', 'Too many streams are open.')
    this.#add(counted, 1)
    return { [Symbol.dispose]: () => this.#add(counted, -1) }
  }

  #of(name: string): number {
    return this.#held.get(name) ?? 0
  }

  #add(names: Iterable<string>, difference: number): void {
    for (const name of names) {
      const held = this.#of(name) + difference
      if (held > 0) this.#held.set(name, held)
      else this.#held.delete(name)
    }
  }
}

const tooMany = (what: string) => new RequestError('RATE_LIMITED', `At most ${what} may be open.`)

/** Over which time streams end, so that their clients do not all come back at once. */
const endingMs = 1_000

/** Ends with the process. */
interface Open {
  close(): void
  /** Is aborted when it ends. */
  readonly signal: AbortSignal
}

/** The streams of this process, and the requests that wait for events. */
export class OpenStreams {
  readonly limit: FollowLimit
  readonly #streams = new Set<Open>()
  readonly #waiting = new Set<Open>()
  #isClosing = false

  constructor(limits: Config['events']) {
    this.limit = new FollowLimit(limits)
  }

  /** How many streams are open. */
  get count(): number {
    return this.#streams.size
  }

  /** Adds a stream. Throws UNAVAILABLE if the process is ending. */
  add(stream: Open): void {
    if (this.#isClosing) throw new RequestError('UNAVAILABLE', 'The service is shutting down.')
    keep(this.#streams, stream)
  }

  /** Adds a request that waits. It waits no more if the process is ending. */
  addWaiting(request: Open): void {
    keep(this.#waiting, request)
    if (this.#isClosing) request.close()
  }

  /** Ends all streams, spread over a second, and what waits. No stream is opened from now on. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const request of this.#waiting) request.close()
    await Promise.all(
      Array.from(this.#streams, async (stream) => {
        await sleep(Math.random() * endingMs)
        stream.close()
      }),
    )
  }
}

function keep(kept: Set<Open>, open: Open): void {
  kept.add(open)
  open.signal.addEventListener('abort', () => kept.delete(open))
}
