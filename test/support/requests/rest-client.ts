import { expect } from 'vitest'
import { type Credentials, credentialHeaders, olga } from './credentials.ts'
import { type RawResponse, sendRaw } from './http.ts'

/** Sends requests to a server's REST API. Paths are those below /api/v4. */
export function restClient(server: { url: string }) {
  return {
    get: (path: string, headers: Record<string, string> = {}, caller: Credentials = olga, method = 'GET') =>
      sendRaw(server.url, { method, path: `/api/v4/${path}`, headers: { ...credentialHeaders(caller), ...headers } }),
    put: (path: string, body: object, headers: Record<string, string> = {}) =>
      sendRaw(server.url, {
        method: 'PUT',
        path: `/api/v4/${path}`,
        headers: { ...credentialHeaders(olga), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  }
}

/** The body of a successful response. */
export function bodyOf({ status, body }: RawResponse) {
  expect(status).toBe(200)
  return JSON.parse(body)
}
