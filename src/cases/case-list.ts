import type { RequestContext } from '../context.ts'
import type { Viewer } from '../auth/viewer.ts'
import { columns, type RowOf } from '../database/columns.ts'
import type { Page } from '../database/page.ts'
import { varyingStatement } from '../database/statement.ts'
import { caseColumns } from './case-facts.ts'
import { type CaseFilter, filterConditions } from './case-filter.ts'

export const caseOrders = ['CREATED_ASC', 'CREATED_DESC', 'UPDATED_ASC', 'UPDATED_DESC'] as const
export type CaseOrder = (typeof caseOrders)[number]

const listColumns = columns({
  ...caseColumns,
  /** The time that the list is ordered by, in microseconds since 1970. */
  micros: 'bigint',
})

/** A case in a list. */
export type ListedCase = RowOf<typeof listColumns>

/** The sort key: the time in microseconds, then the ID. */
export function keyOf({ micros, id }: ListedCase): [number, number] {
  return [micros, id]
}

// The permission of permission.rules.ts in SQL, for the viewer `v`.
const mayModify = `case v.login
  when 'OPERATOR' then
    c.assignee_id = v.person_id or c.group_id = any(v.groups) or c.type_code = any(v.types) or ${granted()}
  when 'PARTY' then c.party_id = v.person_id or ${granted()}
  else false
end`

function granted(): string {
  return `(c.type_code, c.category_code) in (
      select type_code, category_code from touchpoint_grants
      where touchpoint_code = v.touchpoint_code and modify_cases)`
}

const viewerOf = `
with v as materialized (
  select $1::bigint as person_id, $2::text as login, $3::text as touchpoint_code,
    array(select type_code from operator_authorisations where operator_id = $1::bigint) as types,
    array(
      select m.group_id from operator_group_members m
      join operator_groups g on g.id = m.group_id and g.active
      where m.operator_id = $1::bigint
    ) as groups
)`

/** Returns a page of the cases that the viewer may see. */
export async function listCases(
  { database }: RequestContext,
  viewer: Viewer,
  filter: CaseFilter,
  order: CaseOrder,
  { after, before, limit, inverted }: Page,
): Promise<ListedCase[]> {
  const time = order.startsWith('CREATED') ? 'created_at' : 'updated_at'
  const isAscending = order.endsWith('ASC') !== inverted
  const [beyond, short] = order.endsWith('ASC') ? ['>', '<'] : ['<', '>']
  const { conditions, values } = filterConditions(filter, 5)
  const bound = (key: number[], operator: string) => {
    const [micros, id] = [values.push(key[0]) + 4, values.push(key[1]) + 4]
    return `(c.${time}, c.id) ${operator} (timestamptz 'epoch' + $${micros}::bigint * interval '1 microsecond', $${id}::bigint)`
  }
  const all = [
    mayModify,
    ...conditions,
    ...(after ? [bound(after, beyond)] : []),
    ...(before ? [bound(before, short)] : []),
  ]
  const direction = isAscending ? 'asc' : 'desc'
  const list = varyingStatement(
    `${viewerOf}
select c.id, c.version, c.type_code, c.category_code, c.status, c.resolution, c.case_data, c.party_id, c.assignee_id,
  c.group_id, c.created_at, c.updated_at, c.type_code = any(v.types) as viewer_authorised,
  coalesce(c.group_id = any(v.groups), false) as viewer_in_group,
  (extract(epoch from c.${time}) * 1000000)::bigint as micros
from v, cases c
where ${all.join('\n  and ')}
order by c.${time} ${direction}, c.id ${direction}
limit $4::int`,
    listColumns,
  )
  return database.run(list, [viewer.personId, viewer.login, viewer.touchpointCode, limit, ...values])
}

/** Returns how many cases the viewer may see. */
export async function countCases({ database }: RequestContext, viewer: Viewer, filter: CaseFilter): Promise<number> {
  const { conditions, values } = filterConditions(filter, 4)
  const count = varyingStatement(
    `${viewerOf}
select count(*)::int as total
from v, cases c
where ${[mayModify, ...conditions].join('\n  and ')}`,
    { total: 'int' },
  )
  const [row] = await database.run(count, [viewer.personId, viewer.login, viewer.touchpointCode, ...values])
  return row?.total ?? 0
}
