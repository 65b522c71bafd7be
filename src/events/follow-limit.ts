import { requireCredentials } from '../viewer/viewer.ts'
import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'
import type { Config } from '../settings/config.ts'

const total = 'total'

/** Limits how many streams are open, in total and from an address, and how much a session holds open. */
export class FollowLimit {
  readonly #limits: Config['events']
  readonly #held = new Map<string, number>()

  constructor(limits: Config['events']) {
    this.#limits = limits
  }

  /** Counts a stream, a subscription or a request that waits, until it is disposed. Throws RATE_LIMITED and UNAVAILABLE. */
  begin(context: RequestContext, isStream: boolean): Disposable {
    const { maxStreams, maxStreamsPerSession: perSession, maxStreamsPerAddress: perAddress } = this.#limits
    const session = `session ${requireCredentials(context).tokenHash}`
    const address = `address ${context.callerAddress?.()}`
    const counted = new Set(isStream ? [session, address, total] : [session])
    const isFull = (name: string, maximum: number) => counted.has(name) && this.#of(name) >= maximum
    if (isFull(session, perSession)) throw tooMany(`${perSession} streams and waiting requests of a session`)
    if (isFull(address, perAddress)) throw tooMany(`${perAddress} streams from an address`)
    if (isFull(total, maxStreams)) throw new RequestError('UNAVAILABLE', 'Too many streams are open.')
    this.#add(counted, 1)
    const end = () => {
      this.#add(counted, -1)
      counted.clear()
    }
    return { [Symbol.dispose]: end }
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
