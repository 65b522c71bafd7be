import { canSeeInternal, type Viewer } from '../../viewer/viewer.ts'
import { batched, batchedBy, type Loader } from '../../database/statements/batched.ts'
import type { RowOf } from '../../database/statements/columns.ts'
import { columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import { emailKey } from '../../people/email.ts'
import { CaseEvent } from '../case.entity.ts'
import type { CaseRow } from '../case-facts.ts'
import { noDeadlines } from '../values/case-deadlines.rules.ts'
import { canSeeValue } from '../values/case-values.ts'
import { listOf } from '../timeline/page-loader.ts'
import { caseAtVersion } from './case-at-version.rules.ts'

const eventColumns = columnsOf(CaseEvent, 'version', 'kind', 'at', 'internal', 'changes')

type PastEvent = RowOf<typeof eventColumns>

/** The events of a case from the last change on that made a version what it is. `current` is the version of the case. */
const eventsSince = batchedBy(
  { id: 'bigint', version: 'int', current: 'int' },
  (keys) => `
select k.ordinal::int, ${selectList('e', eventColumns)}
from ${keys}
join case_events e on e.case_id = k.id and e.version <= k.current and e.version >= coalesce((
  select max(o.version) from case_events o where o.case_id = k.id and o.version <= k.version and o.kind <> 'OVERDUE'
), k.version)
order by k.ordinal, e.version desc`,
  eventColumns,
  { pastOf: (keys) => keys.map(({ id, current }) => ({ id, version: current })) },
)

// Times are returned without the fraction of a millisecond that imported ones may have.
const versionAt = batchedBy(
  { id: 'bigint', milliseconds: 'bigint' },
  (keys) => `
select k.ordinal::int, l.version
from ${keys}
cross join lateral (select timestamptz 'epoch' + k.milliseconds * interval '1 millisecond' as time) t
cross join lateral (
  select e.version
  from case_events e
  where e.case_id = k.id and (e.at < t.time + interval '1 millisecond' or t.time >= statement_timestamp())
  order by e.version desc
  limit 1
) l`,
  { version: 'int' },
)

// Email addresses and names are the natural keys of operators and groups.
const assignees = batched(
  `
select k.ordinal::int, o.id as assignee_id, g.id as group_id
from unnest($1::text[], $2::text[]) with ordinality as k (email_key, group_name, ordinal)
left join persons o on o.kind = 'OPERATOR' and o.email_key = k.email_key
left join operator_groups g on g.name = k.group_name`,
  { assigneeId: 'bigint | null', groupId: 'bigint | null' },
  (keys: readonly { email: string | null; groupName: string | null }[]) => [
    keys.map(({ email }) => email && emailKey(email)),
    keys.map(({ groupName }) => groupName),
  ],
)

// Comments that have been removed since are not counted: their removal is among the changes.
const commentsAfter = batchedBy(
  { caseId: 'bigint', after: 'int', version: 'int', internal: 'boolean' },
  (keys) => `
select k.ordinal::int, count(*)::int as total
from ${keys}
join case_comments c on c.case_id = k.case_id and c.version > k.after and c.version <= k.version
where c.removed_version is null and (not c.internal or k.internal)
group by k.ordinal`,
  { total: 'int' },
)

/** The case at a version. Parties do not see texts that have been edited or removed since. */
export async function caseAt(db: Loader, current: CaseRow, version: number, viewer: Viewer): Promise<CaseRow> {
  if (version >= current.version) return current
  const { past, assignment } = caseAtVersion(current, version, await eventsOf(db, current, version))
  if (assignment) {
    const ids = await db.load(assignees, assignment)
    past.assigneeId = ids?.assigneeId ?? null
    past.groupId = ids?.groupId ?? null
    // Names that were loaded with the case are those of now.
    past.groupName = assignment.groupName
    past.assigneeEmail = null
  }
  return canSeeInternal(viewer) ? past : { ...past, editsUntil: current.version }
}

/** The case at a time. Parties see texts as in `caseAt`. Null if the case did not exist then, or had not been imported. */
export async function caseAsOf(db: Loader, current: CaseRow, time: Date, viewer: Viewer): Promise<CaseRow | null> {
  const found = await db.load(versionAt, { id: current.id, milliseconds: time.getTime() })
  // The history says neither since when somebody waited nor what was due.
  return found
    ? { ...(await caseAt(db, current, found.version, viewer)), customerWaitingSince: null, ...noDeadlines }
    : null
}

/** Whether nothing but deadlines that passed came after a version of a case. */
export async function isSameSince(db: Loader, current: CaseRow, version: number): Promise<boolean> {
  const events = await eventsOf(db, current, version + 1)
  const passed = events.filter((event) => event.kind === 'OVERDUE' && event.version > version)
  return passed.length === current.version - version
}

interface ChangesSince {
  /** The paths of the values, for example ["caseData", "severity"]. Added comments are not among them. */
  changedFields: string[][]
  commentsAdded: number
}

/** What changed after a version, as far as the viewer may see it. */
export async function changesSince(
  db: Loader,
  current: CaseRow,
  version: number,
  viewer: Viewer,
): Promise<ChangesSince> {
  const events = await eventsOf(db, current, version + 1)
  const paths = events
    .filter((event) => event.version > version && event.kind !== 'OVERDUE')
    .filter(({ internal }) => !internal || canSeeInternal(viewer))
    .flatMap(({ changes }) => changes.map(({ path }) => path))
    .filter((path) => canSeeValue(viewer, path))
  const changedFields = [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()]
  const added = await db.load(commentsAfter, { ...listOf(current, viewer), after: version })
  return { changedFields, commentsAdded: added?.total ?? 0 }
}

function eventsOf(db: Loader, { id, version: current }: CaseRow, version: number): Promise<PastEvent[]> {
  return db.loadAll(eventsSince, { id, version, current })
}
