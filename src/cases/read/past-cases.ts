import { canSeeInternal, type Viewer } from '../../auth/viewer.ts'
import { BatchLoader, type Numbered } from '../../database/batch-loader.ts'
import { columns, type RowOf } from '../../database/columns.ts'
import { columnsOf, selectList } from '../../database/entity-columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import { emailKey } from '../../people/email.ts'
import { CaseEvent } from '../case.entity.ts'
import type { CaseRow } from '../case-facts.ts'
import { caseAtVersion } from './case-at-version.rules.ts'
import { type ListKey, listOf } from '../paging/page-key.ts'
import type { PastReads } from './past-reads.ts'

const storedColumns = columnsOf(CaseEvent, 'version', 'at', 'internal', 'changes')
const eventColumns = columns({ ordinal: 'int', ...storedColumns })

const eventsSince = statement(
  `
select k.ordinal::int, ${selectList('e', storedColumns)}
from unnest($1::bigint[], $2::int[]) with ordinality as k (case_id, version, ordinal)
join case_events e on e.case_id = k.case_id and e.version >= k.version
where e.case_id = any($1::bigint[])
order by k.ordinal, e.version desc`,
  eventColumns,
)

// Times are returned without the fraction of a millisecond that imported ones may have.
const versionAt = statement(
  `
select k.ordinal::int, max(e.version) as version
from unnest($1::bigint[], $2::bigint[]) with ordinality as k (case_id, milliseconds, ordinal)
cross join lateral (select timestamptz 'epoch' + k.milliseconds * interval '1 millisecond' as time) t
join case_events e on e.case_id = k.case_id
where e.case_id = any($1::bigint[]) and (e.at < t.time + interval '1 millisecond' or t.time >= statement_timestamp())
group by k.ordinal`,
  { ordinal: 'int', version: 'int' },
)

// Email addresses and names are the natural keys of operators and groups.
const assignees = statement(
  `
select k.ordinal::int, o.id as assignee_id, g.id as group_id
from unnest($1::text[], $2::text[]) with ordinality as k (email_key, group_name, ordinal)
left join persons o on o.kind = 'OPERATOR' and o.email_key = k.email_key
left join operator_groups g on g.name = k.group_name`,
  { ordinal: 'int', assigneeId: 'bigint | null', groupId: 'bigint | null' },
)

// Comments that have been removed since are not counted: their removal is among the changes.
const commentsAfter = statement(
  `
select k.ordinal::int, count(*)::int as total
from unnest($1::bigint[], $2::int[], $3::int[], $4::boolean[])
  with ordinality as k (case_id, after_version, up_to_version, internal, ordinal)
join case_comments c on c.case_id = k.case_id and c.version > k.after_version and c.version <= k.up_to_version
where c.case_id = any($1::bigint[]) and c.removed_version is null and (not c.internal or k.internal)
group by k.ordinal`,
  { ordinal: 'int', total: 'int' },
)

/** What changed after a version of a case. */
interface ChangesSince {
  /** The paths of the values, for example ["caseData", "severity"]. Added comments are not among them. */
  changedFields: string[][]
  commentsAdded: number
}

type EventRow = RowOf<typeof eventColumns>
/** The events of a case from a version on. `current` is the version of the case. */
type EventsKey = Pick<CaseRow, 'id' | 'version'> & { current: number }
type CommentsKey = ListKey & { after: number }
type Assignment = { email: string | null; groupName: string | null }
type AssignmentIds = Pick<CaseRow, 'assigneeId' | 'groupId'>

/** Cases as they were earlier. Concurrent requests share statements; a transaction runs its own. */
export class PastCases {
  #events: BatchLoader<EventsKey, EventRow>
  #versions: BatchLoader<{ id: number; time: Date }, { version: number }>
  #assignments: BatchLoader<Assignment, AssignmentIds>
  #comments: BatchLoader<CommentsKey, { total: number }>

  constructor(database: Queryable, reads: PastReads) {
    this.#events = new BatchLoader((keys) => {
      const cases = keys.map(({ id, current }) => ({ caseId: id, version: current }))
      return reads.run(cases, eventsSince, parametersOf(keys))
    })
    this.#versions = new BatchLoader((keys) =>
      database.run(versionAt, [keys.map(({ id }) => id), keys.map(({ time }) => time.getTime())]),
    )
    this.#assignments = new BatchLoader((keys) => loadAssignments(database, keys))
    this.#comments = new BatchLoader((keys) => database.run(commentsAfter, commentParametersOf(keys)))
  }

  /** The case at a version. Parties do not see texts that have been edited or removed since. */
  async at(
    current: CaseRow,
    version: number,
    viewer: Viewer | null | undefined,
    transaction?: Queryable,
  ): Promise<CaseRow> {
    if (version >= current.version) return current
    const { past, assignment } = caseAtVersion(current, version, await this.#eventsSince(current, version, transaction))
    if (assignment) {
      const ids = transaction
        ? (await loadAssignments(transaction, [assignment]))[0]
        : await this.#assignments.load(assignment)
      past.assigneeId = ids?.assigneeId ?? null
      past.groupId = ids?.groupId ?? null
    }
    return canSeeInternal(viewer) ? past : { ...past, editsUntil: current.version }
  }

  /** The same for a time. Null if the case did not exist then, or had not been imported. */
  async asOf(current: CaseRow, time: Date, viewer: Viewer | null | undefined): Promise<CaseRow | null> {
    const found = await this.#versions.load({ id: current.id, time })
    return found ? this.at(current, found.version, viewer) : null
  }

  /** What changed after a version, as far as the viewer may see it. */
  async changesSince(
    current: CaseRow,
    version: number,
    viewer: Viewer,
    transaction?: Queryable,
  ): Promise<ChangesSince> {
    const events = await this.#eventsSince(current, version + 1, transaction)
    const paths = events
      .filter(({ internal }) => !internal || canSeeInternal(viewer))
      .flatMap(({ changes }) => changes.map(({ path }) => path))
    const changedFields = [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()]
    const commentsKey = { ...listOf(current, viewer), after: version }
    const added = transaction
      ? (await transaction.run(commentsAfter, commentParametersOf([commentsKey])))[0]
      : await this.#comments.load(commentsKey)
    return { changedFields, commentsAdded: added?.total ?? 0 }
  }

  #eventsSince(current: CaseRow, version: number, transaction?: Queryable): Promise<EventRow[]> {
    const key = { id: current.id, version, current: current.version }
    return transaction ? transaction.run(eventsSince, parametersOf([key])) : this.#events.loadAll(key)
  }
}

function parametersOf(keys: readonly EventsKey[]): unknown[] {
  return [keys.map(({ id }) => id), keys.map(({ version }) => version)]
}

function commentParametersOf(keys: readonly CommentsKey[]): unknown[] {
  return [
    keys.map(({ caseId }) => caseId),
    keys.map(({ after }) => after),
    keys.map(({ version }) => version),
    keys.map(({ internal }) => internal),
  ]
}

function loadAssignments(database: Queryable, keys: readonly Assignment[]): Promise<Numbered<AssignmentIds>[]> {
  const emailKeys = keys.map(({ email }) => email && emailKey(email))
  return database.run(assignees, [emailKeys, keys.map(({ groupName }) => groupName)])
}
