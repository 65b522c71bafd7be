import { expect } from 'vitest'
import { type Credentials, credentialHeaders, olga } from './credentials.ts'
import { type RawResponse, sendRaw } from './http.ts'

/** An array is sent as repeated headers. */
export type Headers = Record<string, string | string[]>

interface Options {
  /** An object is sent as JSON. */
  body?: object | string | undefined
  headers?: Headers | undefined
  caller?: Credentials | undefined
}

/** Sends requests to a server's REST API, by default as Olga. Paths are those below `base`. */
export function restClient(server: { url: string }, base = '/api/v4/') {
  const send = (method: string, path: number | string, { body, headers, caller = olga }: Options = {}) =>
    sendRaw(server.url, {
      method,
      path: `${base}${path}`,
      headers: { ...credentialHeaders(caller), ...(body !== undefined && json), ...headers },
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    })
  return {
    send,
    get: (path: number | string, headers?: Headers, caller?: Credentials) => send('GET', path, { headers, caller }),
    put: (path: number | string, body: object | string, headers?: Headers) => send('PUT', path, { body, headers }),
    /** Requests what a response links to. */
    follow(answer: RawResponse, relation: string): Promise<RawResponse> {
      const link = linkOf(answer, relation)
      expect(link).toBeDefined()
      return sendRaw(server.url, { path: link!, headers: credentialHeaders(olga) })
    },
  }
}

const json = { 'content-type': 'application/json' }
const isRaw = (body: object | string): body is string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array

/** The link of a response with this relation. */
export function linkOf({ headers }: RawResponse, relation: string): string | undefined {
  return new RegExp(`<([^>]*)>; rel="${relation}"`).exec(String(headers.link))?.[1]
}

/** The body of a successful response. */
export function bodyOf({ status, body }: RawResponse) {
  expect(status).toBe(200)
  return JSON.parse(body)
}
