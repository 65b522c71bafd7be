import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace, { type Signals } from 'close-with-grace'
import type { Logger } from 'pino'
import { UsageError } from '../../errors/usage-error.ts'
import { createLogger } from '../../observability/logger.ts'
import type { WorkerMetrics } from '../../observability/worker-metrics.ts'
import type { Config } from '../../settings/config.ts'
import { InvalidSettings } from '../../settings/invalid-settings.ts'
import { shareOfWorker, workersProblem } from '../../settings/worker-share.ts'
import { announce } from './announce.ts'
import { exitAfter, flush, shutdownTimeoutMs } from './shutdown.ts'
import { closeUntaken } from './untaken-connections.ts'

/** A terminal and some process managers send a signal to all processes, and the primary tells its workers too. */
const stopSignals: Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']
const stopMessage = 'stop'

/** A worker that does not exit after its own time limit hangs. */
const hangingMs = 250
/** A worker that served for at least this long is replaced at once, others after a delay that doubles each time. */
const stableMs = 10_000
const firstDelayMs = 500
const longestDelayMs = 30_000

/** Serves in several processes on one port until SIGTERM or SIGINT. The workers run this command, too. */
export async function serveInWorkers(config: Config): Promise<void> {
  if (cluster.isWorker) return work(config)
  const problem = workersProblem(config)
  if (problem) throw new InvalidSettings({ WORKERS: problem })
  await supervise(config)
}

async function work(config: Config): Promise<void> {
  // Otherwise, the channel would keep a process running that could not start.
  process.channel?.unref()
  const { serve } = await import('./serve.ts')
  await serve(shareOfWorker(config), { signals: stopSignals, attach })
}

/** Stops once: at the first signal, or when the primary says so. */
function attach(url: string, close: () => void): void {
  let isStopping = false
  function stop(): void {
    if (!isStopping) close()
    isStopping = true
  }
  for (const signal of stopSignals) process.on(signal, stop)
  process.on('message', (message) => message === stopMessage && stop())
  const worker = cluster.worker!
  worker.once('disconnect', () => {
    // Node would end the process, and its running requests, because the primary is gone.
    worker.exitedAfterDisconnect = true
    stop()
  })
  process.send?.({ url })
}

async function supervise(config: Config): Promise<void> {
  const logger = await createLogger(config)
  const metrics = await startMetrics(config, logger)
  const workers = new Workers(config.workers, logger, metrics?.ofWorkers)
  // The first worker starts alone: if it cannot start, it says why, and the others could not start either.
  const first = workers.start()
  const url = await first.url
  if (url === undefined) {
    const { code, signal, err } = await first.ended
    await metrics?.close()
    if (err) throw err
    if (signal) throw new UsageError(`The first worker was ended by ${signal} while it was starting.`)
    process.exitCode = code ?? 1
    return
  }
  const others = Array.from({ length: config.workers - 1 }, () => workers.start())
  const delay = config.shutdownDelayMs + shutdownTimeoutMs + hangingMs
  const ends = { onSecondError: exitAfter, onSecondSignal: () => workers.kill(), onTimeout: () => workers.kill() }
  closeWithGrace({ delay, logger: null, ...ends }, async ({ signal, err }) => {
    if (err) exitAfter(err)
    logger.info({ signal }, 'Casegate is stopping')
    const isGraceful = await workers.stop()
    await metrics?.close()
    logger.info('Casegate has stopped')
    await flush(logger)
    if (!isGraceful) process.exit(1)
  })
  for (const started of [first, ...others]) void workers.keep(started)
  await Promise.all(others.map((started) => started.url))
  announce(config, logger, { url, metricsUrl: metrics?.url })
}

async function startMetrics({ host, metricsPort: port }: Config, logger: Logger) {
  if (port === undefined) return undefined
  const { WorkerMetrics } = await import('../../observability/worker-metrics.ts')
  const { serveMetrics } = await import('../../observability/metrics-endpoint.ts')
  const ofWorkers = new WorkerMetrics()
  return { ofWorkers, ...(await serveMetrics({ host, port }, () => ofWorkers.text(), logger)) }
}

interface Ending {
  code?: number | null
  signal?: string | null
  /** Why it could not be started. */
  err?: unknown
}

interface Started {
  pid: number | undefined
  /** Undefined if it ends before it listens. */
  url: Promise<string | undefined>
  ended: Promise<Ending>
}

class Workers {
  readonly #count: number
  readonly #logger: Logger
  readonly #metrics: WorkerMetrics | undefined
  readonly #running = new Map<Worker, Promise<Ending>>()
  readonly #stopping = new AbortController()

  constructor(count: number, logger: Logger, metrics: WorkerMetrics | undefined) {
    this.#count = count
    this.#logger = logger
    this.#metrics = metrics
  }

  start(): Started {
    // The primary has counted the cores.
    const worker = cluster.fork({ WORKERS: `${this.#count}` })
    closeUntaken(worker)
    const ended = new Promise<Ending>((resolve) => {
      worker.once('exit', (code, signal) => resolve({ code, signal }))
      worker.on('error', (err) => resolve({ err }))
    })
    this.#running.set(worker, ended)
    void ended.then(() => this.#running.delete(worker))
    const listening = new Promise<string>((resolve) => {
      worker.on('message', ({ url }: { url?: string }) => {
        if (url === undefined) return
        this.#metrics?.add(worker)
        if (this.#stopping.signal.aborted) worker.send(stopMessage, () => {})
        resolve(url)
      })
    })
    return { pid: worker.process.pid, ended, url: Promise.race([listening, ended.then(() => undefined)]) }
  }

  /** Starts another worker whenever one ends. */
  async keep(started: Started): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 0; ;) {
      // Starting does not count: on a busy machine, or if the database does not answer, a worker that cannot start takes long to end.
      let servesSince = Infinity
      void started.url.then((url) => {
        if (url !== undefined) servesSince = performance.now()
      })
      const ending = await started.ended
      if (signal.aborted) return
      failures = performance.now() - servesSince < stableMs ? failures + 1 : 0
      const ms = failures === 0 ? 0 : Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs)
      const level = ending.code === 0 ? 'warn' : 'error'
      this.#logger[level]({ worker: started.pid, ...ending, ms }, 'A worker has ended. Another one takes its place.')
      await sleep(ms, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      this.#metrics?.restarts.inc()
      started = this.#startAgain()
    }
  }

  /** If no other process can be started, for example for lack of memory, the others continue. */
  #startAgain(): Started {
    try {
      return this.start()
    } catch (err) {
      return { pid: undefined, url: Promise.resolve(undefined), ended: Promise.resolve({ err }) }
    }
  }

  /** Lets all workers finish their requests. Returns whether all of them have stopped gracefully. */
  async stop(): Promise<boolean> {
    this.#stopping.abort()
    for (const worker of this.#running.keys()) worker.send(stopMessage, () => {})
    const endings = await Promise.all(this.#running.values())
    // The signal may have ended a worker that was still starting.
    return endings.every(({ code, signal }) => code === 0 || stopSignals.some((each) => each === signal))
  }

  kill(): void {
    for (const worker of this.#running.keys()) worker.process.kill('SIGKILL')
  }
}
