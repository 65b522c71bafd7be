import type { AttachmentStoreName } from '../attachment.entity.ts'

/** The parts in which contents are written and read, in bytes, except for the last one. */
export const partSize = 256 * 1024

/** The bytes of a content from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the contents of files are, by the UUIDs of the files. A store holds no connection while its caller waits for the network. Failures are
 * RequestErrors with UNAVAILABLE.
 */
export interface ContentStore {
  readonly name: AttachmentStoreName
  /**
   * Stores the parts of `partSize`. The content is complete and durable when it resolves. Rejects with the error of the parts if they
   * fail. `size`: the number of bytes if it is known.
   */
  write(id: string, parts: AsyncIterable<Uint8Array>, size: number | undefined): Promise<void>
  /** Reads a range that is within the content. Throws if there is no whole content. */
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>
  /** Removes a content, or what was stored of it. Safe to repeat. */
  remove(id: string): Promise<void>
  /** Throws if contents cannot be written, read and removed. */
  check(): Promise<void>
}

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
