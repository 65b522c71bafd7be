import type { Viewer } from '../../viewer/viewer.ts'
import type { CaseRow } from '../../cases/case-facts.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import type { FeedEvent } from '../read-feed.ts'
import type { Scope } from './visibility.rules.ts'

// With `offset 0`, PostgreSQL looks up each operator, instead of reading and hashing all of them.
const scopesOf = statement(
  `
select r.revision, o.id,
  array(
    select a.type_code from operator_authorisations a
    where a.operator_id = o.id and a.type_code = any($2::text[]) offset 0
  ) as types,
  array(
    select g.name
    from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = o.id and g.name = any($3::text[]) offset 0
  ) as groups
from catalogue_revision r
left join unnest($1::bigint[]) o (id) on true`,
  { revision: 'uuid', id: 'bigint | null', types: 'text[]', groups: 'text[]' },
)

/** The scopes of operators for events and their cases, and the catalogue's revision in the same snapshot. */
export async function loadScopes(
  db: Queryable,
  viewers: readonly Viewer[],
  events: readonly FeedEvent[],
  cases: readonly Pick<CaseRow, 'typeCode' | 'groupName'>[],
): Promise<{ revision: string; scopes: ReadonlyMap<number, Scope> }> {
  const operators = viewers.filter(({ login }) => login === 'OPERATOR').map(({ personId }) => personId)
  const types = new Set(cases.map(({ typeCode }) => typeCode))
  const groups = new Set(cases.flatMap(({ groupName }) => groupName ?? []))
  for (const { path, from, to } of events.flatMap(({ changes }) => changes)) {
    const named = path[0] === 'typeCode' ? types : path[0] === 'group' ? groups : undefined
    for (const value of [from, to]) if (typeof value === 'string') named?.add(value)
  }
  const rows = await db.run(scopesOf, [[...new Set(operators)], [...types], [...groups]])
  const scopes = rows.flatMap(({ id, types, groups }) =>
    id === null ? [] : [[id, { types: new Set(types), groups: new Set(groups) }] as const],
  )
  return { revision: rows[0]?.revision ?? '', scopes: new Map(scopes) }
}
