import { columns } from '../../database/columns.ts'
import { paddedArray } from '../../database/keys.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import { type LoadedCase, storedCaseColumns, storedCaseSelect } from '../case-facts.ts'
import type { TakeNextFacts } from './take-next-facts.ts'

export interface WaitingCase {
  case: LoadedCase
  groupName: string
}

/** How many of the oldest cases are looked at. Others may be taking the first ones. */
const maximum = 64

// The index on (group_id, created_at, id) returns the cases of one group in order.
const waitingCases = statement(
  `
select ${storedCaseSelect}, g.name as group_name
from unnest($1::bigint[], $2::text[]) as g (id, name)
cross join lateral (
  select * from cases
  where group_id = g.id and status = any($3::text[]) and type_code = any($4::text[]) and id = coalesce($5::bigint, id)
  order by created_at, id
  limit ${maximum}
) c
order by c.created_at, c.id
limit ${maximum}`,
  columns({ ...storedCaseColumns, groupName: 'text' }),
)

/** The oldest open cases of the groups whose type the viewer may handle, oldest first. With an ID, only that case. */
export async function loadWaitingCases(
  database: Queryable,
  { groups, types }: TakeNextFacts,
  openStatuses: readonly string[],
  id: number | null = null,
): Promise<WaitingCase[]> {
  const groupIds = groups.map((group) => group.id)
  const names = groups.map(({ name }) => name)
  const values = [paddedArray(groupIds, null), names, openStatuses, types, id]
  const rows = await database.run(waitingCases, values)
  return rows.map(({ groupName, ...stored }) => ({
    case: { ...stored, viewerAuthorised: true, viewerInGroup: true },
    groupName,
  }))
}
