import { connect, type Socket } from 'node:net'
import { decompress } from '../requests/decompress.ts'

/** A request as bytes. Target and headers are Latin-1, one byte per character. */
export interface WireRequest {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: Buffer | undefined
  chunked: boolean
}

export interface WireAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const timeoutMs = 30_000

/**
 * A connection that sends requests that an HTTP client would reject. It stays open as long as the server allows, so
 * that a response to an earlier request would be detected.
 */
export class Wire {
  readonly #host: string
  readonly #port: number
  #socket: Socket | undefined

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#host = hostname
    this.#port = Number(port)
  }

  /** Returns null if the server closes the connection without a response. Rejects after a timeout. */
  async send(request: WireRequest): Promise<WireAnswer | null> {
    const kept = this.#socket
    const answer = await this.#exchange(encode(request), request.method)
    // The server may have just closed the idle connection.
    return answer ?? (kept ? this.#exchange(encode(request), request.method) : null)
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  #exchange(bytes: Buffer, method: string): Promise<WireAnswer | null> {
    const socket = (this.#socket ??= connect(this.#port, this.#host).setNoDelay())
    return new Promise((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0)
      const finish = (keep: boolean, settle: () => void) => {
        clearTimeout(timer)
        socket.removeAllListeners()
        socket.on('error', () => {})
        if (!keep) this.close()
        settle()
      }
      const timer = setTimeout(() => finish(false, () => reject(new Error('The server did not answer.'))), timeoutMs)
      socket.on('data', (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        try {
          const answer = decode(received, method)
          if (answer) finish(answer.headers['connection'] !== 'close', () => resolve(answer))
        } catch (error) {
          finish(false, () => reject(error))
        }
      })
      socket.on('error', () => {})
      socket.on('close', () => finish(false, () => resolve(null)))
      socket.write(bytes)
    })
  }
}

function encode({ method, target, headers, body, chunked }: WireRequest): Buffer {
  const framing = body === undefined ? [] : [chunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`]
  const fields = ['host: x', ...headers.map(([name, value]) => `${name}: ${value}`), ...framing]
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`, 'latin1')
  if (body === undefined) return head
  if (!chunked) return Buffer.concat([head, body])
  const first = body.length === 0 ? [] : [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]
  return Buffer.concat([head, ...first, Buffer.from('0\r\n\r\n')])
}

/** The response, or undefined if it is incomplete. Throws if the bytes are not exactly one response. */
function decode(received: Buffer, method: string): WireAnswer | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...fields] = received.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  const rest = received.subarray(end + 4)
  if (status === 100) return decode(rest, method)
  if (!status) throw new Error(`This is no answer: ${statusLine}`)
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  )
  const bodyless = method === 'HEAD' || status === 204 || status === 304
  const length = bodyless ? 0 : Number(headers['content-length'] ?? 0)
  if (headers['transfer-encoding'] !== undefined) throw new Error('An answer came in chunks.')
  // Of a request that is not HTTP, the server does not know the method.
  const isRefused = method === 'HEAD' && status >= 400 && headers['connection'] === 'close'
  if (rest.length > length && !isRefused)
    throw new Error(`An answer has ${rest.length - length} bytes too many: ${rest.toString()}`)
  if (rest.length < length) return undefined
  return { status, headers, body: decompress(rest.subarray(0, length), headers['content-encoding']).toString() }
}
