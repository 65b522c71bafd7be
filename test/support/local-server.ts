import { createServer, type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import { listening } from './listening.ts'

/** Starts a server for a test, and returns its port. */
export function serve(listener: RequestListener, server = createServer()): Promise<number> {
  server.on('request', listener)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return listening(server)
}

/** Answers with a body that never ends. */
export const answerEndlessly: RequestListener = (_request, response) => {
  const write = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  }
  response.on('drain', write)
  write()
}

/** Answers that it switches to another protocol. */
export const switchProtocols: RequestListener = (_request, response) =>
  void response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end()
