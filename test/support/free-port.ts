import { once } from 'node:events'
import { createServer } from 'node:net'
import { listening } from './listening.ts'

/** A port that nothing listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  await once(server.close(), 'close')
  return port
}
