import { backoffMs, retryAfterMs, sleep } from './backoff.ts'
import { ConnectionError, CursorExpiredError, type Problem, ProblemError } from './errors.ts'
import { MessageReader } from './event-stream.ts'
import type { components, operations } from './generated/openapi.ts'

/** A change of a case. `kind` says what happened, and `cursor` is the place after it. */
export type FeedEvent = components['schemas']['FollowedEvent']

/** Which events are delivered: the query parameters of `GET /api/v4/events`. */
export type EventFilter = Omit<NonNullable<operations['caseEvents']['parameters']['query']>, 'after' | 'first'>

export interface EventOptions {
  filter?: EventFilter | undefined
  /** Delivers the events after this cursor. `latest` is now. Without it, the events begin with the oldest one that is kept. */
  after?: string | undefined
  /** Ends the iteration, without an error. */
  signal?: AbortSignal | undefined
  /** Called each time the connection is lost or rejected, before it is opened again. */
  onDisconnect?: ((reason: ConnectionError | ProblemError) => void) | undefined
  /** If nothing arrives for this number of milliseconds, the connection is opened again. 40,000 by default. The service sends something every 15 seconds. */
  silenceMs?: number | undefined
}

/** An open stream of server-sent events, or a response with a problem. */
export type OpenedStream = { body: ReadableStream<Uint8Array> } | { problem: Problem; response: Response }

interface Source extends Omit<EventOptions, 'filter'> {
  /** Opens the stream after a cursor. */
  open(after: string | undefined, signal: AbortSignal): Promise<OpenedStream>
  /** How often the first connection is tried again. Later ones are tried until the iteration ends. */
  retries: number
}

const maximumBackoffMs = 30_000
const maximumRetryAfterMs = 60_000

/** The events of the feed, in order. Iterate over it only once. It holds one connection, and reads an event when it is asked for. */
export class EventFeed implements AsyncIterableIterator<FeedEvent> {
  readonly #source: Source
  readonly #ending = new AbortController()
  readonly #events: AsyncGenerator<FeedEvent, undefined>
  #cursor: string | undefined

  constructor(source: Source) {
    this.#source = source
    this.#cursor = source.after
    this.#events = this.#follow()
  }

  /** The place after the last event that was delivered. It also advances when no event matches the filter. */
  get cursor(): string | undefined {
    return this.#cursor
  }

  next(): Promise<IteratorResult<FeedEvent, undefined>> {
    return this.#events.next()
  }

  /** Closes the connection at once, even while waiting for an event. `break` calls this. */
  return(): Promise<IteratorResult<FeedEvent, undefined>> {
    this.#ending.abort()
    return this.#events.return(undefined)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async *#follow(): AsyncGenerator<FeedEvent, undefined> {
    const { signal, retries, onDisconnect } = this.#source
    const end = () => this.#ending.abort()
    if (signal?.aborted) return
    signal?.addEventListener('abort', end, { once: true })
    const progress = { failures: 0, wasOpen: false }
    try {
      while (!this.#ending.signal.aborted) {
        let reason: ConnectionError | ProblemError = new ConnectionError('The service ended the stream.')
        try {
          yield* this.#connection(progress)
        } catch (error) {
          reason = error instanceof ProblemError || error instanceof ConnectionError ? error : disconnection(error)
        }
        if (this.#ending.signal.aborted) return
        if (isFinal(reason) || (!progress.wasOpen && progress.failures >= retries)) throw reason
        onDisconnect?.(reason)
        const response = 'response' in reason ? reason.response : undefined
        const askedMs = Math.min(retryAfterMs(response), maximumRetryAfterMs)
        await sleep(askedMs + backoffMs(progress.failures++, maximumBackoffMs), this.#ending.signal).catch(() => {})
      }
    } finally {
      signal?.removeEventListener('abort', end)
    }
    return undefined
  }

  /** The events of one connection. Closes it afterwards. */
  async *#connection(progress: { failures: number; wasOpen: boolean }): AsyncGenerator<FeedEvent> {
    const { open, silenceMs = 40_000 } = this.#source
    const connection = new AbortController()
    const close = () => connection.abort()
    this.#ending.signal.addEventListener('abort', close, { once: true })
    let bytes: ReadableStreamDefaultReader<Uint8Array> | undefined
    try {
      const opened = await within(silenceMs, connection, () => open(this.#cursor, connection.signal))
      if ('problem' in opened) throw refusal(opened)
      const body = (bytes = opened.body.getReader())
      const [decoder, reader] = [new TextDecoder(), new MessageReader()]
      for (;;) {
        const { done, value } = await within(silenceMs, connection, () => body.read())
        if (done) return
        for (const { id, data } of reader.read(decoder.decode(value, { stream: true }))) {
          const event = data === '' ? undefined : ({ cursor: id, ...JSON.parse(data) } as FeedEvent)
          progress.failures = 0
          progress.wasOpen = true
          this.#cursor = id
          if (event) yield event
          if (this.#ending.signal.aborted) return
        }
      }
    } finally {
      this.#ending.signal.removeEventListener('abort', close)
      close()
      // In Node, the signal may be lost in a garbage collection, and a `fetch` of the caller may not pass it on.
      bytes?.cancel().catch(() => {})
    }
  }
}

/** The error response to an attempt to open the stream. */
class Refusal extends ProblemError {
  readonly response: Response

  constructor(problem: Problem, response: Response) {
    super(problem)
    this.response = response
  }
}

function refusal({ problem, response }: { problem: Problem; response: Response }): ProblemError {
  return problem.status === 410 ? new CursorExpiredError(problem) : new Refusal(problem, response)
}

function disconnection(cause: unknown): ConnectionError {
  return new ConnectionError(`The connection to the stream was lost (${(cause as Error).message}).`, { cause })
}

/** Whether another attempt would have the same outcome. Limits are temporary. */
function isFinal(reason: ConnectionError | ProblemError): boolean {
  if (!(reason instanceof ProblemError)) return false
  const { status } = reason.problem
  return status < 500 && status !== 408 && status !== 429
}

/** Aborts a connection if `start` does not finish in time. Rejects when it is aborted, even if `start` ignores its signal. */
function within<T>(ms: number, connection: AbortController, start: () => Promise<T>): Promise<T> {
  const { signal } = connection
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    const timer = setTimeout(() => connection.abort(new ConnectionError(`Nothing arrived for ${ms} ms.`)), ms)
    signal.addEventListener('abort', giveUp, { once: true })
    start()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      })
  })
}
