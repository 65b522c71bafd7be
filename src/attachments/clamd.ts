import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { RequestError } from '../errors/request-error.ts'
import type { AttachmentSettings } from '../settings/attachment-settings.ts'
import type { Scan, Scanner } from './scanner.ts'

/** How long the scanner may take for a connection, and for its answer. */
const timeoutMs = 30_000

type Address = NonNullable<AttachmentSettings['scanner']>

/** Sends contents to a clamd, by its command INSTREAM: each part after its length, and a length of 0 at the end. */
export class ClamdScanner implements Scanner {
  readonly #address: Address

  constructor(address: Address) {
    this.#address = address
  }

  async begin(): Promise<Scan> {
    const socket = await open(this.#address)
    const answer = text(socket)
    // Its errors are those of the answer, which nobody may be waiting for yet.
    answer.catch(() => {})
    socket.write('zINSTREAM\0')
    return {
      add: (part) => send(socket, part),
      finish: async () => judge(await lastAnswer(socket, answer)),
      close: () => void socket.destroy(),
    }
  }

  /** The version of the scanner and of its signatures. Throws UNAVAILABLE. */
  async version(): Promise<string> {
    const socket = await open(this.#address)
    socket.setTimeout(timeoutMs).end('zVERSION\0')
    return (await text(socket).catch(rethrow)).replace('\0', '')
  }
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

async function lastAnswer(socket: Socket, answer: Promise<string>): Promise<string> {
  if (!socket.destroyed) socket.setTimeout(timeoutMs).end(Buffer.alloc(4))
  return answer.catch(rethrow)
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
