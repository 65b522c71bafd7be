import type { Writable } from 'node:stream'
import type { Database } from '../../database/database.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { type ArchiveSelection, maximumBytesOfCases, type WrittenCase, writeArchive } from './archive-file.ts'
import { detached } from '../../cases/change/attachment-facts.ts'
import { batches } from '../../database/batches.ts'
import type { ContentFolder } from './export-contents.ts'
import { archivedCases, isClosedBefore } from './export-sections.ts'

export interface ArchiveOptions {
  /** At least 1, because a request with an idempotency key can be repeated for a day. */
  olderThanDays: number
  /** The maximum number of cases. */
  limit: number
  /** The maximum size of the cases in the file. By default, an import can read the file. */
  maximumBytes?: number
  /** Where the contents of files are written. */
  folder?: ContentFolder
}

/** The closed cases that are old enough. */
export interface ArchivePlan {
  cases: number
  /** The number of further cases, beyond the limit. */
  remaining: number
  /** When the cases changed last, from the first to the last of them. Null if there are none. */
  from: Date | null
  to: Date | null
}

export interface ArchiveSummary extends ArchivePlan {
  /** The number of cases that were deleted from the database. */
  deleted: number
  /** The IDs of cases that changed after they were written to the file, and were not deleted. */
  changed: number[]
}

const cutoff = statement(`select statement_timestamp() - $1::int * interval '24 hours' as before`, {
  before: 'timestamptz',
})

const plan = statement(
  `
with selected as (
  select c.updated_at from cases c ${archivedCases}
)
select count(*) as cases, min(updated_at) as "from", max(updated_at) as "to",
  (select count(*) from cases c where ${isClosedBefore}) as total
from selected`,
  { cases: 'bigint', from: 'timestamptz | null', to: 'timestamptz | null', total: 'bigint' },
)

/** What `archiveCases` would do now. */
export async function planArchive(database: Database, options: ArchiveOptions): Promise<ArchivePlan> {
  return (await select(database, options)).found
}

async function select(
  database: Database,
  { olderThanDays, limit, maximumBytes = maximumBytesOfCases }: ArchiveOptions,
): Promise<{ selection: ArchiveSelection; found: ArchivePlan }> {
  const [time] = await database.run(cutoff, [olderThanDays])
  const { before } = time!
  const [row] = await database.run(plan, [before.toISOString(), limit])
  const { total, ...found } = row!
  return { selection: { before, limit, maximumBytes }, found: { ...found, remaining: total - found.cases } }
}

// One archive at a time: two would write the same cases. The number is arbitrary.
const archiveLock = 4_206_219

/**
 * Moves cases to a file that an import accepts. `writeFile` must return only when the file is complete and on the disk.
 * It is not called if there is no case to archive.
 */
export function archiveCases(
  database: Database,
  options: ArchiveOptions,
  writeFile: (write: (output: Writable) => Promise<WrittenCase[]>) => Promise<WrittenCase[]>,
): Promise<ArchiveSummary> {
  return database.exclusively(archiveLock, async () => {
    const { selection, found } = await select(database, options)
    const { cases, remaining } = found
    if (cases === 0) return { ...found, deleted: 0, changed: [] }
    const written = await writeFile((output) => writeArchive(database, output, selection, options.folder))
    const changed = await deleteUnchanged(database, written)
    return {
      cases: written.length,
      remaining: Math.max(0, cases + remaining - written.length),
      from: written[0]?.updatedAt ?? null,
      to: written.at(-1)?.updatedAt ?? null,
      deleted: written.length - changed.length,
      changed,
    }
  })
}

// One statement is one transaction. It locks a case before its events and comments, as a change does.
const deleteCases = statement(
  `
with unchanged as (
  select c.id
  from unnest($1::bigint[], $2::int[]) as w (id, version)
  join cases c on c.id = w.id and c.version = w.version
  for update of c
), files as (
  update attachments
  set ${detached}
  where case_id in (select id from unchanged)
), comments as (
  delete from case_comments where case_id in (select id from unchanged)
), events as (
  delete from case_events where case_id in (select id from unchanged)
), terms as (
  delete from case_terms where case_id in (select id from unchanged)
), links as (
  delete from case_links where case_id in (select id from unchanged) or other_id in (select id from unchanged)
), merges as (
  delete from case_merges where case_id in (select id from unchanged)
), reads as (
  delete from case_reads where case_id in (select id from unchanged)
)
delete from cases where id in (select id from unchanged)
returning id`,
  { id: 'bigint' },
)

/** The size is the number of events and comments. */
const batchLimits = { items: 500, size: 10_000, sizeOf: ({ rows }: WrittenCase) => rows }

/** Deletes the cases that still have the version of the file. Returns the IDs of the others. */
async function deleteUnchanged(database: Database, written: readonly WrittenCase[]): Promise<number[]> {
  const changed: number[] = []
  let deleted = 0
  let eventId: number | null = null
  for (const batch of batches(written, batchLimits)) {
    const ids = batch.map(({ id }) => id)
    const done = await database.transaction(async (transaction) => {
      const rows = await transaction.run(deleteCases, [ids, batch.map(({ version }) => version)])
      const event = rows.length === 0 ? eventId : await auditDeleted(transaction, eventId, deleted + rows.length)
      return { rows, event }
    })
    deleted += done.rows.length
    eventId = done.event
    const gone = new Set(done.rows.map(({ id }) => id))
    changed.push(...ids.filter((id) => !gone.has(id)))
  }
  return changed
}

const updateEvent = statement(`update audit_events set changes = $2::jsonb where id = $1::bigint`)

/** An archive has one audit event, which counts the cases that were deleted so far. Returns its ID. */
async function auditDeleted(transaction: Queryable, eventId: number | null, cases: number): Promise<number> {
  const changes = [{ path: ['cases'], from: cases, to: 0 }]
  if (eventId === null) {
    const [id] = await writeAudit(transaction, null, [{ action: 'ARCHIVED', target: 'archive', changes }])
    return id!
  }
  await transaction.run(updateEvent, [eventId, JSON.stringify(changes)])
  return eventId
}
