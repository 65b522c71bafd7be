import { RequestError } from '../errors.ts'

export const windowMs = 60_000

/** What was used in a minute that begins with the first use in it. */
export interface Window {
  /** Whose it is; empty where no other process may know it. */
  key: string
  used: number
  /** How much of it other processes know, or came from them. */
  shared: number
  /** On the clock of whoever keeps it; 0 before the first use. */
  endsAt: number
}

/** Refused because too much was used. Its headers tell what, and when to come back. */
export class RateLimited extends RequestError {
  readonly headers: Record<string, string>

  constructor(message: string, headers: Record<string, string>) {
    super('RATE_LIMITED', message)
    this.headers = headers
  }
}

/** Is told of windows of which the other processes should know; once in each minute of theirs. */
export interface Sharing {
  add(name: string, window: Window): void
}

/** What other processes need not know: less than one of so many parts of a limit. */
const parts = 20

/** How much may be used in a minute, and what is said of it (draft-ietf-httpapi-ratelimit-headers). */
export class Quota {
  readonly limit: number
  /** The value of the RateLimit-Policy header. */
  readonly policy: string
  readonly #name: string
  readonly #refusal: string
  readonly #sharing: Sharing | undefined
  /** 0 where nothing is shared. */
  readonly #worthSharing: number

  constructor(name: string, limit: number, refusal: string, sharing: Sharing | undefined) {
    this.limit = limit
    this.policy = `"${name}";q=${limit};w=${windowMs / 1000}`
    this.#name = name
    this.#refusal = refusal
    this.#sharing = sharing
    this.#worthSharing = sharing ? Math.ceil(limit / parts) : 0
  }

  remaining(window: Window, now: number): number {
    return now < window.endsAt ? Math.max(this.limit - window.used, 0) : this.limit
  }

  /** Throws RATE_LIMITED where nothing remains. */
  require(window: Window, now: number): void {
    if (this.remaining(window, now) > 0) return
    throw new RateLimited(this.#refusal, {
      'retry-after': String(secondsLeft(window, now)),
      'ratelimit-policy': this.policy,
      ratelimit: this.state(window, now),
    })
  }

  use(window: Window, now: number): void {
    if (now >= window.endsAt) {
      window.used = 0
      window.shared = 0
      window.endsAt = now + windowMs
    }
    if (++window.used === this.#worthSharing) this.#sharing?.add(this.#name, window)
  }

  /** The value of the RateLimit header. */
  state(window: Window, now: number): string {
    return `"${this.#name}";r=${this.remaining(window, now)};t=${secondsLeft(window, now)}`
  }
}

/** Whole seconds, at least one: rounded down, a caller would come back too early. */
function secondsLeft({ endsAt }: Window, now: number): number {
  return Math.max(Math.ceil((endsAt - now) / 1000), 1)
}
