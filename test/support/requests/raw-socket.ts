import { once } from 'node:events'
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { credentialHeaders, olga } from './credentials.ts'

/** Connects to a server, to send what HTTP clients do not send, and as they do not send it. */
export async function openSocket(url: string, options: Partial<TcpNetConnectOpts> = {}): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, ...options })
  await once(socket, 'connect')
  return socket
}

/** A request as it is sent. `line` is the method and the path. */
export function requestText(line: string, headers: Record<string, string | number> = {}, body?: string): string {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map((field) => `${field.join(': ')}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

/** The headers of a request with a JSON body, as Olga. */
export const asOlga = { 'content-type': 'application/json', ...credentialHeaders(olga) }

/** An update by Olga that adds a comment. */
export function updateText(id: number, headers: Record<string, string> = {}, comment = 'Hello.'): string {
  const body = JSON.stringify({ categoryCode: 'BILLING', typeCode: 'REFUND', comments: [comment] })
  return requestText(`PUT /api/v4/cases/${id}`, { ...asOlga, ...headers }, body)
}
