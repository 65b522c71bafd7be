import type { Caller } from '../auth/viewer.ts'
import { RequestError } from '../errors.ts'
import type { ResponseMemory } from './response-memory.ts'

/** Smaller responses are not counted. A connection has at most one unread response. */
export const countedFrom = 16 * 1024

/** The bytes of one response: first those of the texts loaded for it, then those of its body. */
export class ResponseBudget {
  readonly #memory: ResponseMemory
  /** Identifies whose share of the memory is used. */
  readonly session: string
  #charged = 0
  /** The part of the charged bytes that the memory knows of. */
  #counted = 0
  #isRunning = true
  #isSent = false
  #excess: RequestError | undefined
  #refusal: RequestError | undefined

  constructor(memory: ResponseMemory, session: string) {
    this.#memory = memory
    this.session = session
  }

  /** The bytes charged so far. */
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

  /** Adds bytes to the response. Sets `excess` if they are too many. */
  charge(bytes: number): void {
    this.growTo(this.#charged + bytes)
  }

  /** Raises the bytes to those of the whole response. Sets `excess` if they are too many. */
  growTo(bytes: number): void {
    if (this.#excess || bytes <= this.#charged) return
    this.#excess =
      bytes > this.#memory.maximumSize
        ? tooLarge(this.#memory.maximumSize)
        : bytes > countedFrom && !this.#memory.take(this.session, bytes - this.#counted)
          ? tooManyUnread()
          : undefined
    if (this.#excess) return
    this.#charged = bytes
    if (bytes > countedFrom) this.#counted = bytes
  }

  /** Reserves the bytes of a result before execution. Sets `refusal` if they are too many. */
  reserve(bytes: number): void {
    this.growTo(bytes)
    this.refuseExcess()
  }

  refuseExcess(): void {
    this.#refusal = this.#excess
  }

  /** Sets `refusal` unless the largest response would fit, or `isWanted` is false. */
  refuseUnlessRoom(isWanted = true): void {
    if (!isWanted || !this.#memory.hasRoom(this.session)) this.#refusal = this.#excess ??= tooManyUnread()
  }

  /**
   * Sets the bytes to those of the finished body, which replaces everything that was loaded. The budget may be created for
   * the body, after the operation has been executed.
   */
  settle(bytes: number): void {
    this.#isRunning = false
    const counted = bytes > countedFrom && !this.#isSent ? bytes : 0
    this.#memory.add(this.session, counted - this.#counted)
    this.#counted = counted
  }

  /** Whether nobody waits for the response any more. */
  get isSent(): boolean {
    return this.#isSent
  }

  /** The operation has been executed. */
  executed(): void {
    this.#isRunning = false
    if (this.#isSent) this.settle(0)
  }

  /** The response has been read, or its connection is closed. An operation that is still running keeps its texts. */
  sent(): void {
    this.#isSent = true
    if (!this.#isRunning) this.settle(0)
  }
}

/** The part of a request's context that the budget of its response belongs to. */
export interface BudgetOwner extends Caller {
  readonly services: { responseMemory: ResponseMemory }
  /** Set by budgetOf() if the response may be large. */
  responseBudget?: ResponseBudget | undefined
}

/** The budget of a request, created on first use. Requests without a valid session share the memory of one session. */
export function budgetOf(context: BudgetOwner): ResponseBudget {
  const { viewer, credentials, services } = context
  const session = viewer !== null && credentials ? credentials.tokenHash : ''
  return (context.responseBudget ??= new ResponseBudget(services.responseMemory, session))
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
