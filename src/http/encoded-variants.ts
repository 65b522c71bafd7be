import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { etagIn } from './etag.ts'
import { type Answer, type HttpResponse, send } from './send.ts'

/** In the order in which they are taken where the caller likes both as much. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** What is shorter is hardly shorter compressed, and goes in one packet anyway. */
const leastKeptLength = 1024
/** Compressing what is sent once costs about as much processor time as a request does. */
const leastLength = 8 * 1024

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Compressed in another thread, and with more effort where it is done once. */
function compress(body: string | Buffer, encoding: Encoding, isKept: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(body, { level: isKept ? 6 : 4 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: isKept ? 5 : 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return toBrotli(body, { params })
}

/** The compressed forms of a body that is sent again and again: each is made once, when somebody first takes it. */
export class EncodedVariants {
  readonly #made = new Map<Encoding, Buffer | Promise<Buffer>>()

  of(body: string | Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
    const made = this.#made.get(encoding)
    if (made) return made
    const making = compress(body, encoding, true)
    this.#made.set(encoding, making)
    making.then(
      (compressed) => this.#made.set(encoding, compressed),
      () => this.#made.delete(encoding),
    )
    return making
  }
}

/** Sends an answer, compressed where the caller takes that and it is worth its while. */
export function sendCompressed(request: IncomingMessage, response: HttpResponse, answer: Answer): void | Promise<void> {
  const accepted = request.headers['accept-encoding']
  const { body, forms } = answer
  if (accepted === undefined || body === undefined) return send(response, answer)
  if (body.length < (forms ? leastKeptLength : leastLength)) return send(response, answer)
  const encoding = preferredEncoding(accepted)
  if (!encoding) return send(response, answer)
  const compressed = forms ? forms.of(body, encoding) : compress(body, encoding, false)
  if (Buffer.isBuffer(compressed)) return send(response, encoded(answer, encoding, compressed))
  return compressed.then((ready) => send(response, encoded(answer, encoding, ready)))
}

function encoded({ status, headers }: Answer, encoding: Encoding, body: Buffer): Answer {
  const { etag, vary } = headers
  const own: Record<string, string> = { ...headers, 'content-encoding': encoding }
  if (etag !== undefined) own['etag'] = etagIn(etag, encoding)
  if (!vary?.includes('Accept-Encoding')) own['vary'] = vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding'
  return { status, headers: own, body }
}

/** Few programs call, and each sends the same list every time. */
const known = new Map<string, Encoding | undefined>()
const mostKnown = 100

/** The encoding that Accept-Encoding likes best (RFC 9110, section 12.5.3); undefined for none. */
export function preferredEncoding(accepted: string): Encoding | undefined {
  if (known.has(accepted)) return known.get(accepted)
  if (known.size >= mostKnown) known.clear()
  const preferred = negotiate(accepted)
  known.set(accepted, preferred)
  return preferred
}

function negotiate(accepted: string): Encoding | undefined {
  const weights = new Map(accepted.split(',').map(weightOf))
  const weight = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0
  const best = encodings.reduce((best, each) => (weight(each) > weight(best) ? each : best))
  // What is not compressed is liked less than all that is named, unless the list names it too.
  return weight(best) > 0 && weight(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

function weightOf(item: string): [encoding: string, weight: number] {
  const [encoding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  // What is no number between 0 and 1 is no wish to get anything.
  return [encoding, q === undefined ? 1 : /^q=(?:0(?:\.\d{1,3})?|1(?:\.0{1,3})?)$/.test(q) ? Number(q.slice(2)) : 0]
}
