import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { HttpResponse } from './send.ts'

type HttpServer = Server<typeof IncomingMessage, typeof HttpResponse>

/** What is still running then hangs on a client or a database that does not answer. */
const drainMs = 8_000
/** For those who came at the very end. */
const lastAnswersMs = 500

/** Knows a server's connections and which of them wait for an answer, so that it can stop without dropping a request. */
export class Connections {
  readonly #server: HttpServer
  // Numbers, and no set of the answers themselves: whole requests would outlive two collections for it.
  readonly #unanswered = new Map<Socket, number>()
  #taken = 0
  /** Of those that ran when the draining began, what is not answered yet; a connection answers in order. */
  #awaited = new Map<Socket, number>()
  readonly #allAnswered = Promise.withResolvers<void>()

  constructor(server: HttpServer) {
    this.#server = server
    server.on('connection', (socket: Socket) => {
      this.#taken++
      this.#unanswered.set(socket, 0)
      socket.once('close', () => {
        this.#unanswered.delete(socket)
        this.#await(socket, 0)
      })
    })
  }

  /** A request has come. */
  begin(socket: Socket): void {
    this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 0) + 1)
  }

  /** A request is answered, or nobody waits for its answer any more. */
  end(socket: Socket): void {
    const running = this.#unanswered.get(socket)
    if (running !== undefined) this.#unanswered.set(socket, running - 1)
    if (this.#awaited.size > 0) this.#await(socket, (this.#awaited.get(socket) ?? 0) - 1)
  }

  /**
   * Waits for the requests that run, while others are still taken, closes the server, and resolves when every
   * connection is closed.
   */
  async drain(): Promise<void> {
    this.#awaited = new Map(this.#busy())
    if (this.#awaited.size === 0) this.#allAnswered.resolve()
    const timeIsUp = setTimeout(() => this.#server.closeAllConnections(), drainMs)
    await this.#untilAllAreTaken()
    await this.#allAnswered.promise
    clearTimeout(timeIsUp)
    const closed = once(this.#server, 'close')
    this.#server.close()
    // Node counts a connection that never sent a request as busy.
    const busy = new Map(this.#busy())
    for (const socket of this.#unanswered.keys()) if (!busy.has(socket)) socket.destroy()
    setTimeout(() => this.#server.closeAllConnections(), lastAnswersMs).unref()
    await closed
  }

  #busy(): [Socket, number][] {
    return [...this.#unanswered].filter(([, running]) => running > 0)
  }

  #await(socket: Socket, running: number): void {
    if (running > 0) this.#awaited.set(socket, running)
    else if (this.#awaited.delete(socket) && this.#awaited.size === 0) this.#allAnswered.resolve()
  }

  /** What was sent already may lie in the system's buffers: Node takes a connection a turn, and reads it in the next. */
  async #untilAllAreTaken(): Promise<void> {
    const end = performance.now() + lastAnswersMs
    for (let quietTurns = 0; quietTurns < 3 && performance.now() < end; quietTurns++) {
      const before = this.#taken
      await turn()
      if (this.#taken > before) quietTurns = 0
    }
  }
}
