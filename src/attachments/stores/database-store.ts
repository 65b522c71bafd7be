import { bulkhead, type BulkheadPolicy } from 'cockatiel'
import type { Database } from '../../database/database.ts'
import { statement } from '../../database/statements/statement.ts'
import { InternalError } from '../../errors/internal-error.ts'
import { type ByteRange, type ContentStore, partSize } from './content-store.ts'

// pg sends bytes as they are. PGlite would write them as hexadecimal text, which takes several times as long as base64.
const inserts = {
  postgresql: {
    statement: statement(
      'insert into attachment_chunks (attachment_id, number, content) values ($1::uuid, $2::int, $3::bytea)',
    ),
    toParameter: (part: Uint8Array): unknown => part,
  },
  embedded: {
    statement: statement(
      `insert into attachment_chunks (attachment_id, number, content) values ($1::uuid, $2::int, decode($3::text, 'base64'))`,
    ),
    toParameter: (part: Uint8Array): unknown =>
      Buffer.from(part.buffer, part.byteOffset, part.length).toString('base64'),
  },
}

// Both read base64 faster than bytea, which comes as hexadecimal text. In pieces: pg would copy a longer row several times while it
// arrives.
const selectPieces = statement(
  `
select encode(substring(c.content from 49152 * piece + 1 for 49152), 'base64') as content
from attachment_chunks c
cross join generate_series(0, (length(c.content) - 1) / 49152) as piece
where c.attachment_id = $1::uuid and c.number = $2::int
order by piece`,
  { content: 'text' },
)

const removeChunks = statement('delete from attachment_chunks where attachment_id = $1::uuid')

/** Contents in rows of the database. Backups, replicas and moves of the database have them without further work. */
export class DatabaseStore implements ContentStore {
  readonly name = 'DATABASE'
  readonly #database: Pick<Database, 'kind' | 'run'>
  /** Contents use a quarter of the connections. The others stay free for everything else. */
  readonly #turns: BulkheadPolicy

  constructor(database: Pick<Database, 'kind' | 'run' | 'pool'>) {
    this.#database = database
    this.#turns = bulkhead(Math.ceil((database.pool?.().max ?? 1) / 4), Infinity)
  }

  async write(id: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    const { statement: insert, toParameter } = inserts[this.#database.kind]
    let number = 0
    let storing: Promise<unknown> = Promise.resolve()
    try {
      // The next part arrives while one is being stored, unless others wait for their turns: they would all hold two parts.
      for await (const part of parts) {
        await storing
        const values = [id, number++, toParameter(part)]
        storing = this.#turns.execute(() => this.#database.run(insert, values))
        storing.catch(() => {})
        if (this.#turns.executionSlots === 0) await storing
      }
    } finally {
      // What is removed after a failure must be complete.
      await storing.catch(() => {})
    }
    await storing
  }

  async *read(id: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    let left = end - start + 1
    const first = Math.floor(start / partSize)
    let next = this.#select(id, first)
    for (let number = first; number * partSize <= end; number++) {
      const pieces = await next
      // One row ahead, which is there when the reader has taken this one.
      if ((number + 1) * partSize <= end) next = this.#select(id, number + 1)
      if (pieces.length === 0) throw new InternalError(`Attachment ${id} has no part ${number}.`)
      let offset = number * partSize
      for (const { content } of pieces) {
        const piece = Buffer.from(content, 'base64')
        const bytes = piece.subarray(Math.max(0, start - offset), Math.max(0, end - offset + 1))
        offset += piece.length
        left -= bytes.length
        if (bytes.length > 0) yield bytes
      }
    }
    if (left !== 0) throw new InternalError(`The content of attachment ${id} has a part of another size.`)
  }

  #select(id: string, number: number) {
    const rows = this.#turns.execute(() => this.#database.run(selectPieces, [id, number]))
    // If the reader leaves, nobody waits for them.
    rows.catch(() => {})
    return rows
  }

  async remove(id: string): Promise<void> {
    await this.#database.run(removeChunks, [id])
  }

  /** Its statements fail like all others. */
  async check(): Promise<void> {}
}
