import type { Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AggregatorRegistry, Counter, Registry } from 'prom-client'

type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

const question = 'metrics'

interface Answer {
  metrics: Metrics
}

/** If a worker does not answer within this time, its latest answer is used. */
const answerMs = 1_000

/** In a worker: sends its metrics to the primary whenever it asks. */
export function answerPrimary(registry: Registry, log: Logger) {
  function answer(message: unknown): void {
    if (message !== question) return
    registry.getMetricsAsJSON().then(
      // The primary may be gone.
      (metrics) => process.send?.({ metrics } satisfies Answer, undefined, undefined, () => {}),
      (error: unknown) => log.error({ err: error }, 'Cannot read the metrics.'),
    )
  }
  process.on('message', answer)
  return { url: undefined, close: async () => void process.off('message', answer) }
}

/** In the primary: the metrics of all workers together. */
export class WorkerMetrics {
  readonly #latest = new Map<Worker, Metrics>()
  readonly #asked = new Map<Worker, PromiseWithResolvers<void>>()
  /** The counters of workers that have ended. Without them a sum would fall, which looks like a restart of the whole service. */
  #counted: Metrics = []
  readonly #own = new Registry()
  readonly restarts = new Counter({
    name: 'casegate_worker_restarts_total',
    help: 'Workers that were started to replace one that ended.',
    registers: [this.#own],
  })

  /** Includes a worker that can answer. */
  add(worker: Worker): void {
    this.#latest.set(worker, [])
    worker.on('message', ({ metrics }: Partial<Answer>) => {
      if (!metrics) return
      this.#latest.set(worker, metrics)
      this.#settle(worker)
    })
    worker.once('exit', () => {
      const counted = this.#latest.get(worker)!.filter(({ type }) => /counter|histogram/.test(`${type}`))
      this.#latest.delete(worker)
      this.#settle(worker)
      this.#counted = together([this.#counted, counted]).getMetricsAsArray() as unknown as Metrics
    })
  }

  async text(): Promise<string> {
    const answers = Array.from(this.#latest.keys(), (worker) => this.#ask(worker))
    await Promise.race([Promise.all(answers), sleep(answerMs, undefined, { ref: false })])
    return together([...this.#latest.values(), this.#counted, await this.#own.getMetricsAsJSON()]).metrics()
  }

  /** Does not ask again before there is an answer. */
  #ask(worker: Worker): Promise<void> {
    const pending = this.#asked.get(worker)
    if (pending) return pending.promise
    const asked = Promise.withResolvers<void>()
    this.#asked.set(worker, asked)
    worker.send(question, () => {})
    return asked.promise
  }

  #settle(worker: Worker): void {
    this.#asked.get(worker)?.resolve()
    this.#asked.delete(worker)
  }
}

const together = (metrics: readonly Metrics[]) => AggregatorRegistry.aggregate([...metrics])
