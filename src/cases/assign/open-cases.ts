import { batchedBy } from '../../database/statements/batched.ts'

/** The most open cases that are counted for an operator or a group, so that those who have many cost no more. */
export const maximumCounted = 1_000

const openCasesBy = (column: 'assignee_id' | 'group_id') =>
  batchedBy(
    { id: 'bigint' },
    (keys) => `
select k.ordinal::int, o.number
from ${keys}
cross join lateral (
  select count(*)::int as number
  from (
    select from cases c
    where c.${column} = k.id and c.status = any(array(select name from case_statuses where not closed))
    limit ${maximumCounted}
  ) counted
) o`,
    { number: 'int' },
  )

export const openCasesOfOperator = openCasesBy('assignee_id')
export const openCasesOfGroup = openCasesBy('group_id')
