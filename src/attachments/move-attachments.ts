import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { columns, type RowOf, typed } from '../database/statements/columns.ts'
import { statement } from '../database/statements/statement.ts'
import { InternalError } from '../errors/internal-error.ts'
import type { AttachmentStoreName } from './attachment.entity.ts'
import { inParts } from './stores/content-store.ts'
import type { ContentStores } from './stores/content-stores.ts'

const fileColumns = columns({
  id: 'uuid',
  store: typed<AttachmentStoreName>('text'),
  size: 'int',
  sha256: 'text | null',
})

const nextFiles = statement(
  `select id, store, size, sha256 from attachments
where store <> $1::text and sha256 is not null and id > $2::uuid
order by id
limit 100`,
  fileColumns,
)
const remaining = statement(
  'select count(*)::int as files from attachments where store <> $1::text and sha256 is not null',
  { files: 'int' },
)
const switchStore = statement(
  'update attachments set store = $2::text where id = $1::uuid and store = $3::text and sha256 is not null returning id',
  { id: 'uuid' },
)

// A second run would remove what the first one has just copied. The number is arbitrary but must never change.
const moveLock = 46_000_001

const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Moves contents to a store while servers use them. Each is copied, compared, and found in the new store before the old one is removed, so
 * that another run can continue where this one stopped. Returns how many were moved. Throws UNAVAILABLE if a store cannot be used.
 */
export async function moveAttachments(
  database: Database,
  stores: ContentStores,
  target: AttachmentStoreName,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<number> {
  return database.exclusively(moveLock, async () => {
    const [found] = await database.run(remaining, [target])
    const total = found!.files
    let moved = 0
    let last = beforeAll
    for (;;) {
      const files = await database.run(nextFiles, [target, last])
      // A pass that finds nothing from the beginning on: files may have been added behind the last one.
      if (files.length === 0 && last === beforeAll) return moved
      if (files.length === 0) last = beforeAll
      for (const file of files) {
        await moveOne(database, stores, target, file)
        last = file.id
        onProgress(++moved, total)
      }
    }
  })
}

async function moveOne(
  database: Database,
  stores: ContentStores,
  target: AttachmentStoreName,
  { id, store, size, sha256 }: RowOf<typeof fileColumns>,
): Promise<void> {
  const [from, to] = [stores.of(store), stores.of(target)]
  // What an earlier run left in the middle of a content.
  await to.remove(id)
  await to.write(id, inParts(compared(from.read(id, { start: 0, end: size - 1 }), id, sha256)), size)
  const rows = await database.run(switchStore, [id, target, store])
  // A file that was removed meanwhile has no content anywhere.
  await (rows.length > 0 ? from : to).remove(id)
}

/** Fails after the last part if the parts are not those of the SHA-256. */
async function* compared(
  parts: AsyncIterable<Uint8Array>,
  id: string,
  sha256: string | null,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const part of parts) {
    hash.update(part)
    yield part
  }
  if (hash.digest('hex') !== sha256)
    throw new InternalError(`The content of attachment ${id} is damaged. It was not moved.`)
}
