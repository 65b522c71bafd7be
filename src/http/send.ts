import type { ServerResponse } from 'node:http'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer | undefined
}

export function send(response: ServerResponse, { status, headers, body }: Answer): void {
  if (body === undefined) response.writeHead(status, headers).end()
  else response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}
