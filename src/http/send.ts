import { type IncomingMessage, ServerResponse } from 'node:http'
import type { RequestNotes, RequestTrace } from '../observe/notes.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer | undefined
}

/** A response that knows its request's id, which every answer carries, and what was noted on the way to it. */
export class HttpResponse extends ServerResponse<IncomingMessage> implements RequestNotes {
  requestId = ''
  operation: string | undefined = undefined
  outcome: string | undefined = undefined
  trace: RequestTrace | undefined = undefined
  /** What lets a page of another origin read the answer; undefined where answers do not depend on the origin. */
  corsHeaders: Record<string, string> | undefined = undefined
  /** Adds what is to be told beside the answer, as it is when the answer is sent. */
  visit: { addHeaders(headers: Record<string, string | number>): void } | undefined = undefined
}

const everyAnswer = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

// All headers in one object: Node takes one that was set before by a slower way.
export function send(response: HttpResponse, { status, headers, body }: Answer): void {
  const all: Record<string, string | number> = { ...everyAnswer, 'x-request-id': response.requestId, ...headers }
  if (response.corsHeaders) {
    Object.assign(all, response.corsHeaders, { vary: headers['vary'] ? `${headers['vary']}, Origin` : 'Origin' })
  }
  response.visit?.addHeaders(all)
  if (body !== undefined) all['content-length'] = Buffer.byteLength(body)
  response.writeHead(status, all).end(body)
}
