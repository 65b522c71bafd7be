import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll } from 'vitest'

/** A part of a content that the stub finds. */
export const infection = 'X5O-CASEGATE-TEST-SIGNATURE'

/** A stub that speaks INSTREAM as clamd does. Contents over `maximum` bytes are refused. */
export async function startClamd(maximum = 1_000_000): Promise<{ url: string; answer(text: string | null): void }> {
  let fixed: string | null = null
  const server = createServer((socket) => void serve(socket, maximum, () => fixed).catch(() => socket.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `clamd://127.0.0.1:${port}`, answer: (text) => (fixed = text) }
}

async function serve(socket: Socket, maximum: number, fixed: () => string | null): Promise<void> {
  socket.on('error', () => {})
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk as Buffer])
    const content = contentOf(received)
    if (received.length > maximum) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
    if (!content) continue
    const found = content.includes(infection) ? 'stream: Casegate.Test FOUND\0' : 'stream: OK\0'
    return void socket.end(fixed() ?? found)
  }
}

/** The content if the stream is complete. */
function contentOf(received: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  let at = 'zINSTREAM\0'.length
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
