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

  /** The bytes that are counted. */
  get total(): number {
    return this.#total
  }

  /** Whether this many bytes are free, in total and for the session. */
  hasRoom(session: string, bytes: number): boolean {
    const used = this.#bySession.get(session) ?? 0
    return used + bytes <= this.#maximumShare && this.#total + bytes <= this.#maximum
  }

  /** Adds bytes; a negative number releases them. */
  add(session: string, bytes: number): void {
    if (bytes === 0) return
    this.#total += bytes
    const used = (this.#bySession.get(session) ?? 0) + bytes
    if (used > 0) this.#bySession.set(session, used)
    else this.#bySession.delete(session)
  }
}
