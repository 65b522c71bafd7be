import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Responds to input that Node cannot parse as a request, and closes the connection. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  const status = statuses[error.code ?? ''] ?? 400
  if (socket.writable) socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`)
  else socket.destroy(error)
}
