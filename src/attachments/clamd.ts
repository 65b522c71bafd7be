import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { RequestError } from '../errors/request-error.ts'
import type { AttachmentSettings } from '../settings/attachment-settings.ts'

/** How long the scanner may take for a connection, and for its answer. */
const timeoutMs = 30_000

type Address = NonNullable<AttachmentSettings['scanner']>

/** Scans a content by a clamd while it is received, by its command INSTREAM: each part after its length, and a length of 0 at the end. */
export async function beginScan(address: Address) {
  const socket = await open(address)
  const answer = text(socket)
  // Its errors are those of the answer, which nobody may be waiting for yet.
  answer.catch(() => {})
  socket.write('zINSTREAM\0')
  return {
    /** Takes the next part. Rejects with UNAVAILABLE if the scanner is away. */
    add: (part: Uint8Array) => send(socket, part),
    /** Resolves if the content is clean. Rejects with ATTACHMENT_REJECTED if it is infected, and with UNAVAILABLE. */
    async finish(): Promise<void> {
      if (!socket.destroyed) socket.setTimeout(timeoutMs).end(Buffer.alloc(4))
      judge(await answer.catch(rethrow))
    },
    /** Ends the scan. It may be called at any time. */
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

/** The version of the scanner and of its signatures. Throws UNAVAILABLE. */
export async function scannerVersion(address: Address): Promise<string> {
  const socket = await open(address)
  socket.setTimeout(timeoutMs).end('zVERSION\0')
  return (await text(socket).catch(rethrow)).replace('\0', '')
}

async function open({ host, port }: Address): Promise<Socket> {
  const socket = connect({ host, port })
  socket.setTimeout(timeoutMs).on('timeout', () => socket.destroy(new Error('The scanner does not respond.')))
  await once(socket, 'connect').catch(rethrow)
  socket.on('error', () => {})
  // Until something is waited for: a slow upload is not its fault.
  socket.setTimeout(0)
  return socket
}

async function send(socket: Socket, part: Uint8Array): Promise<void> {
  if (socket.destroyed || socket.readableEnded) throw unavailable(new Error('The scanner has closed the connection.'))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(part.length)
  socket.write(length)
  if (socket.write(part)) return
  const over = new AbortController()
  const { signal } = over
  socket.setTimeout(timeoutMs)
  // It closes the connection if a content is too large for it.
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]).catch(rethrow)
  over.abort()
  socket.setTimeout(0)
}

function judge(answer: string): void {
  const [, signature] = /^stream: (.+) FOUND\0?$/.exec(answer) ?? []
  if (signature !== undefined) {
    throw new RequestError('ATTACHMENT_REJECTED', `The scanner found ${signature} in the content. Nothing was stored.`)
  }
  if (!/^stream: OK\0?$/.test(answer)) throw unavailable(new Error(`The scanner answered: ${answer.slice(0, 200)}`))
}

function rethrow(cause: unknown): never {
  throw unavailable(cause)
}

function unavailable(cause: unknown): RequestError {
  return new RequestError('UNAVAILABLE', 'The scanner of files cannot be used. Nothing was stored.', { cause })
}
