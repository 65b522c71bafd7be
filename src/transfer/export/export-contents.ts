import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ContentStores } from '../../attachments/stores/content-stores.ts'
import type { AttachmentStoreName } from '../../attachments/attachment.entity.ts'
import type { Transaction } from '../../database/database.ts'
import type { ExportItem } from '../../database/json-file.ts'
import { columns, typed } from '../../database/statements/columns.ts'
import { statement } from '../../database/statements/statement.ts'
import { systemMessage } from '../../errors/system-errors.ts'
import { UsageError } from '../../errors/usage-error.ts'
import type { AttachmentSettings } from '../../settings/attachment-settings.ts'

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

/** Throws a UsageError. In a transaction, other errors of the system would count as those of the connection to the database. */
export function cannot(verb: 'read' | 'write', path: string): (error: unknown) => never {
  return (cause) => {
    throw new UsageError(`Cannot ${verb} ${path}: ${systemMessage(cause)}.`, { cause })
  }
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
      const found = new Map(
        (await transaction.run(storesOf, [files.map(({ id }) => id)])).map(({ id, store }) => [id, store]),
      )
      await mkdir(folder.path, { recursive: true, mode: 0o700 }).catch(cannot('write', folder.path))
      for (const file of files) {
        if (written.has(file.sha256)) continue
        const parts = stores.of(found.get(file.id) ?? 'DATABASE').read(file.id, { start: 0, end: file.size - 1 })
        await writeWhole(join(folder.path, file.sha256), file, parts)
        written.add(file.sha256)
      }
    }
    yield items
  }
  if (folder && written.size > 0) await syncNames(folder.path)
}

function filesOf(items: readonly ExportItem[]): ExportedFile[] {
  return items.flatMap(({ comments }) =>
    ((comments ?? []) as { attachments?: ExportedFile[] }[]).flatMap(({ attachments = [] }) => attachments),
  )
}

/** On the disk when it resolves, and under its name only if it is whole and has its SHA-256: an archive deletes the other copy. */
async function writeWhole(path: string, { id, sha256 }: ExportedFile, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const temporary = `${path}.${process.pid}.partial`
  const failed = cannot('write', path)
  try {
    const file = await open(temporary, 'w', 0o600).catch(failed)
    const hash = createHash('sha256')
    try {
      for await (const part of parts) {
        hash.update(part)
        await file.writeFile(part).catch(failed)
      }
      await file.sync().catch(failed)
    } finally {
      await file.close()
    }
    if (hash.digest('hex') !== sha256)
      throw new UsageError(
        `The content of attachment:${id} is damaged: its SHA-256 is not ${sha256}. Restore it from a backup, or remove its comment.`,
      )
    await rename(temporary, path).catch(failed)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** The names of the files of the folder outlast a crash of the machine. */
async function syncNames(path: string): Promise<void> {
  const folder = await open(path).catch(cannot('write', path))
  await folder
    .sync()
    .catch(cannot('write', path))
    .finally(() => folder.close())
}
