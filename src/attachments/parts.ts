import { partSize } from './stores/content-store.ts'

/** The chunks as parts of `partSize`, of which only the last one can be shorter. */
export async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = Buffer.allocUnsafeSlow(partSize)
  let length = 0
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const next = chunk.subarray(at, at + partSize - length)
      part.set(next, length)
      at += next.length
      length += next.length
      if (length < partSize) continue
      yield part
      // The receiver may still be storing the one before.
      part = Buffer.allocUnsafeSlow(partSize)
      length = 0
    }
  }
  if (length > 0) yield part.subarray(0, length)
}
