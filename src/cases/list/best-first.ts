import { columns, type RowOf } from '../../database/statements/columns.ts'
import { type Statement, varyingStatement } from '../../database/statements/statement.ts'
import { joinedNames, nameSelect, storedCaseSelect } from '../case-facts.ts'
import type { BestFirst, Condition } from '../text-search/conditions.ts'
import {
  isVisible,
  listColumns,
  type ListViewer,
  related,
  scannedForWords,
  sqlOf,
  type WholeList,
} from './case-list-statements.ts'

const rankedColumns = columns({
  ...listColumns,
  /** Where the case has what is searched for. The best is 0. */
  rank: 'int',
})
export type RankedCase = RowOf<typeof rankedColumns>

const micros = `(extract(epoch from c.updated_at) * 1000000)::bigint`

/** The best cases among a limited number that may match: the newest ones, and those that indexes find. `c` has its place in the order. */
export function bestCases(viewer: ListViewer, conditions: readonly Condition[], best: BestFirst): WholeList {
  const cases = `
  select c.*, ${related}, case when ${best.isNumber} then 0 when ${best.inValues} then 1 when ${best.inCustomer} then 2 else 3 end as rank,
    -${micros} as earlier, -c.id as lower
  from (
    select c.id
    from (select * from cases order by updated_at desc, id desc limit ${scannedForWords}) c
    where ${['true', ...conditions.map(sqlOf)].join('\n      and ')}
    union ${best.candidates.map((query) => `(${query})`).join('\n    union ')}
  ) f
  cross join lateral (select * from cases where id = f.id offset 0) c
  where ${[isVisible(viewer, true), ...best.checked.map(sqlOf)].join('\n    and ')}
  offset 0`
  return { cases, order: inOrder('asc') }
}

const inOrder = (direction: 'asc' | 'desc') =>
  `order by c.rank ${direction}, c.earlier ${direction}, c.lower ${direction}`

/**
 * Finds the best cases first, and of those that are alike the last changed ones. $5 to $7 are the key that they come after, and $8 to
 * $10 the one that they come before.
 */
export function findBest({ cases }: WholeList, direction: 'asc' | 'desc'): Statement<RankedCase> {
  const key = (first: number) => `($${first}::int, $${first + 1}::bigint, $${first + 2}::bigint)`
  return varyingStatement(
    `
select ${storedCaseSelect}, ${micros} as micros, c.viewer_authorised, c.viewer_in_group, ${nameSelect}, c.rank
from (
  select * from (${cases}) c
  where (c.rank, c.earlier, c.lower) > ${key(5)} and (c.rank, c.earlier, c.lower) < ${key(8)}
  ${inOrder(direction)}
  limit $4::int
) c${joinedNames}
${inOrder(direction)}`,
    rankedColumns,
  )
}
