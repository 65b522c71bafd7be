import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** Decompresses a body. The body of a response to HEAD is empty. */
export function decompress(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0 || encoding === undefined) return body
  if (encoding !== 'br' && encoding !== 'gzip') throw new Error(`Unexpected content encoding: ${encoding}.`)
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)
}
