/** Work that a process does again at an interval, one run at a time. */
export abstract class PeriodicTask {
  /** Whether the process is stopping. A run that takes long should end then. */
  protected isClosing = false
  readonly #intervalMs: number
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  /** Does the work once. Must not reject. */
  protected abstract work(): Promise<void>

  protected get isStarted(): boolean {
    return this.#timer !== undefined
  }

  protected get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** The first run begins after the interval, unless a class begins one at once. */
  start(): void {
    this.#timer = setInterval(() => void this.run(), this.#intervalMs).unref()
  }

  /** Begins a run, or waits for the one that is under way. Never rejects: what fails is tried the next time. */
  async run(): Promise<void> {
    this.#running ??= this.work().finally(() => (this.#running = undefined))
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
