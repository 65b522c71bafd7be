import type { Numbered } from '../database/batch-loader.ts'
import { BatchLoader } from '../database/batch-loader.ts'
import { columns, typed } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import type { CaseRow } from './case-facts.ts'
import { caseAtVersion, type PastEvent } from './case-at-version.rules.ts'
import type { ChangedValue } from './write-change.ts'

const eventColumns = columns({
  ordinal: 'int',
  version: 'int',
  at: 'timestamptz',
  changes: typed<ChangedValue[]>('jsonb'),
  fromAssigneeId: 'bigint | null',
  fromGroupId: 'bigint | null',
})

// Email addresses and names are the natural keys of operators and groups.
const eventsSince = statement(
  `
select k.ordinal::int, e.version, e.at, e.changes, o.id as from_assignee_id, g.id as from_group_id
from unnest($1::bigint[], $2::int[]) with ordinality as k (case_id, version, ordinal)
join case_events e on e.case_id = k.case_id and e.version >= k.version
left join persons o on o.kind = 'OPERATOR'
  and o.email_key = lower(jsonb_path_query_first(e.changes, '$[*] ? (@.path[0] == "assignee").from') #>> '{}')
left join operator_groups g on g.name = jsonb_path_query_first(e.changes, '$[*] ? (@.path[0] == "group").from') #>> '{}'
order by k.ordinal, e.version desc`,
  eventColumns,
)

interface EventsKey {
  caseId: number
  version: number
}

/** Cases as they were at an earlier version. */
export class PastCases {
  #events: BatchLoader<EventsKey, PastEvent>

  constructor(database: Queryable) {
    this.#events = new BatchLoader((keys) => load(database, keys))
  }

  async at(current: CaseRow, version: number, transaction?: Queryable): Promise<CaseRow> {
    if (version === current.version) return current
    const key = { caseId: current.id, version }
    return caseAtVersion(current, version, await this.#eventsSince(key, transaction))
  }

  /** The paths of the values that changed after a version, for example ["caseData", "severity"]. */
  async changesSince(current: CaseRow, version: number, transaction?: Queryable): Promise<string[][]> {
    if (version >= current.version) return []
    const key = { caseId: current.id, version: Math.max(version, 0) + 1 }
    const paths = (await this.#eventsSince(key, transaction)).flatMap(({ changes }) => changes.map(({ path }) => path))
    return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()]
  }

  #eventsSince(key: EventsKey, transaction?: Queryable): Promise<PastEvent[]> {
    return transaction ? load(transaction, [key]) : this.#events.loadAll(key)
  }
}

function load(database: Queryable, keys: readonly EventsKey[]): Promise<Numbered<PastEvent>[]> {
  return database.run(eventsSince, [keys.map(({ caseId }) => caseId), keys.map(({ version }) => version)])
}
