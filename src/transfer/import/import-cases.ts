import { checkImportedData } from '../../cases/values/case-data.rules.ts'
import { caseValueColumns, recorder } from '../../cases/values/case-columns.ts'
import { initialValues, sentValues, type SingleValues } from '../../cases/values/case-values.ts'
import { caseTerms } from '../../cases/values/searched-values.ts'
import { termVector } from '../../search/terms.ts'
import { isInternal } from '../../cases/change/recorded-event.ts'
import { personKey } from '../../configuration/items/items.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { ImportedComment, ImportFile, Item } from '../format/import-format.ts'
import { type After, authorKey } from './check-cases.ts'
import { advanceCaseIds } from './case-ids.ts'
import { importedDeadlines } from './imported-deadlines.ts'
import { latestOf } from './latest-comment.ts'
import { waitingOf } from './waiting-since.ts'
import { Case, CaseComment, type CaseData, CaseEvent, CaseTerms } from '../../cases/case.entity.ts'
import { columnDefinitions, columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { batches } from '../../database/batches.ts'

type Row = Record<string, unknown>

const valuesOf = recorder(caseValueColumns)

/** When the case was created and changed. `now` is the time of the import. */
function timesOf({ createdAt, updatedAt, history }: Item<'cases'>, now: string) {
  // A deadline that passes is no change of the case.
  const changed = history?.findLast(({ kind }) => kind !== 'OVERDUE')?.at ?? updatedAt
  return { created_at: createdAt ?? changed ?? now, updated_at: changed ?? createdAt ?? now }
}

function caseRow(item: Item<'cases'>, after: After, catalogue: Catalogue, now: string): Row {
  const { persons, groups } = after
  const { typeCode, caseData, outdatedCaseData, history } = item
  const fields = after.fieldsOf(typeCode) ?? []
  // The format requires those that have no default.
  const values = initialValues(sentValues(item)) as SingleValues
  const times = timesOf(item, now)
  const waiting = waitingOf(item, {
    createdAt: times.created_at,
    isClosed: after.isClosed,
    loginOf: (email, login) => personOf(email, login, item, after)?.kind ?? null,
  })
  return {
    id: item.id,
    version: item.version ?? 1,
    ...valuesOf(values),
    case_data: caseData == null ? {} : outdatedCaseData ? caseData : checkImportedData(fields, caseData).data,
    party_id: item.partyEmail == null ? null : persons.get(personKey('PARTY', item.partyEmail))?.id,
    assignee_id: item.assigneeEmail == null ? null : persons.get(personKey('OPERATOR', item.assigneeEmail))?.id,
    group_id: item.groupName == null ? null : groups.get(item.groupName)?.id,
    customer_waiting_since: waiting.customerWaitingSince,
    answered: waiting.answered,
    merged_into_id: item.merge?.intoCaseId ?? null,
    ...importedDeadlines(
      { values, history, createdAt: times.created_at, closedAt: times.updated_at, ...waiting },
      catalogue,
      now,
    ),
    ...times,
  }
}

/** The events of the case. Without a history it has one: the import. */
function eventRows(item: Item<'cases'>, after: After, now: string): Row[] {
  if (!item.history) {
    const { updated_at: at } = timesOf(item, now)
    return [{ case_id: item.id, version: item.version ?? 1, kind: 'IMPORTED', at, changes: [], internal: false }]
  }
  const comments: readonly ImportedComment[] = item.comments ?? []
  return item.history.map((event) => {
    // An export leaves out null.
    const changes = (event.changes ?? []).map(({ path, from = null, to = null }) => ({ path, from, to }))
    const ofEvent = comments.filter((comment) => 'version' in comment && comment.version === event.version)
    return {
      case_id: item.id,
      version: event.version,
      kind: event.kind,
      actor_id: personOf(event.actorEmail, event.actorLogin, item, after)?.id ?? null,
      touchpoint_code: event.touchpointCode ?? null,
      at: event.at,
      changes,
      internal: event.internal ?? (changes.length > 0 && isInternal(changes, ofEvent)),
    }
  })
}

function commentRows(item: Item<'cases'>, after: After, now: string): Row[] {
  return (item.comments ?? []).map((comment, index) => ({
    case_id: item.id,
    version: item.version ?? 1,
    position: index + 1,
    ...('version' in comment && {
      version: comment.version,
      position: comment.position,
      edited_version: comment.editedVersion ?? null,
      removed_version: comment.removedVersion ?? null,
    }),
    ...textAndTerms(comment),
    attachments: comment.attachments?.length ?? 0,
    internal: comment.internal ?? false,
    ...(comment.authorEmail != null && {
      imported_author_id: personOf(comment.authorEmail, comment.authorLogin, item, after)?.id,
      imported_at: comment.createdAt ?? timesOf(item, now).created_at,
    }),
    imported_touchpoint_code: comment.touchpointCode ?? null,
  }))
}

function textAndTerms(comment: ImportedComment): Row {
  const text = comment.text?.trim() ?? ''
  const isRemoved = 'removedVersion' in comment && comment.removedVersion != null
  return { text, terms: isRemoved ? null : termVector([text]) }
}

function termsRow({ id, subject, case_data }: Row, { typeCode }: Item<'cases'>, { fieldsOf }: After): Row {
  const values = { subject: (subject ?? null) as string | null, caseData: case_data as CaseData }
  return { case_id: id, terms: caseTerms(values, fieldsOf(typeCode)) }
}

function personOf(
  email: string | null | undefined,
  login: LoginKind | null | undefined,
  item: Item<'cases'>,
  { persons }: After,
): { id: number; kind: LoginKind } | undefined {
  if (email == null) return undefined
  const key = authorKey(email, login, item, (key) => persons.has(key))
  return persons.get(key ?? '')
}

/** Called after each batch with the number of cases done and the number of cases in the file. */
export type OnProgress = (done: number, total: number) => void

const caseColumns = columnsOf(Case)
const eventColumns = columnsOf(CaseEvent)
const commentColumns = columnsOf(CaseComment)
const termColumns = columnsOf(CaseTerms)

/** Inserts the rows of a parameter, which is a JSON array of objects with these columns. */
const insertInto = (table: string, columns: Record<string, string>, parameter: number) => `
    insert into ${table} (${selectList(null, columns)})
    select ${selectList('r', columns)}
    from jsonb_to_recordset($${parameter}::jsonb) as r(${columnDefinitions(columns)})`

// SQL, because a file may have 100,000 cases. Existing cases and their comments are left unchanged.
const insertCases = statement(
  `
  with imported as (${insertInto('cases', caseColumns, 1)}
    on conflict (id) do nothing
    returning id
  ), event as (${insertInto('case_events', eventColumns, 2)}
    join imported i on i.id = r.case_id
    returning case_id, version
  ), outbox as (
    insert into case_outbox (case_id, version)
    select case_id, version from event
  ), comment as (${insertInto('case_comments', commentColumns, 3)}
    join imported i on i.id = r.case_id
  ), terms as (${insertInto('case_terms', termColumns, 4)}
    join imported i on i.id = r.case_id
    on conflict (case_id) do update set terms = excluded.terms
  )
  select id from imported
`,
  { id: 'bigint' },
)

const currentTime = statement('select now()', { now: 'timestamptz' })

/** The rows of a case in the four tables, each as the elements of a JSON array. */
type RowTexts = readonly string[]

/** The size bounds the memory that a batch takes. */
const batchLimits = {
  items: 1_000,
  size: 4_000_000,
  sizeOf: (texts: RowTexts) => texts.reduce((size, text) => size + text.length, 0),
}

/** Inserts the cases that do not exist, each with its comments and events. Returns their IDs. */
export async function importCases(
  database: Queryable,
  { cases }: ImportFile,
  after: After,
  catalogue: Catalogue,
  onProgress: OnProgress,
): Promise<Set<number>> {
  const imported = new Set<number>()
  if (cases.items.size === 0) return imported
  const [time] = await database.run(currentTime)
  const now = time!.now.toISOString()
  let done = 0
  const texts = cases.items.values().map((item): RowTexts => {
    const events = eventRows(item, after, now)
    const comments = commentRows(item, after, now)
    const row = { ...caseRow(item, after, catalogue, now), ...latestOf(events, comments) }
    const rows = [[row], events, comments, [termsRow(row, item, after)]]
    return rows.map((ofTable) => JSON.stringify(ofTable).slice(1, -1))
  })
  for (const batch of batches(texts, batchLimits)) {
    const arrays = [0, 1, 2, 3].map((table) => `[${batch.flatMap((ofCase) => ofCase[table] || []).join(',')}]`)
    for (const { id } of await database.run(insertCases, arrays)) imported.add(id)
    done += batch.length
    onProgress(done, cases.items.size)
  }
  await database.run(advanceCaseIds)
  return imported
}
