import type { ServerResponse } from 'node:http'

export interface Answer {
  status: number
  headers: Record<string, string>
  /** Anything that JSON can carry; undefined for no body. */
  body: unknown
}

export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (body === undefined) {
    response.writeHead(status, headers).end()
    return
  }
  const text = JSON.stringify(body)
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
}
