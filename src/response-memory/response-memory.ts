import type { ResponseLimits } from '../config.ts'

/** One session can use this part of the memory, so that others are served while it reads slowly. */
const sharesPerMemory = 4

/** The bytes of all large responses that are being built or that their clients have not read yet. */
export class ResponseMemory {
  /** The maximum size of one response in bytes. */
  readonly maximumSize: number
  readonly #maximum: number
  readonly #maximumShare: number
  #total = 0
  readonly #bySession = new Map<string, number>()

  constructor({ size, memory }: ResponseLimits) {
    this.maximumSize = size
    this.#maximum = Math.max(memory, size)
    this.#maximumShare = Math.max(Math.floor(memory / sharesPerMemory), size)
  }

  get total(): number {
    return this.#total
  }

  /** Returns false, and adds nothing, if the bytes exceed what is left for the session or for all. */
  take(session: string, bytes: number): boolean {
    if (!this.#fits(session, bytes)) return false
    this.add(session, bytes)
    return true
  }

  /** Whether the largest response of the session would fit. */
  hasRoom(session: string): boolean {
    return this.#fits(session, this.maximumSize)
  }

  #fits(session: string, bytes: number): boolean {
    const used = this.#bySession.get(session) ?? 0
    return used + bytes <= this.#maximumShare && this.#total + bytes <= this.#maximum
  }

  /** Adds bytes that are in memory already; a negative number releases them. */
  add(session: string, bytes: number): void {
    this.#total += bytes
    const used = (this.#bySession.get(session) ?? 0) + bytes
    if (used > 0) this.#bySession.set(session, used)
    else this.#bySession.delete(session)
  }
}
