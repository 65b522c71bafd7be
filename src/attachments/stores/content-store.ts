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
