import { canSeeInternal, type Viewer } from '../../auth/viewer.ts'
import { batched, type Loader } from '../../database/batched.ts'
import type { RowOf } from '../../database/columns.ts'
import { columnsOf, selectList } from '../../database/entity-columns.ts'
import { paddedArray, unnestedKeys } from '../../database/keys.ts'
import { emailKey } from '../../people/email.ts'
import { CaseEvent } from '../case.entity.ts'
import type { CaseRow } from '../case-facts.ts'
import { type ListKey, listOf } from '../paging/page-key.ts'
import { caseAtVersion } from './case-at-version.rules.ts'

const eventColumns = columnsOf(CaseEvent, 'version', 'at', 'internal', 'changes')

type PastEvent = RowOf<typeof eventColumns>

/** The events of a case from a version on. `current` is the version of the case. */
type EventsKey = Pick<CaseRow, 'id' | 'version'> & { current: number }

const padded = (ids: readonly number[]) => paddedArray(ids, null)

const eventsSinceKeyColumns = { case_id: 'bigint', version: 'int' }

const eventsSince = batched(
  `
select k.ordinal::int, ${selectList('e', eventColumns)}
from ${unnestedKeys(eventsSinceKeyColumns)}
join case_events e on e.case_id = k.case_id and e.version >= k.version
order by k.ordinal, e.version desc`,
  eventColumns,
  (keys: readonly EventsKey[]) => [padded(keys.map(({ id }) => id)), keys.map(({ version }) => version)],
  {
    pastOf: (keys) => keys.map(({ id, current }) => ({ caseId: id, version: current })),
  },
)

const versionAtKeyColumns = { case_id: 'bigint', milliseconds: 'bigint' }

// Times are returned without the fraction of a millisecond that imported ones may have.
const versionAt = batched(
  `
select k.ordinal::int, l.version
from ${unnestedKeys(versionAtKeyColumns)}
cross join lateral (select timestamptz 'epoch' + k.milliseconds * interval '1 millisecond' as time) t
cross join lateral (
  select e.version
  from case_events e
  where e.case_id = k.case_id and (e.at < t.time + interval '1 millisecond' or t.time >= statement_timestamp())
  order by e.version desc
  limit 1
) l`,
  { version: 'int' },
  (keys: readonly { id: number; time: Date }[]) => [
    padded(keys.map(({ id }) => id)),
    keys.map(({ time }) => time.getTime()),
  ],
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

const commentsAfterKeyColumns = { case_id: 'bigint', after_version: 'int', up_to_version: 'int', internal: 'boolean' }

// Comments that have been removed since are not counted: their removal is among the changes.
const commentsAfter = batched(
  `
select k.ordinal::int, count(*)::int as total
from ${unnestedKeys(commentsAfterKeyColumns)}
join case_comments c on c.case_id = k.case_id and c.version > k.after_version and c.version <= k.up_to_version
where c.removed_version is null and (not c.internal or k.internal)
group by k.ordinal`,
  { total: 'int' },
  (keys: readonly (ListKey & { after: number })[]) => [
    padded(keys.map(({ caseId }) => caseId)),
    keys.map(({ after }) => after),
    keys.map(({ version }) => version),
    keys.map(({ internal }) => internal),
  ],
)

/** The case at a version. Parties do not see texts that have been edited or removed since. */
export async function caseAt(db: Loader, current: CaseRow, version: number, viewer: Viewer): Promise<CaseRow> {
  if (version >= current.version) return current
  const { past, assignment } = caseAtVersion(current, version, await eventsOf(db, current, version))
  if (assignment) {
    const ids = await db.load(assignees, assignment)
    past.assigneeId = ids?.assigneeId ?? null
    past.groupId = ids?.groupId ?? null
  }
  return canSeeInternal(viewer) ? past : { ...past, editsUntil: current.version }
}

/** The case at a time. Parties see texts as in `caseAt`. Null if the case did not exist then, or had not been imported. */
export async function caseAsOf(db: Loader, current: CaseRow, time: Date, viewer: Viewer): Promise<CaseRow | null> {
  const found = await db.load(versionAt, { id: current.id, time })
  return found ? caseAt(db, current, found.version, viewer) : null
}

/** What changed after a version of a case. */
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
    .filter(({ internal }) => !internal || canSeeInternal(viewer))
    .flatMap(({ changes }) => changes.map(({ path }) => path))
  const changedFields = [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()]
  const added = await db.load(commentsAfter, { ...listOf(current, viewer), after: version })
  return { changedFields, commentsAdded: added?.total ?? 0 }
}

function eventsOf(db: Loader, { id, version: current }: CaseRow, version: number): Promise<PastEvent[]> {
  return db.loadAll(eventsSince, { id, version, current })
}
