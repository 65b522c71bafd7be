import type { ResponseLimits } from '../settings/config.ts'
import { RequestError } from '../errors/request-error.ts'

/** Smaller responses are not counted. A connection has at most one unread response. */
export const countedFrom = 16 * 1024

/** One session can use this part of the memory, so that others are served while it reads slowly. */
const sharesPerMemory = 4

/** A response that is too large (BAD_USER_INPUT), or for which there is no room (UNAVAILABLE). Nothing was written. */
export class ResponseExcess extends RequestError {}

/** Nobody reads the response, so that nothing more is read for it. What a mutation writes is written all the same. */
export class CallerLeft extends ResponseExcess {}

/** The bytes of all large responses that are being built or that their clients have not read yet. */
export class ResponseMemory {
  /** Of one response, in bytes. */
  readonly maximumSize: number
  readonly #maximum: number
  readonly #maximumShare: number
  readonly #shares = new Map<string, number>()
  total = 0

  constructor({ size, memory }: ResponseLimits) {
    this.maximumSize = size
    this.#maximum = Math.max(memory, size)
    this.#maximumShare = Math.max(Math.floor(memory / sharesPerMemory), size)
  }

  /** Whether this many bytes are free, in total and for the session. */
  hasRoom(session: string, bytes: number): boolean {
    const used = this.#shares.get(session) ?? 0
    return used + bytes <= this.#maximumShare && this.total + bytes <= this.#maximum
  }

  /** Adds bytes; a negative number releases them. */
  add(session: string, bytes: number): void {
    this.total += bytes
    const used = (this.#shares.get(session) ?? 0) + bytes
    if (used > 0) this.#shares.set(session, used)
    else this.#shares.delete(session)
  }
}

/**
 * The bytes of one response: first those of the texts loaded for it, then those of its body. They are counted until the response
 * is closed and all of its operations have ended.
 */
export class ResponseBudget {
  /** The bytes of the response so far. */
  charged = 0
  /** The error to return instead of a result. From then on nothing more is charged. */
  excess: RequestError | undefined
  /** Whether the client has received the response or disconnected. */
  isClosed = false
  /** Is called when that happens. */
  onClosed: (() => void) | undefined
  readonly #memory: ResponseMemory
  readonly #sessionOf: () => string
  #session: string | undefined
  /** The response, and the operations that run. */
  #holders = 1
  #counted = 0
  #isReserved = false

  /** `sessionOf` returns the session whose share is used. It stays the same once something is counted. */
  constructor(memory: ResponseMemory, sessionOf: () => string) {
    this.#memory = memory
    this.#sessionOf = sessionOf
  }

  /** Adds bytes that are loaded. Sets `excess` if they are too many. */
  charge(bytes: number): void {
    if (!this.#isReserved) this.growTo(this.charged + bytes)
  }

  /** Sets `excess` unless a result of this size would fit. Later, what is loaded for it is not charged. */
  reserve(bytes: number): void {
    this.growTo(bytes)
    this.#isReserved = true
  }

  /** Raises the bytes to those of the result or of the body. Sets `excess` if they are too many. */
  growTo(bytes: number): void {
    if (this.excess || bytes <= this.charged) return
    const { maximumSize } = this.#memory
    if (bytes > maximumSize) {
      const message = `The response may have at most ${maximumSize / 1024} KiB. Request fewer items or fields at once.`
      this.excess = new ResponseExcess('BAD_USER_INPUT', message)
    } else if (bytes > countedFrom) this.requireRoom(bytes - this.#counted)
    if (!this.excess) this.settle((this.charged = bytes))
  }

  /** Sets `excess` unless so many more bytes would fit, by default those of the largest response. */
  requireRoom(bytes = this.#memory.maximumSize): void {
    if (this.#memory.hasRoom(this.#session ?? this.#sessionOf(), bytes)) return
    const message = 'Too many large responses have not been read yet. Nothing was written.'
    this.excess ??= new ResponseExcess('UNAVAILABLE', message)
  }

  /** Runs an operation. Its bytes are counted until it has ended, even if the response is closed before. */
  async holdWhile<Result>(operation: () => PromiseLike<Result> | Result): Promise<Result> {
    this.#holders++
    try {
      return await operation()
    } finally {
      this.#release()
    }
  }

  /** The response has been read, or its connection is closed. */
  closed(): void {
    this.isClosed = true
    // An operation still runs, for nobody.
    if (this.#holders > 1) this.excess ??= new CallerLeft('UNAVAILABLE', 'The caller has left.')
    this.onClosed?.()
    this.#release()
  }

  #release(): void {
    this.#holders--
    this.settle(this.#counted)
  }

  /**
   * Sets the bytes to those of the finished body, which replaces everything that was loaded. Only this method adds to the
   * memory and takes from it.
   */
  settle(bytes: number): void {
    const counted = this.#holders > 0 && bytes > countedFrom ? bytes : 0
    if (counted === this.#counted) return
    this.#memory.add((this.#session ??= this.#sessionOf()), counted - this.#counted)
    this.#counted = counted
  }
}
