import { columns } from '../../database/columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import { type LoadedCase, storedCaseColumns, storedCaseSelect } from '../case-facts.ts'
import type { TakeNextFacts } from './take-next-facts.ts'

const waitingColumns = columns({
  ...storedCaseColumns,
  /** When it was created, in microseconds since 1970. */
  micros: 'bigint',
})

/** A case that waits in a group. */
export interface WaitingCase {
  case: LoadedCase
  groupName: string
}

/** How many of the oldest cases of a group are looked at. Others may be taking the first ones. */
const maximum = 64

// The index on (group_id, created_at, id) returns the cases of one group in order.
const waitingInGroup = statement(
  `
select ${storedCaseSelect}, (extract(epoch from c.created_at) * 1000000)::bigint as micros
from cases c
where c.group_id = $1::bigint and c.status = any($2::text[]) and c.type_code = any($3::text[])
  and c.id = coalesce($4::bigint, c.id)
order by c.created_at, c.id
limit ${maximum}`,
  waitingColumns,
)

/** The oldest open cases of the groups whose type the viewer may handle, oldest first. With an ID, only that case. */
export async function loadWaitingCases(
  database: Queryable,
  { groups, types }: TakeNextFacts,
  openStatuses: readonly string[],
  id: number | null = null,
): Promise<WaitingCase[]> {
  const waiting = groups.map(async (group) => {
    const rows = await database.run(waitingInGroup, [group.id, openStatuses, types, id])
    return rows.map(({ micros, ...stored }) => ({
      case: { ...stored, viewerAuthorised: true, viewerInGroup: true },
      groupName: group.name,
      micros,
    }))
  })
  return (await Promise.all(waiting)).flat().sort((a, b) => a.micros - b.micros || a.case.id - b.case.id)
}
