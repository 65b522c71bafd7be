import { canSeeInternal, type Viewer } from '../../viewer/viewer.ts'
import type { Loader } from '../../database/statements/batched.ts'
import { searchableText } from '../../database/statements/valid-text.ts'
import { emailKey } from '../../people/email.ts'
import { firstnameOf, personIdsOf } from '../../people/people.ts'
import { canSeeValue, isForOperators } from '../values/case-values.ts'
import type { CaseEventKind } from '../event-kinds.ts'
import { columns, type RowOf } from '../../database/statements/columns.ts'
import { columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import { CaseEvent, type ChangedValue } from '../case.entity.ts'
import type { CaseRow } from '../case-facts.ts'
import { casePages } from './page-loader.ts'
import type { AuthenticatedContext } from '../../context.ts'
import { type CommentRow, readAddedComments } from './comment-pages.ts'

/** Conditions that events must all fulfil. Null is the same as absent. */
export interface HistoryFilter {
  kind?: readonly CaseEventKind[] | null | undefined
  /** Paths of values, joined by dots, or only their first parts. */
  field?: readonly string[] | null | undefined
  actorEmail?: string | null | undefined
  changedAfter?: Date | null | undefined
  changedBefore?: Date | null | undefined
}

/**
 * The filter of a list key as JSON. `first` and `last` are milliseconds since 1970, both included. Parties can look for their own changes by email address, but not for those of others.
 */
export async function filterOf(db: Loader, filter: HistoryFilter, viewer: Viewer): Promise<string> {
  const { kind, field, actorEmail, changedAfter, changedBefore } = filter
  const actorIds = actorEmail == null ? undefined : await actorsWith(db, actorEmail, viewer)
  return JSON.stringify({
    ...(kind && { kind }),
    ...(field && { field: field.filter((path) => searchableText(path) !== null && canSeeValue(viewer, [path])) }),
    ...(actorIds && { actorIds }),
    ...(changedAfter && { first: changedAfter.getTime() + 1 }),
    ...(changedBefore && { last: changedBefore.getTime() - 1 }),
  })
}

async function actorsWith(db: Loader, email: string, viewer: Viewer): Promise<number[]> {
  const key = searchableText(emailKey(email)) ?? ''
  if (canSeeInternal(viewer)) return personIdsOf(db, key)
  return key === emailKey(viewer.email) ? [viewer.personId] : []
}

const time = (milliseconds: string) => `timestamptz 'epoch' + (${milliseconds})::bigint * interval '1 millisecond'`
const unlessAbsent = (member: string, condition: string) => `(k.filter::jsonb -> '${member}' is null or ${condition})`

/** Whether an event `e` matches the filter of a key `k`. Times count as they are returned, in milliseconds. */
const matchesFilter = [
  unlessAbsent('kind', `k.filter::jsonb -> 'kind' ? e.kind`),
  unlessAbsent(
    'field',
    `exists (
      select from jsonb_array_elements(e.changes) c
      where k.filter::jsonb -> 'field' ?| array[
        c -> 'path' ->> 0, (c -> 'path' ->> 0) || '.' || (c -> 'path' ->> 1)])`,
  ),
  unlessAbsent('actorIds', `k.filter::jsonb -> 'actorIds' @> to_jsonb(e.actor_id)`),
  unlessAbsent('first', `e.at >= ${time(`k.filter::jsonb ->> 'first'`)}`),
  unlessAbsent('last', `e.at < ${time(`k.filter::jsonb ->> 'last'`)} + interval '1 millisecond'`),
].join('\n    and ')

export const storedEventColumns = columnsOf(
  CaseEvent,
  'caseId',
  'version',
  'kind',
  'actorId',
  'touchpointCode',
  'at',
  'changes',
  'internal',
)

const eventColumns = columns({ ...storedEventColumns, editsUntil: 'int' })

/** An event. `editsUntil` is the version up to which its comments are edited and removed. */
export type EventRow = RowOf<typeof eventColumns> & {
  /** The case as it is now, if it is known. Null if the viewer can no longer see it. */
  case?: CaseRow | null
}

/** Whether the event had happened, and the caller may see it. Parties do not see events whose content is all internal. */
const isVisible = `e.version <= k.version and (k.internal or not e.internal)`

const eventsWhere = (condition: string, isFiltered = false) =>
  casePages(eventColumns, {
    table: 'case_events',
    alias: 'e',
    condition,
    pagesIn: (order, keys) => `
select k.ordinal::int, l.*
from ${keys}
cross join lateral (
  select ${selectList('e', storedEventColumns)}, k.edits_until
  from case_events e
  where e.case_id = k.case_id and e.version > k.after_version and e.version < k.before_version
    and ${condition}
  order by e.version ${order}
  limit k.items
) l
order by k.ordinal, l.version ${order}`,
    bytesOf: ({ changes }) => Buffer.byteLength(JSON.stringify(changes)),
    isFiltered,
  })

/** The events of a case, oldest first. */
export const eventPages = eventsWhere(isVisible)

/** The events of a case that match the filters of a request, oldest first. */
export const filteredEventPages = eventsWhere(`${isVisible} and ${matchesFilter}`, true)

/**
 * The changes as parties see them: an assignee is given by first name instead of email address, and edited and removed
 * comments without their texts. Values that only operators see are left out.
 */
export function asSeenByParties(db: Loader, changes: readonly ChangedValue[]): Promise<readonly ChangedValue[]> {
  const visible = changes.filter(({ path }) => !isForOperators(path))
  const firstname = async (email: unknown) => (typeof email === 'string' ? firstnameOf(db, email) : null)
  return Promise.all(
    visible.map(async (change) => {
      if (change.path[0] === 'comments') return { path: change.path, from: null, to: null }
      if (change.path[0] !== 'assignee') return change
      const [from, to] = await Promise.all([firstname(change.from), firstname(change.to)])
      return { path: change.path, from, to }
    }),
  )
}

/** The largest position of a comment. An import can add so many with one event. */
const maximumImported = 2 ** 15 - 1

/**
 * The comments that an event added and that the viewer may see. Events of the feed have their case. The texts of their comments are
 * loaded only if they are selected: most readers do not, and an import can add many long ones.
 */
export async function commentsOf(context: AuthenticatedContext, event: EventRow): Promise<CommentRow[]> {
  const { viewer, services, responseBudget } = context
  if (event.case === null || (event.internal && !canSeeInternal(viewer))) return []
  const { caseId, version, kind } = event
  const row = { id: caseId, version, editsUntil: Math.max(version, event.editsUntil) }
  const limit = kind === 'IMPORTED' ? maximumImported : undefined
  const hasTexts = event.case === undefined
  return readAddedComments(services.database, { viewer, case: row }, responseBudget, { limit, hasTexts })
}
