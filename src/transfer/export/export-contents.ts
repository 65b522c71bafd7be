import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ContentStores } from '../../attachments/stores/content-stores.ts'
import type { AttachmentStoreName } from '../../attachments/attachment.entity.ts'
import type { Database } from '../../database/database.ts'
import type { ExportItem } from '../../database/json-file.ts'
import { columns, typed } from '../../database/statements/columns.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { codeOf } from '../../errors/system-errors.ts'
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
 * Writes the contents of the files of cases to the folder, each named by its SHA-256. What is there already is not written again. `db`: the
 * transaction of the export. Throws a UsageError if there are files but no folder.
 */
export async function writeContents(
  db: Queryable,
  kind: Database['kind'],
  folder: ContentFolder | undefined,
  items: readonly ExportItem[],
): Promise<void> {
  const files = items.flatMap(({ comments }) =>
    ((comments ?? []) as { attachments?: ExportedFile[] }[]).flatMap(({ attachments = [] }) => attachments),
  )
  if (files.length === 0) return
  if (!folder)
    throw new UsageError('The cases have files. Write to a file with --output, or add --without-attachments.')
  const stores = new ContentStores({ kind, run: (declared, values) => db.run(declared, values) }, folder.settings)
  const found = new Map((await db.run(storesOf, [files.map(({ id }) => id)])).map(({ id, store }) => [id, store]))
  await mkdir(folder.path, { recursive: true, mode: 0o700 })
  for (const file of files) {
    const target = join(folder.path, file.sha256)
    if (await hasSize(target, file.size)) continue
    await writeWhole(
      target,
      stores.of(found.get(file.id) ?? 'DATABASE').read(file.id, { start: 0, end: file.size - 1 }),
    )
  }
}

async function hasSize(path: string, size: number): Promise<boolean> {
  try {
    return (await stat(path)).size === size
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** On the disk when it resolves, and never incomplete under its name. */
async function writeWhole(path: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const temporary = `${path}.${process.pid}.partial`
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      for await (const part of parts) await file.writeFile(part)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
