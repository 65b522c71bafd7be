import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { currentResponse } from './client-errors.ts'

const checkIntervalMs = 1_000

/**
 * Closes connections whose client has not read a whole response within the time, however slowly it reads. The check
 * runs once a second over all connections, so that requests cost nothing.
 */
export function closeUnread(server: Server, timeoutMs: number): void {
  const sockets = new Set<Socket>()
  const sentAt = new WeakMap<ServerResponse, number>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  const timer = setInterval(() => {
    const now = performance.now()
    for (const socket of sockets) {
      const response = currentResponse(socket)
      if (!response?.headersSent || response.writableFinished) continue
      const since = sentAt.get(response)
      if (since === undefined) sentAt.set(response, now)
      else if (now - since >= timeoutMs) socket.destroy()
    }
  }, checkIntervalMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
