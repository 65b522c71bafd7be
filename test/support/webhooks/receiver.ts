import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { verifyWebhook } from '../../../client/src/client.ts'
import { listening } from '../listening.ts'

export interface Received {
  /** The ID of the event. */
  id: string
  type: string
  data: { id: string; caseId: string | number; kind: string; [member: string]: unknown }
  headers: IncomingHttpHeaders
  /** The bytes as they were received. */
  body: string
}

type Answer = (received: Received, response: ServerResponse) => void | Promise<void>

export const accept: Answer = (_received, response) => void response.writeHead(204).end()
export const failWith =
  (status: number): Answer =>
  (_received, response) =>
    void response.writeHead(status).end()

/** An HTTP server that receives webhooks. */
export class Receiver {
  url = ''
  /** In the order of their arrival, including those that were not accepted. */
  readonly received: Received[] = []
  answer: Answer = accept
  /** How many requests are under way, and were at most. */
  running = 0
  maximumRunning = 0
  readonly #server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>
    const received = { id: String(request.headers['webhook-id']), type, data, headers: request.headers, body }
    this.received.push(received)
    this.maximumRunning = Math.max(this.maximumRunning, ++this.running)
    response.on('close', () => this.running--)
    await this.answer(received, response)
  })

  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    receiver.url = `http://127.0.0.1:${await listening(receiver.#server)}/hook`
    return receiver
  }

  get ids(): string[] {
    return this.received.map(({ id }) => id)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await this.#server[Symbol.asyncDispose]()
  }
}

/** Throws unless the client of the package accepts the signature, by the library that receivers use. */
export function verify(secret: string, { body, headers }: Received): unknown {
  return verifyWebhook(secret, headers, body)
}
