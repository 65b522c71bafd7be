import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import type { Config } from '../../settings/config.ts'
import { RequestError } from '../../errors/request-error.ts'
import { callerAddress } from '../../rate-limit/caller-address.ts'
import { currentResponse } from './client-errors.ts'
import { discardBody } from './unread-body.ts'

/** How many connections over a limit are kept open for a response. If there are more, the oldest ones are closed. */
const maximumRejected = 100
const warningIntervalMs = 60_000
const newMs = 1_000

interface Connection {
  socket: Socket
  address: string
  openedAt: number
  /** Streams are counted apart in total, but not for their address. */
  isEventStream: boolean
}

/**
 * Limits the number of open connections, in total and per address. At a limit, a new connection replaces one that waits for its
 * client. If there is none, the first request of the new one is rejected.
 */
export class ConnectionLimit {
  readonly #config: Config
  readonly #log: Logger
  /** In the order of their last requests, or of their opening if they had none. */
  readonly #served = new Map<Socket, Connection>()
  readonly #rejected = new Set<Socket>()
  #lastWarning = -Infinity

  constructor(config: Config, log: Logger) {
    this.#config = config
    this.#log = log
  }

  add(socket: Socket): void {
    const address = callerAddress({ ip: undefined, socket })
    this.#served.set(socket, { socket, address, openedAt: performance.now(), isEventStream: false })
    socket.once('close', () => this.#remove(socket))
    const { maxConnections, maxConnectionsPerAddress } = this.#config
    this.#makeRoom('half of MAX_CONNECTIONS', maxConnectionsPerAddress, (each) => each.address === address)
    this.#makeRoom('MAX_CONNECTIONS', maxConnections, (each) => !each.isEventStream)
  }

  /** Notes that a request has begun. The connections of clients that are at work are the last to be closed. */
  noteRequest(socket: Socket): void {
    const connection = this.#served.get(socket)
    if (!connection) return
    this.#served.delete(socket)
    this.#served.set(socket, connection)
  }

  /** The response of the connection is a stream. */
  beginStream(socket: Socket): void {
    const connection = this.#served.get(socket)
    if (connection) connection.isEventStream = true
  }

  isRejected(socket: Socket): boolean {
    return this.#rejected.size > 0 && this.#rejected.has(socket)
  }

  /** If there are too many connections, closes one of them, or rejects the last one, which is new. */
  #makeRoom(setting: string, maximum: number, isCounted: (connection: Connection) => boolean): void {
    if (this.#served.size <= maximum) return
    const connections = [...this.#served.values()].filter(isCounted)
    if (connections.length <= maximum) return
    if (performance.now() - this.#lastWarning >= warningIntervalMs) {
      this.#lastWarning = performance.now()
      this.#log.warn({ setting }, `The limit ${setting} is reached. New connections replace waiting ones.`)
    }
    const waiting = longestWaiting(connections.slice(0, -1))
    if (waiting) return this.#close(waiting.socket)
    const { socket } = connections.at(-1)!
    this.#served.delete(socket)
    this.#rejected.add(socket)
    if (this.#rejected.size > maximumRejected) this.#close(this.#rejected.values().next().value!)
  }

  #close(socket: Socket): void {
    this.#remove(socket)
    socket.destroy()
  }

  #remove(socket: Socket): void {
    this.#served.delete(socket)
    this.#rejected.delete(socket)
  }
}

/** The state of a connection that waits for its client. Undefined if the server is processing a request. */
function stateOf({ socket }: Connection): 'silent' | 'idle' | 'beginning' | 'communicating' | undefined {
  if (socket.bytesRead === 0) return 'silent'
  const response = currentResponse(socket)
  const isAnswered = socket.bytesWritten > 0
  if (!response && isAnswered) return 'idle'
  if (!response?.req.complete) return isAnswered ? 'communicating' : 'beginning'
  return response.headersSent ? 'communicating' : undefined
}

/**
 * Of the connections whose loss does the least harm, the one whose last request is the oldest. Undefined if the server is
 * processing requests on all.
 */
function longestWaiting(connections: readonly Connection[]): Connection | undefined {
  const waiting = Map.groupBy(connections, stateOf)
  const { silent = [], idle = [], beginning = [], communicating = [] } = Object.fromEntries(waiting)
  const [oldest] = silent
  // A client that has just connected is about to send its request, unless there are many of them.
  const isNew =
    oldest !== undefined && performance.now() - oldest.openedAt < newMs && silent.length < connections.length / 2
  // Idle clients may send a request at any time, and lose it. Many incomplete requests are an attack.
  const isAttack = silent.length + beginning.length > connections.length / 2
  const unanswered = [isNew ? undefined : oldest, isAttack ? beginning[0] : undefined]
  return [...unanswered, idle[0], beginning[0], communicating[0], oldest].find((each) => each !== undefined)
}

/** Rejects the first request of a connection over the limit with 503, and closes the connection. */
export const rejectConnections = fp(async (app, { connections }: { connections: ConnectionLimit }) => {
  app.addHook('onRequest', (request, reply, next) => {
    connections.noteRequest(request.raw.socket)
    if (!connections.isRejected(request.raw.socket)) return next()
    reply.header('connection', 'close')
    const { url } = request.routeOptions
    // Probes use new connections. An orchestrator would restart a process that does not answer them.
    if (url === '/livez' || url === '/readyz') return next()
    const error = new RequestError('UNAVAILABLE', 'Too many connections are open. Nothing was written.')
    discardBody(request.raw, () => next(error))
  })
})
