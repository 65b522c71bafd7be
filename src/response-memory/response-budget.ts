import type { Caller } from '../auth/viewer.ts'
import { RequestError } from '../errors.ts'
import type { ResponseMemory } from './response-memory.ts'

/** Smaller responses are not counted. A connection has at most one unread response. */
export const countedFrom = 16 * 1024

/**
 * The bytes of one response: first those of the texts loaded for it, then those of its body. They are counted until the response
 * is closed and all of its operations have ended.
 */
export class ResponseBudget {
  readonly #memory: ResponseMemory
  readonly #request: { readonly context: Caller }
  #holders = 1
  #isClosed = false
  #isExecuted = false
  /** The bytes of the response so far. */
  #charged = 0
  /** The part of them that is counted in the memory, and the session whose share it uses. */
  #counted = 0
  #session = ''
  #excess: RequestError | undefined
  #refusal: RequestError | undefined

  /** Begins with the response. `closed` must be called when it ends. */
  constructor(memory: ResponseMemory, request: { readonly context: Caller }) {
    this.#memory = memory
    this.#request = request
  }

  /**
   * The session whose share of the memory is used. All requests without a valid session use one share. A token that was not
   * needed for the result has not been checked.
   */
  get session(): string {
    const { viewer, credentials } = this.#request.context
    const isValid = viewer ?? (viewer === undefined && !this.#isExecuted)
    return isValid && credentials ? credentials.tokenHash : ''
  }

  get charged(): number {
    return this.#charged
  }

  /** Set by the first charge that is too large: BAD_USER_INPUT or UNAVAILABLE. From then on nothing more is charged. */
  get excess(): RequestError | undefined {
    return this.#excess
  }

  /** The error to return instead of a result. */
  get refusal(): RequestError | undefined {
    return this.#refusal
  }

  /** Whether the client has received the response or disconnected. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Adds bytes to those that are loaded. Sets `excess` if they are too many. */
  charge(bytes: number): void {
    this.growTo(this.#charged + bytes)
  }

  /** Raises the bytes to those of the result. Sets `excess` if they are too many. */
  executed(bytes: number): void {
    this.#isExecuted = true
    this.growTo(bytes)
  }

  /** Raises the bytes to those of the whole response. Sets `excess` if they are too many. */
  growTo(bytes: number): void {
    if (this.#excess || bytes <= this.#charged) return
    const { maximumSize } = this.#memory
    if (bytes > maximumSize) this.#excess = tooLarge(maximumSize)
    else if (bytes > countedFrom && !this.#memory.hasRoom(this.session, bytes - this.#counted)) {
      this.#excess = tooManyUnread()
    } else this.settle((this.#charged = bytes))
  }

  /** Returns an error instead of the result if there was an excess. */
  refuseExcess(): void {
    this.#refusal = this.#excess
  }

  /** Sets `refusal` unless the largest response would fit. */
  refuseUnlessRoom(): void {
    if (!this.#memory.hasRoom(this.session, this.#memory.maximumSize)) this.refuse()
  }

  refuse(): void {
    this.#refusal = this.#excess ??= tooManyUnread()
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
    this.#isClosed = true
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
    const { session } = this
    this.#memory.add(this.#session, -this.#counted)
    this.#memory.add(session, counted)
    this.#session = session
    this.#counted = counted
  }
}

function tooLarge(maximum: number): RequestError {
  return new RequestError(
    'BAD_USER_INPUT',
    `The response may have at most ${maximum / 1024} KiB. Request fewer items or fields at once.`,
  )
}

function tooManyUnread(): RequestError {
  return new RequestError('UNAVAILABLE', 'Too many large responses have not been read yet. Nothing was written.')
}
