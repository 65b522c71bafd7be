import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ContentStores } from '../../attachments/stores/content-stores.ts'
import type { AttachmentStoreName } from '../../attachments/attachment.entity.ts'
import type { Transaction } from '../../database/database.ts'
import type { ExportItem } from '../../database/json-file.ts'
import { columns, typed } from '../../database/statements/columns.ts'
import { statement } from '../../database/statements/statement.ts'
import { UsageError } from '../../errors/usage-error.ts'
import type { AttachmentSettings } from '../../settings/attachment-settings.ts'
import { cannot, syncFolder, writeFile } from '../write-file.ts'

/** Where an export or an archive writes the contents of files, and from where an import reads them. */
export interface ContentFolder {
  /** The folder, `<file>.attachments`. It is created when there is a content. */
  path: string
  settings: Pick<AttachmentSettings, 's3'>
}

/** The folder of an import file. */
export function contentFolder(file: string, settings: ContentFolder['settings']): ContentFolder {
  return { path: `${file}.attachments`, settings }
}

/** A file as an export contains it. */
interface ExportedFile {
  id: string
  size: number
  sha256: string
}

const storesOf = statement(
  'select id, store from attachments where id = any($1::uuid[])',
  columns({ id: 'uuid', store: typed<AttachmentStoreName>('text') }),
)

/**
 * Writes the contents of the files of each batch of cases to the folder, before the batch. Each is named by its SHA-256, and replaces what
 * has this name. They are on the disk when the last batch has been taken, except for the name of the folder. Throws a UsageError if there are files but no folder, and if a content is damaged.
 */
export async function* withContents(
  transaction: Transaction,
  folder: ContentFolder | undefined,
  batches: AsyncIterable<ExportItem[]>,
): AsyncGenerator<ExportItem[]> {
  const stores = folder && new ContentStores(transaction, folder.settings)
  const written = new Set<string>()
  for await (const items of batches) {
    const files = filesOf(items).filter(({ sha256 }) => !written.has(sha256))
    if (files.length > 0) {
      if (!folder || !stores)
        throw new UsageError('The cases have files. Write to a file with --output, or add --without-attachments.')
      const rows = await transaction.run(storesOf, [files.map(({ id }) => id)])
      const found = new Map(rows.map(({ id, store }) => [id, store]))
      await mkdir(folder.path, { recursive: true, mode: 0o700 }).catch(cannot('write', folder.path))
      for (const file of files) {
        if (written.has(file.sha256)) continue
        const parts = stores.of(found.get(file.id) ?? 'DATABASE').read(file.id, { start: 0, end: file.size - 1 })
        const path = join(folder.path, file.sha256)
        await writeFile(path, async (stream) => {
          // Not a pipeline: it destroys the stream if the store fails, which would hide why.
          for await (const part of checked(parts, file)) if (!stream.write(part)) await once(stream, 'drain')
        })
        written.add(file.sha256)
      }
    }
    yield items
  }
  if (folder && written.size > 0) await syncFolder(folder.path).catch(cannot('write', folder.path))
}

function filesOf(items: readonly ExportItem[]): ExportedFile[] {
  return items.flatMap(({ comments }) =>
    ((comments ?? []) as { attachments?: ExportedFile[] }[]).flatMap(({ attachments = [] }) => attachments),
  )
}

/** The parts of a file. Throws at their end if they do not have its SHA-256: an archive deletes the other copy. */
async function* checked(parts: AsyncIterable<Uint8Array>, { id, sha256 }: ExportedFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const part of parts) {
    hash.update(part)
    yield part
  }
  if (hash.digest('hex') === sha256) return
  throw new UsageError(
    `The content of attachment:${id} is damaged: its SHA-256 is not ${sha256}. Restore it from a backup, or remove its comment.`,
  )
}
