import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** Waits until a server listens on this machine, by default on a free port, and returns the port. */
export async function listening(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}
