import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { codeOf } from '../../errors/system-errors.ts'
import { RequestError } from '../../errors/request-error.ts'
import type { RequestErrorCode } from '../../errors/request-errors.ts'
import { hasWaitingRequests } from './pipelining.ts'
import { commonHeaders } from '../headers/security-headers.ts'

/** Builds the problem document of a request error, without its request ID. */
export type DescribeProblem = (code: RequestErrorCode, detail: string) => { status: number }

export type ClientErrorHandler = (error: Error, socket: Socket) => void

/** A connection whose sender is still sending is closed after this time. Closing it at once would lose the response. */
const lingerMs = 1_000

/**
 * Responds to input that Node cannot parse as a request, and closes the connection. The responses to earlier requests
 * on the connection are sent first.
 */
export function clientErrorHandler(log: Logger, describe: DescribeProblem): ClientErrorHandler {
  // Node reports every further segment too.
  const reported = new WeakSet<Socket>()

  function respond(error: Error, socket: Socket): void {
    const response = currentResponse(socket)
    // A response will end, unless it waits for the rest of the body of its request.
    const isRunning = response && (response.req.complete || response.headersSent)
    if (isRunning) return void response.once('close', () => respond(error, socket))
    const reason = codeOf(error)
    // The sender has left in the middle of a body.
    if (!socket.writable || (response && reason === 'HPE_INVALID_EOF_STATE')) return socket.destroySoon()
    const [code, message] = known[reason ?? ''] ?? ['BAD_USER_INPUT', 'The request is not valid HTTP.']
    const requestError = new RequestError(code, message, { cause: error })
    if (response && failBody(response, requestError)) return
    const requestId = randomUUID()
    const problem = describe(code, message)
    log.info({ requestId, status: problem.status, outcome: code, reason }, 'request')
    socket.end(asText({ ...problem, requestId }), () => {
      const timer = setTimeout(() => socket.destroy(), lingerMs)
      socket.once('close', () => clearTimeout(timer))
    })
  }

  return (error, socket) => {
    if (reported.has(socket)) return
    // The connection is paused until the running request is finished, so the rest of a request could not arrive.
    if (codeOf(error) === 'ERR_HTTP_REQUEST_TIMEOUT' && hasWaitingRequests(socket)) return
    reported.add(socket)
    // If the client closes its side, Node would close the connection after the running response.
    socket.removeAllListeners('end')
    respond(error, socket)
  }
}

/** The response that Node is sending, or will send next, on the connection. Its field in Node has no public name. */
export function currentResponse(socket: Socket): ServerResponse | undefined {
  return (Reflect.get(socket, '_httpMessage') as ServerResponse | null) ?? undefined
}

/** Makes the request fail that is waiting for the rest of its body. Returns false if none is waiting for it. */
function failBody(response: ServerResponse, error: RequestError): boolean {
  response.shouldKeepAlive = false
  return response.req.listenerCount('error') > 0 && response.req.emit('error', error)
}

const known: Record<string, [RequestErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['REQUEST_HEADER_FIELDS_TOO_LARGE', 'URL and headers must be at most 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'The chunk extensions must be at most 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request did not arrive in time.'],
}

function asText(document: { status: number; requestId: string }): string {
  const body = JSON.stringify(document)
  const headers = {
    date: new Date().toUTCString(),
    'x-request-id': document.requestId,
    ...commonHeaders,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}\r\n${lines.join('')}\r\n${body}`
}
