import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { expect } from 'vitest'
import { decompress } from './decompress.ts'
import { assertConforms } from './openapi-conformance.ts'
import type { ProblemDocument } from './rest-face.ts'

export interface RawRequest {
  method?: string
  /** Sent as it is: fetch would tidy it up. */
  path: string
  /** A list is sent as a header that is repeated. */
  headers?: OutgoingHttpHeaders
  body?: string | Uint8Array
}

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  /** Without its encoding, if it has one. */
  body: string
  /** How many bytes came. */
  length: number
}

/**
 * Sends a request byte by byte as it is given, which fetch refuses to do with many that a server has to answer. An
 * answer of the REST API that openapi.json does not describe is a failure.
 */
export function sendRaw(url: string, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  // Node would send the body of a GET or a DELETE without saying how long it is.
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
    // Node would write a text together with the headers, and all of it in UTF-8.
    outgoing.end(typeof body === 'string' ? Buffer.from(body) : body)
  })
}

/** The problem document of an answer that has to be one, without the one member that differs between equal requests. */
export function problemOf({ status, headers, body }: RawResponse): Omit<ProblemDocument, 'requestId'> {
  expect(headers['content-type']).toBe('application/problem+json')
  const { requestId, ...problem } = JSON.parse(body) as ProblemDocument
  expect(requestId).toBe(headers['x-request-id'])
  expect(problem.status).toBe(status)
  return problem
}
