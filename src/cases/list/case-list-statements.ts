import type { Viewer } from '../../auth/viewer.ts'
import { columns, type RowOf } from '../../database/columns.ts'
import { maximumPageSize } from '../../database/page.ts'
import { type Statement, statement, varyingStatement } from '../../database/statement.ts'
import { caseColumns, nameColumns, storedCaseSelect } from '../case-facts.ts'
import type { ListScope } from './list-scope.ts'

const listColumns = columns({
  ...caseColumns,
  ...nameColumns,
  /** The time that the list is ordered by, in microseconds since 1970. */
  micros: 'bigint',
})

/** A case in a list. */
export type ListedCase = RowOf<typeof listColumns>

/** In which order to read the cases. */
export interface ReadingOrder {
  time: 'created_at' | 'updated_at'
  direction: 'asc' | 'desc'
}

/** The SQL conditions of filters, by filter. */
type Conditions = readonly (readonly [name: string, sql: string])[]

const sqlOf = ([, sql]: Conditions[number]) => sql

// The parameters of all statements: $1 the ID of the viewer, $2 the code of its touchpoint. Those of a page: $3 the
// number of cases; $4, $5 the key that they come after and $6, $7 the key that they come before, by time.
const authorisedTypes = `select type_code from operator_authorisations where operator_id = $1::bigint`
const activeGroups = `select m.group_id
    from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = $1::bigint`
const granted = (codes: string) =>
  `select ${codes} from touchpoint_grants where touchpoint_code = $2::text and modify_cases`
const isGranted = `(c.type_code, c.category_code) in (${granted('type_code, category_code')})`

/** The rule of permission.rules.ts, for cases with the columns `related`. */
function isVisible({ login }: Viewer): string {
  const own = login === 'PARTY' ? 'c.party_id = $1::bigint' : 'c.assignee_id = $1::bigint'
  const operator = login === 'OPERATOR' ? ' or c.viewer_in_group or c.viewer_authorised' : ''
  return `(${own}${operator} or ${isGranted})`
}

/**
 * The same rule with the scope as parameters, which are added to `values`. PostgreSQL finds such cases
 * through indexes, and knows how many they are.
 */
function isVisibleByIndex({ viewer: { login }, types, groups, grantedTypes }: ListScope, values: unknown[]): string {
  const isAnyOf = (column: string, type: string, keys: string[]) => `${column} = any($${values.push(keys)}::${type}[])`
  const own = login === 'PARTY' ? 'c.party_id = $1::bigint' : 'c.assignee_id = $1::bigint'
  const operator =
    login === 'OPERATOR'
      ? ` or ${isAnyOf('c.group_id', 'bigint', groups)} or ${isAnyOf('c.type_code', 'text', types)}`
      : ''
  const byGrant = `${isAnyOf('c.type_code', 'text', grantedTypes)} and ${isGranted}`
  return `(${own}${operator} or ${byGrant})`
}

/** How the viewer is related to a case. */
const related = `
    c.type_code in (${authorisedTypes}) as viewer_authorised,
    coalesce(c.group_id in (${activeGroups}), false) as viewer_in_group`

const inOrder = ({ time, direction }: ReadingOrder) => `order by c.${time} ${direction}, c.id ${direction}`

const listedColumns = ({ time }: ReadingOrder) => `
  ${storedCaseSelect}, (extract(epoch from c.${time}) * 1000000)::bigint as micros`

const isBetween = ({ time }: ReadingOrder) =>
  `(c.${time}, c.id) > ($4::timestamptz, $5::bigint) and (c.${time}, c.id) < ($6::timestamptz, $7::bigint)`

const withNames = `
left join persons p on p.id = c.party_id
left join persons a on a.id = c.assignee_id
left join operator_groups g on g.id = c.group_id`

const names = `p.firstname as party_firstname, p.email as party_email,
  a.firstname as assignee_firstname, a.email as assignee_email, g.name as group_name`

/** How many cases a scan reads at most: what takes a few milliseconds. */
const scannedCases = 10_000

const scans = new Map<string, Statement<ListedCase>>()

/**
 * Reads the cases in the order of the list until the page is full. It gives up after many cases, so a page that is not
 * full may be incomplete.
 */
export function scan(viewer: Viewer, order: ReadingOrder, conditions: Conditions): Statement<ListedCase> {
  // Conditions on the time of the order limit what is read.
  const isRange = ([name]: Conditions[number]) => name.startsWith(order.time.slice(0, 'created'.length))
  const ranges = [isBetween(order), ...conditions.filter(isRange).map(sqlOf)]
  const matches = [isVisible(viewer), ...conditions.filter((each) => !isRange(each)).map(sqlOf)]
  // The inner limit makes PostgreSQL compute each relation once, although it is used twice.
  // With a constant limit outside as well, PostgreSQL expects few rows for any page size, and keeps the plan of the statement.
  const query = `
select ${listedColumns(order)}, c.viewer_authorised, c.viewer_in_group, ${names}
from (
  select * from (
    select c.*, ${related}
    from cases c
    where ${ranges.join(' and ')}
    ${inOrder(order)}
    limit ${scannedCases}
  ) c
  where ${matches.join('\n    and ')}
  ${inOrder(order)}
  limit ${maximumPageSize + 1}
) c${withNames}
${inOrder(order)}
limit $3::int`
  if (conditions.length > 0) return varyingStatement(query, listColumns)
  const known = scans.get(query) ?? statement(query, listColumns)
  scans.set(query, known)
  return known
}

/** Finds all cases of the list through indexes, and sorts them. Fast if they are few. */
export function search(
  scope: ListScope,
  order: ReadingOrder,
  conditions: Conditions,
  values: unknown[],
): Statement<ListedCase> {
  const all = [isVisibleByIndex(scope, values), isBetween(order), ...conditions.map(sqlOf)]
  // Without the offset, PostgreSQL could decide to read the cases in the order of the list, however many do not match.
  return varyingStatement(
    `
select ${listedColumns(order)}, ${related}, ${names}
from (
  select * from (
    select * from cases c
    where ${all.join('\n      and ')}
    offset 0
  ) c
  ${inOrder(order)}
  limit $3::int
) c${withNames}
${inOrder(order)}`,
    listColumns,
  )
}

const totalColumns = columns({ total: 'int' })

/** Counts the cases of the list. */
export function count(
  scope: ListScope,
  conditions: Conditions,
  values: unknown[],
): Statement<RowOf<typeof totalColumns>> {
  const all = [isVisibleByIndex(scope, values), ...conditions.map(sqlOf)]
  return varyingStatement(`select count(*)::int as total from cases c where ${all.join('\n  and ')}`, totalColumns)
}
