/** Work that a process does again at an interval, one run at a time. */
export class PeriodicTask {
  /** Whether the process is stopping. A run that takes long should end then. */
  isClosing = false
  readonly #intervalMs: number
  readonly #work: () => Promise<void>
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  /** `work` must not reject. */
  constructor(intervalMs: number, work: () => Promise<void>) {
    this.#intervalMs = intervalMs
    this.#work = work
  }

  get isStarted(): boolean {
    return this.#timer !== undefined
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** The first run begins after the interval. */
  start(): void {
    this.#timer = setInterval(() => void this.run(), this.#intervalMs).unref()
  }

  /** Begins a run, or waits for the one that is under way. */
  async run(): Promise<void> {
    this.#running ??= this.#work().finally(() => (this.#running = undefined))
    await this.#running
  }

  /** Begins a run after the one that is under way. Calls during a run share the next one. */
  async runAgain(): Promise<void> {
    await this.#running
    await this.run()
  }

  /** Resolves when the last run has ended. */
  async close(): Promise<void> {
    this.isClosing = true
    clearInterval(this.#timer)
    await this.#running
  }
}
