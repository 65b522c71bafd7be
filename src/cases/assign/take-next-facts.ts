import type { RowOfBatched } from '../../database/statements/batched.ts'
import { columns, typed } from '../../database/statements/columns.ts'
import { paddedArray } from '../../database/statements/keys.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { casePriorities } from '../case.entity.ts'
import { type LoadedCase, storedCaseColumns, storedCaseSelect } from '../case-facts.ts'
import { mutationFacts } from '../../mutation/mutation-facts.ts'

/** What takeNextCase depends on. The group name is null if any group will do. */
export const takeNextFacts = mutationFacts({
  keys: { groupName: 'text | null' },
  columns: {
    /** The viewer's active groups, or the one of the requested name. */
    groups: typed<{ id: number; name: string }[]>('json'),
    /** The types that the viewer, or one of its active groups, is authorised for. */
    types: 'text[]',
  },
  select: `(
    select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name)), '[]')
    from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = v.person_id and g.name = coalesce(k.group_name, g.name)
  ) as groups,
  array(select a.type_code from operator_authorisations a where a.operator_id = v.person_id) as types`,
})

export type TakeNextFacts = RowOfBatched<typeof takeNextFacts>

export interface WaitingCase {
  case: LoadedCase
  groupName: string
}

/** How many of the cases that are next are looked at. Others may be taking the first ones. */
const maximum = 64

// The index on (group_id, priority, customer_waiting_since, id) returns the cases of one group and one priority in order.
const waitingCases = statement(
  `
select ${storedCaseSelect}, g.name as group_name
from unnest($1::bigint[], $2::text[]) as g (id, name)
cross join unnest('{${casePriorities.join(',')}}'::text[]) with ordinality as p (priority, rank)
cross join lateral (
  select * from cases
  where group_id = g.id and priority = p.priority and customer_waiting_since is not null
    and type_code = any($3::text[]) and id = coalesce($4::bigint, id)
  order by customer_waiting_since, id
  limit ${maximum}
) c
order by p.rank desc, c.customer_waiting_since, c.id
limit ${maximum}`,
  columns({ ...storedCaseColumns, groupName: 'text' }),
)

/**
 * The cases of the groups that wait for an answer and whose type the viewer may handle: the most urgent first, and of those the one that waits longest.
 * With an ID, only that case.
 */
export async function loadWaitingCases(
  database: Queryable,
  { groups, types }: TakeNextFacts,
  id: number | null = null,
): Promise<WaitingCase[]> {
  const groupIds = groups.map((group) => group.id)
  const names = groups.map(({ name }) => name)
  const values = [paddedArray(groupIds, null), names, types, id]
  const rows = await database.run(waitingCases, values)
  return rows.map(({ groupName, ...stored }) => ({
    case: { ...stored, viewerAuthorised: true, viewerInGroup: true },
    groupName,
  }))
}
