import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const waiting = new WeakMap<Socket, number>()

/** Whether the connection is paused. A request of which only a part has been read is not late then. */
export function hasWaitingRequests(socket: Socket): boolean {
  return (waiting.get(socket) ?? 0) > 0
}

/**
 * Handles the requests of a connection one after another. A request that was sent before the response to the previous
 * one is complete waits, and no more is read from its connection, so that the sender fills the buffers of the operating
 * system and not the memory of the process. A request that still waits when the connection closes is not handled.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  function wait(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    waiting.set(socket, (waiting.get(socket) ?? 0) + 1)
    if (waiting.get(socket) === 1) socket.on('resume', pauseAgain)
    socket.pause()
    // Node assigns the connection to a response when all earlier responses are complete.
    response.once('socket', () => {
      const left = (waiting.get(socket) ?? 1) - 1
      waiting.set(socket, left)
      if (left === 0) socket.off('resume', pauseAgain).resume()
      handle(request, response)
    })
  }

  return (request, response) => (response.socket ? handle(request, response) : wait(request, response))
}

/** Node resumes a connection after each complete response. */
function pauseAgain(this: Socket): void {
  this.pause()
}
