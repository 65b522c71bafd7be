import { EncodedVariants } from './encoded-variants.ts'
import { etagOf } from './etag.ts'
import type { Answer } from './send.ts'

/** A page or a file that is the same for everybody as long as the process runs. */
export function staticAnswer(body: string | Buffer, headers: Record<string, string>): Answer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const cached = { 'cache-control': 'no-cache', vary: 'Accept-Encoding', etag: etagOf(bytes), ...headers }
  return { status: 200, headers: cached, body: bytes, forms: new EncodedVariants() }
}
