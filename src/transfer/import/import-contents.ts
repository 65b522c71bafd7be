import { randomUUID } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { ReceivedContent } from '../../attachments/received-content.ts'
import { DatabaseStore } from '../../attachments/stores/database-store.ts'
import { partSize } from '../../attachments/stores/content-store.ts'
import type { Path, Problems } from '../../configuration/items/items.rules.ts'
import type { Transaction } from '../../database/database.ts'
import { statement } from '../../database/statements/statement.ts'
import { codeOf } from '../../errors/system-errors.ts'
import type { ContentFolder } from '../export/export-contents.ts'
import type { ImportedAttachment } from '../format/case-format.ts'
import type { ImportFile } from '../format/import-format.ts'
import { cannot } from '../write-file.ts'

const maximumSize = 2 ** 31 - 1

/** $1: the new ID, $2: the ID in the file, which is kept if it is free, $3 to $5: the comment, $6: the name. Its uploader is the comment's author. */
const insertFile = statement(
  `
insert into attachments (id, uploader_id, store, name, size, remove_at)
select case when exists (select from attachments where id = $2::uuid) then $1::uuid else coalesce($2::uuid, $1::uuid) end,
  coalesce(m.imported_author_id, e.actor_id), 'DATABASE', $6::text, 0, statement_timestamp()
from case_comments m
join case_events e on e.case_id = m.case_id and e.version = m.version
where m.case_id = $3::bigint and m.version = $4::int and m.position = $5::int
returning id`,
  { id: 'uuid' },
)

/** $1: the ID, $2: the facts, $3 to $6: the place in a comment, $7: when it was uploaded. */
const attachFile = statement(`
update attachments
set size = ($2::jsonb ->> 'size')::int, media_type = $2::jsonb ->> 'mediaType', sha256 = $2::jsonb ->> 'sha256', remove_at = null,
  case_id = $3::bigint, version = $4::int, position = $5::int, number = $6::int,
  created_at = coalesce($7::timestamptz, created_at)
where id = $1::uuid`)

/** A file of a case, the place of its SHA-256 in the import file, and the place of the file in its comment. */
interface PlacedFile {
  file: ImportedAttachment
  place: Path
  comment: [caseId: number, version: number, position: number]
  number: number
}

function* filesOf({ cases }: ImportFile, imported: ReadonlySet<number>): Generator<PlacedFile> {
  for (const [index, item] of cases.items) {
    if (!imported.has(item.id)) continue
    for (const [at, comment] of (item.comments ?? []).entries()) {
      const { version = item.version ?? 1, position = at + 1 } = comment as { version?: number; position?: number }
      for (const [number, file] of (comment.attachments ?? []).entries()) {
        const place = ['cases', index, 'comments', at, 'attachments', number, 'sha256']
        yield { file, place, comment: [item.id, version, position], number: number + 1 }
      }
    }
  }
}

/**
 * Stores the files of the cases that were imported, in the database, in the transaction of the import. Adds a problem for each content that
 * is missing or is not what the file says.
 */
export async function importContents(
  transaction: Transaction,
  folder: ContentFolder | undefined,
  importFile: ImportFile,
  imported: ReadonlySet<number>,
  problems: Problems,
): Promise<void> {
  const store = new DatabaseStore(transaction)
  for (const { file, place, comment, number } of filesOf(importFile, imported)) {
    const content = await contentOf(folder, file)
    if (!content) {
      const where = folder?.path ?? 'a folder beside the file'
      problems.add('invalidValue', place, `must be the name of a file in ${where}`)
      continue
    }
    const [row] = await transaction.run(insertFile, [randomUUID(), file.id ?? null, ...comment, file.name])
    const received = new ReceivedContent(content, { maximumSize, types: undefined, scanner: undefined })
    await store.write(row!.id, received.parts())
    const { size, sha256 } = received.facts!
    if (size !== file.size || sha256 !== file.sha256) {
      problems.add('invalidValue', place, `must be that of the content, which is ${sha256} with ${size} bytes`)
    }
    const facts = JSON.stringify(received.facts)
    await transaction.run(attachFile, [row!.id, facts, ...comment, number, file.createdAt ?? null])
  }
}

/** The content in the folder. Undefined if it is not there, or empty. */
async function contentOf(
  folder: ContentFolder | undefined,
  { sha256 }: ImportedAttachment,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  if (!folder) return undefined
  const path = join(folder.path, sha256)
  try {
    const file = await open(path)
    if ((await file.stat()).size > 0) return partsOf(file, path)
    await file.close()
    return undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    return cannot('read', path)(error)
  }
}

async function* partsOf(file: FileHandle, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file.createReadStream({ highWaterMark: partSize })
  } catch (error) {
    cannot('read', path)(error)
  }
}
