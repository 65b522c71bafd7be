import { type IncomingMessage, ServerResponse } from 'node:http'
import type { RequestTelemetry } from '../observability/telemetry.ts'
import type { EncodedVariants } from './encoded-variants.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer | undefined
  /** Of a body that is kept, and comes in other answers too. */
  forms?: EncodedVariants | undefined
}

/** Names and values in turn. */
export type HeaderList = (string | number)[]

/** A response that knows its request's id, which every answer carries, and the request's telemetry. */
export class HttpResponse extends ServerResponse<IncomingMessage> {
  requestId = ''
  readonly telemetry: RequestTelemetry = { operation: undefined, outcome: undefined, trace: undefined }
  /** What lets a page of another origin read the answer; undefined where answers do not depend on the origin. */
  corsHeaders: Record<string, string> | undefined = undefined
  /** Adds what is to be told beside the answer, as it is when the answer is sent. */
  visit: { addHeaders(headers: HeaderList): void } | undefined = undefined
}

const everyAnswer: Record<string, string> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

// All headers in one flat list: Node takes those that were set before by a slower way, and so it does an object.
export function send(response: HttpResponse, { status, headers, body }: Answer): void {
  const list: HeaderList = ['x-request-id', response.requestId]
  for (const name in everyAnswer) if (!(name in headers)) list.push(name, everyAnswer[name]!)
  const own = response.corsHeaders ? withOrigin(headers, response.corsHeaders) : headers
  for (const name in own) list.push(name, own[name]!)
  response.visit?.addHeaders(list)
  if (body !== undefined) list.push('content-length', Buffer.byteLength(body))
  response.writeHead(status, list).end(body)
}

function withOrigin(headers: Record<string, string>, corsHeaders: Record<string, string>): Record<string, string> {
  return { ...headers, ...corsHeaders, vary: headers['vary'] ? `${headers['vary']}, Origin` : 'Origin' }
}
