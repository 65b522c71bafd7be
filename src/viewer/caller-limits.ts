import { RequestError } from '../errors/request-error.ts'
import { type Caller, requireCredentials } from './viewer.ts'

/** How much may be held at a time. What has no maximum is not counted. */
interface Maxima {
  session: number
  address?: number
  total?: number
}

/** What is counted, in the plural. Of a session, it may be more. */
interface Nouns {
  held: string
  ofSession?: string
}

const total = 'total'

/** Limits how much callers hold at a time: a session, an address, and all together. */
export class CallerLimits {
  readonly #held = new Map<string, number>()

  /** How much is held of what has a maximum in total. */
  get total(): number {
    return this.#of(total)
  }

  /** Counts something until it is disposed, once. Throws RATE_LIMITED and UNAVAILABLE. */
  begin(
    caller: Caller & { callerAddress?: () => string },
    { session: perSession, address: perAddress, total: maximum }: Maxima,
    { held, ofSession = held }: Nouns,
  ): Disposable {
    const session = `session ${requireCredentials(caller).tokenHash}`
    const address = `address ${caller.callerAddress?.()}`
    const isFull = (name: string, most: number | undefined) => most !== undefined && this.#of(name) >= most
    if (isFull(session, perSession)) throw tooMany(`${perSession} ${ofSession} of a session`)
    if (isFull(address, perAddress)) throw tooMany(`${perAddress} ${held} from an address`)
    if (isFull(total, maximum)) throw new RequestError('UNAVAILABLE', `Too many ${held} are open.`)
    const counted = new Set([
      session,
      ...(perAddress === undefined ? [] : [address]),
      ...(maximum === undefined ? [] : [total]),
    ])
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
