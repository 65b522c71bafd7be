import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { RequestError } from '../../errors/request-error.ts'
import { currentResponse } from './client-errors.ts'
import { hasWaitingRequests } from './pipelining.ts'
import { discardBody } from './unread-body.ts'

/** Requests that run longer are waiting for a client or a database that does not respond. */
const drainMs = 8_000
/** For connections that neither send a request nor close. */
const lastConnectionsMs = 500

/** Counts the running requests, so that the server can stop without dropping one. */
export class RunningRequests {
  /** From the signal on, /readyz is 503. */
  isStopping = false
  /** After the delay, new requests are rejected. */
  isDraining = false
  #count = 0
  readonly #allFinished = Promise.withResolvers<void>()

  /** Returns whether the request is counted, and `end` must be called. Later requests do not delay the shutdown. */
  begin(): boolean {
    if (!this.isDraining) this.#count++
    return !this.isDraining
  }

  end(): void {
    if (--this.#count === 0 && this.isDraining) this.#allFinished.resolve()
  }

  async drain(server: Server): Promise<void> {
    this.isDraining = true
    if (this.#count === 0) this.#allFinished.resolve()
    const timeout = setTimeout(() => server.closeAllConnections(), drainMs)
    await this.#allFinished.promise
    clearTimeout(timeout)
  }
}

export interface DrainingOptions {
  runningRequests: RunningRequests
  /** How long requests are still accepted after /readyz has become 503. */
  shutdownDelayMs: number
  /** Ends the requests that last as long as their callers like. */
  endStreams(): Promise<void>
}

/** While the instance closes, running requests finish. New ones are rejected with 503 after the delay. */
export const draining = fp(async (app, { runningRequests, shutdownDelayMs, endStreams }: DrainingOptions) => {
  let accepted = 0
  app.server.on('connection', () => accepted++)

  /** A connection may still be in the system's queue. Node accepts one in a turn and reads from it in the next. */
  async function acceptPending(): Promise<void> {
    const end = performance.now() + lastConnectionsMs
    for (let quietTurns = 0; quietTurns < 3 && performance.now() < end; quietTurns++) {
      const before = accepted
      await nextTurn()
      if (accepted > before) quietTurns = 0
    }
  }

  app.addHook('onRequest', (request, reply, next) => {
    if (!runningRequests.isStopping) return next()
    if (hasWaitingRequests(request.raw.socket)) reply.raw.removeHeader('connection')
    const { url } = request.routeOptions
    if (url === '/livez' || (url !== '/readyz' && !runningRequests.isDraining)) return next()
    // Closing a connection while its sender is still sending would lose the response.
    const error = new RequestError('UNAVAILABLE', 'The service is shutting down. Nothing was written.')
    discardBody(request.raw, () => next(error))
  })
  app.addHook('preClose', async () => {
    runningRequests.isStopping = true
    app.server.prependListener('request', keepOpen)
    if (shutdownDelayMs > 0) await sleep(shutdownDelayMs)
    await endStreams()
    await Promise.all([runningRequests.drain(app.server), acceptPending()])
    setTimeout(() => app.server.closeAllConnections(), lastConnectionsMs).unref()
  })
})

/**
 * While closing, Fastify sets "Connection: close" on every response. A request that arrives before the response is sent
 * would get none.
 */
function keepOpen({ socket }: IncomingMessage, response: ServerResponse): void {
  const running = currentResponse(socket)
  if (running !== response && !running?.headersSent) running?.removeHeader('connection')
}
