import { partSize } from './stores/content-store.ts'

/** The chunks as parts of `partSize`, of which only the last one can be shorter. */
export async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length < partSize) continue
    const whole = Buffer.concat(waiting, length)
    let start = 0
    for (; length - start >= partSize; start += partSize) yield whole.subarray(start, start + partSize)
    // A copy, so that the rest does not keep the parts before it.
    waiting = start === length ? [] : [Buffer.from(whole.subarray(start))]
    length -= start
  }
  if (length > 0) yield Buffer.concat(waiting, length)
}
