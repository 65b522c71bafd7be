import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { RequestError } from '../errors.ts'

/** After this time, running requests wait for a client or a database that does not answer. */
const drainMs = 8_000
/** For requests that arrive at the very end. */
const lastRequestsMs = 500

/** Counts the running requests of each connection, so that the server can stop without dropping one. */
export class Connections {
  // Numbers instead of sets of responses: a set would keep whole requests alive for several garbage collections.
  readonly #running = new Map<Socket, number>()
  #accepted = 0
  /** Of the requests that were running when the draining began, those that are still running. */
  #awaited = new Map<Socket, number>()
  readonly #allFinished = Promise.withResolvers<void>()

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#accepted++
      this.#running.set(socket, 0)
      socket.once('close', () => {
        this.#running.delete(socket)
        this.#await(socket, 0)
      })
    })
  }

  begin(socket: Socket): void {
    this.#running.set(socket, (this.#running.get(socket) ?? 0) + 1)
  }

  end(socket: Socket): void {
    const running = this.#running.get(socket)
    if (running !== undefined) this.#running.set(socket, running - 1)
    if (this.#awaited.size > 0) this.#await(socket, (this.#awaited.get(socket) ?? 0) - 1)
  }

  /** Waits until the requests that are running now have finished. New requests may come meanwhile. */
  async drain(server: Server): Promise<void> {
    this.#awaited = new Map(this.#busy())
    if (this.#awaited.size === 0) this.#allFinished.resolve()
    const timeout = setTimeout(() => server.closeAllConnections(), drainMs)
    await this.#acceptPending()
    await this.#allFinished.promise
    clearTimeout(timeout)
  }

  /** Closes the connections that have no running request. Node counts one that never sent a request as busy. */
  closeIdle(): void {
    const busy = new Map(this.#busy())
    for (const socket of this.#running.keys()) if (!busy.has(socket)) socket.destroy()
  }

  #busy(): [Socket, number][] {
    return [...this.#running].filter(([, running]) => running > 0)
  }

  #await(socket: Socket, running: number): void {
    if (running > 0) this.#awaited.set(socket, running)
    else if (this.#awaited.delete(socket) && this.#awaited.size === 0) this.#allFinished.resolve()
  }

  /** A connection may still be in the system's queue: Node accepts one in a turn and reads from it in the next. */
  async #acceptPending(): Promise<void> {
    const end = performance.now() + lastRequestsMs
    for (let quietTurns = 0; quietTurns < 3 && performance.now() < end; quietTurns++) {
      const before = this.#accepted
      await nextTurn()
      if (this.#accepted > before) quietTurns = 0
    }
  }
}

/** While the instance closes: running requests finish, and new ones are answered with 503. */
export const draining = fp(async (app, { connections }: { connections: Connections }) => {
  let isDraining = false
  connections.watch(app.server)
  app.addHook('onRequest', (request, _reply, next) => {
    if (!isDraining) return next()
    const refuse = () => next(new RequestError('UNAVAILABLE', 'The service is shutting down. Nothing was written.'))
    // A connection that closes while its sender is still sending takes the answer away.
    request.raw.once('end', refuse).once('error', refuse).resume()
  })
  app.addHook('preClose', async () => {
    isDraining = true
    await connections.drain(app.server)
    void once(app.server, 'close').then(() => clearTimeout(timeout))
    const timeout = setTimeout(() => app.server.closeAllConnections(), lastRequestsMs)
    setImmediate(() => connections.closeIdle())
  })
})
