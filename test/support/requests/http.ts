import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { expect } from 'vitest'
import { decompress } from './decompress.ts'
import { assertConforms } from '../openapi/conformance.ts'
import type { ProblemDocument } from './rest-face.ts'

export interface RawRequest {
  method?: string
  /** Sent unchanged. fetch would normalize it. */
  path: string
  /** An array is sent as repeated headers. */
  headers?: OutgoingHttpHeaders
  body?: string | Uint8Array
}

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  /** The decompressed body. */
  body: string
  /** The length of the body as it was sent, in bytes. */
  length: number
}

/**
 * Sends a request exactly as given, unlike fetch, which rejects or changes many of them. Rejects if a response of the
 * REST API does not match openapi.json.
 */
export function sendRaw(url: string, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  // Node sends the body of a GET or DELETE request without a Content-Length.
  const framed = body === undefined || 'transfer-encoding' in headers
  const allHeaders = framed ? headers : { ...headers, 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers: allHeaders, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = decompress(bytes, incoming.headers['content-encoding']).toString()
        const answer = { status: incoming.statusCode ?? 0, headers: incoming.headers, body: text, length: bytes.length }
        try {
          assertConforms({ method, target: path, body }, answer)
          resolve(answer)
        } catch (error) {
          reject(error)
        }
      })
    })
    outgoing.on('error', reject)
    // Node would encode the headers as UTF-8 too if it wrote them together with a string.
    outgoing.end(typeof body === 'string' ? Buffer.from(body) : body)
  })
}

/** Returns the problem document of an error response without its request id, which differs between equal requests. */
export function problemOf({ status, headers, body }: RawResponse): Omit<ProblemDocument, 'requestId'> {
  expect(headers['content-type']).toBe('application/problem+json')
  const { requestId, ...problem } = JSON.parse(body) as ProblemDocument
  expect(requestId).toBe(headers['x-request-id'])
  expect(problem.status).toBe(status)
  return problem
}
