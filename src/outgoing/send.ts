import { once } from 'node:events'
import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as http,
} from 'node:http'
import { request as https } from 'node:https'
import { codeOf, systemMessage } from '../errors/system-errors.ts'
import { InternalError } from '../errors/internal-error.ts'
import { type AddressPolicy, ForbiddenAddress } from './address-policy.ts'

/** A server did not send what was requested. The message contains no data of callers. */
export class OutgoingError extends InternalError {}

export interface OutgoingRequest {
  policy: AddressPolicy
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string
  /** For the whole exchange. */
  timeoutMs?: number
  maximumBytes?: number
  /** The request is sent before this time of the monotonic clock, in milliseconds, or not at all. */
  sendBefore?: number
}

/** The connection was open too late. */
export class SentTooLate extends Error {}

export interface OutgoingResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const defaultTimeoutMs = 5_000
const defaultMaximumBytes = 256 * 1024
/** What an answer may have besides its body: interim responses such as 103, the headers, and the framing of the body. */
const maximumFrameBytes = 64 * 1024
const maximumInterim = 8

/**
 * Sends a request to an address that the policy allows. Follows no redirects. Throws an OutgoingError if the address is not
 * allowed or cannot be reached, the response is too large, or the exchange takes too long.
 */
export async function send(url: string, options: OutgoingRequest): Promise<OutgoingResponse> {
  const { timeoutMs = defaultTimeoutMs, maximumBytes = defaultMaximumBytes } = options
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // Each request has its own connection.
    const response = await responseTo(new URL(url), { ...options, agent: false }, signal)
    const body = await bodyOf(response, maximumBytes)
    return { status: response.statusCode ?? 0, headers: response.headers, body }
  } catch (error) {
    const reason = signal.aborted ? `it took longer than ${timeoutMs / 1000} s` : reasonOf(error)
    throw new OutgoingError(`Cannot request ${url}: ${reason}.`, { cause: error })
  }
}

/** Sends a request on a connection of the agent, and returns the response, whose body has not been read. Throws any error. */
export async function responseTo(
  url: URL,
  sent: OutgoingRequest & { agent: Agent | false },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { policy, method = 'GET', headers, body, agent } = sent
  const { maximumBytes = defaultMaximumBytes, sendBefore = Infinity } = sent
  const { protocol } = url
  if (protocol !== 'https:' && protocol !== 'http:') throw new OutgoingError('its scheme is neither https nor http')
  policy.checkLiteral(url)
  // Every new connection is judged when its address is looked up.
  const options = { method, headers, signal, agent, lookup: policy.lookup(protocol) }
  const request = (protocol === 'https:' ? https : http)(url, options)
  boundAnswer(request, maximumBytes + maximumFrameBytes)
  // Nothing is written before that. A process that was stopped while it connected goes on here.
  const sendNow = () => {
    if (performance.now() < sendBefore) request.end(body)
    else request.destroy(new SentTooLate())
  }
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', sendNow)
    else sendNow()
  })
  try {
    // A response that switches protocols emits no other event.
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage]
    return response
  } catch (error) {
    // The server may have closed a connection that was kept for longer than it wanted.
    const isOutdated = request.reusedSocket && codeOf(error) === 'ECONNRESET'
    if (!isOutdated) throw error
    return responseTo(url, { ...sent, agent: false }, signal)
  }
}

/** Ends a request whose answer has too many bytes, whatever they are, or does not begin. Each interim response costs as much as a request. */
function boundAnswer(request: ClientRequest, maximumBytes: number): void {
  const refuse = (reason: string) => request.destroy(new OutgoingError(reason))
  let interim = 0
  request.on('information', () => {
    if (++interim > maximumInterim) refuse(`it sends more than ${maximumInterim} interim responses`)
  })
  request.once('socket', (socket) => {
    let bytes = 0
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maximumBytes) refuse(`its answer is larger than ${maximumBytes} bytes`)
    }
    socket.on('data', count)
    request.once('close', () => socket.off('data', count))
  })
}

/** Reads the body of a response. Throws an OutgoingError, and closes the connection, if it is too large. */
export async function bodyOf(response: IncomingMessage, maximumBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    // Leaving the loop closes the connection.
    if (length > maximumBytes) throw new OutgoingError(`its body is larger than ${maximumBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function reasonOf(error: unknown): string {
  if (error instanceof OutgoingError || error instanceof ForbiddenAddress) return error.message
  const first = firstError(error)
  const code = codeOf(first)
  return code?.startsWith('E') && !code.startsWith('ERR_') ? systemMessage(first) : (code ?? 'the connection failed')
}

/** If a host has several addresses, there is an error for each of them. */
export function firstError(error: unknown): unknown {
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return first
}

/** Fetches a JSON object. Throws an OutgoingError also if the response has another status than 200 or is no JSON object. */
export async function fetchJson(url: string, policy: AddressPolicy): Promise<Record<string, unknown>> {
  const { status, body } = await send(url, { policy, headers: { accept: 'application/json' } })
  if (status !== 200) throw new OutgoingError(`Cannot use the response of ${url}: its status is ${status}.`)
  const value: unknown = await Promise.try(() => JSON.parse(body.toString())).catch(() => undefined)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new OutgoingError(`Cannot use the response of ${url}: it is not a JSON object.`)
}
