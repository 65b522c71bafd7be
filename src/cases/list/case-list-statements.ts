import type { Viewer } from '../../viewer/viewer.ts'
import { columns, type RowOf } from '../../database/statements/columns.ts'
import { maximumPageSize } from '../../database/statements/page.ts'
import { type Statement, statement, varyingStatement } from '../../database/statements/statement.ts'
import type { Condition } from '../text-search/conditions.ts'
import { caseColumns, joinedNames, nameColumns, nameSelect, storedCaseSelect } from '../case-facts.ts'

export const listColumns = columns({
  ...caseColumns,
  ...nameColumns,
  /** The time that the list is ordered by, in microseconds since 1970. */
  micros: 'bigint',
})

/** A case in a list. */
export type ListedCase = RowOf<typeof listColumns>

/** In which order to read the cases. Those that do not have the time are left out. */
export interface ReadingOrder {
  time: 'created_at' | 'updated_at' | 'customer_waiting_since' | 'due_at'
  direction: 'asc' | 'desc'
}

export const sqlOf = ({ sql }: Condition) => sql

/** The cases that fulfil all conditions, in a form that lets PostgreSQL find them through indexes. */
function casesWhere(others: readonly string[], conditions: readonly Condition[]): string {
  const divided = conditions.find((each) => each.alternatives)
  const all = [...others, ...conditions.filter((each) => each !== divided).map(sqlOf)]
  const where = (sql: string[]) => `from cases c\n    where ${sql.join('\n      and ')}`
  if (!divided?.alternatives) return `select * ${where(all)}`
  const ways = divided.alternatives
    .map((alternative) => `select c.id ${where([...all, alternative])}`)
    .join('\n    union\n    ')
  // With the offset, PostgreSQL looks up the cases that were found, instead of reading all.
  return `select c.* from (${ways}) f cross join lateral (select * from cases where id = f.id offset 0) c`
}

/** Who lists cases. */
export interface ListViewer extends Pick<Viewer, 'login'> {
  /** The parameters with the codes of the type categories whose cases the touchpoint may modify. False if there are none. */
  granted: { types: string; categories: string } | false
}

// The parameters of all statements: $1 the ID of the viewer, $2 the types and $3 the groups of its scope. Those of a page:
// $4 the number of cases; $5, $6 the key that they come after and $7, $8 the key that they come before, by time.
const typeIn = (types: string) => `c.type_code = any(${types}::text[])`
const groupIn = (groups: string) => `c.group_id = any(${groups}::bigint[])`
const isListed = (values: string, type: string) => `in (select unnest(${values}::${type}[]))`

/** How the viewer is related to a case. PostgreSQL looks up each case in a hashed set, however many types there are. */
export const related = `
    c.type_code ${isListed('$2', 'text')} as viewer_authorised,
    coalesce(c.group_id ${isListed('$3', 'bigint')}, false) as viewer_in_group`

/**
 * The rule of permission.rules.ts in SQL. The conditions for types and groups are for cases with the columns `related`, or for
 * indexes: then PostgreSQL knows how many cases they are.
 */
export function isVisible({ login, granted }: ListViewer, byIndex: boolean): string {
  const ways = [login === 'PARTY' ? 'c.party_id = $1::bigint' : 'c.assignee_id = $1::bigint']
  ways.push(...(byIndex ? [groupIn('$3'), typeIn('$2')] : ['c.viewer_in_group', 'c.viewer_authorised']))
  if (granted) {
    const { types, categories } = granted
    const isGranted = `(c.type_code, c.category_code) in (select * from unnest(${types}::text[], ${categories}::text[]))`
    ways.push(byIndex ? `${typeIn(types)} and ${isGranted}` : isGranted)
  }
  return `(${ways.join(' or ')})`
}

const inOrder = ({ time, direction }: ReadingOrder) => `order by c.${time} ${direction}, c.id ${direction}`

const listedColumns = ({ time }: ReadingOrder) => `
  ${storedCaseSelect}, (extract(epoch from c.${time}) * 1000000)::bigint as micros`

const isBetween = ({ time }: ReadingOrder) =>
  `c.${time} is not null and (c.${time}, c.id) > ($5::timestamptz, $6::bigint) and (c.${time}, c.id) < ($7::timestamptz, $8::bigint)`

/** How many cases a scan reads at most: what takes a few milliseconds. */
const scannedCases = 10_000
/** With words, which are looked up in all comments of each case. */
export const scannedForWords = 1_000

const scans = new Map<string, Statement<ListedCase>>()

/**
 * Reads the cases in the order of the list until the page is full. It gives up after many cases, so a page that is not
 * full may be incomplete.
 */
export function scan(
  viewer: ListViewer,
  order: ReadingOrder,
  conditions: readonly Condition[],
  { isOfWords = false } = {},
): Statement<ListedCase> {
  // Conditions on the time of the order limit what is read.
  const isRange = ({ name }: Condition) => name.startsWith(order.time.split('_', 1)[0]!)
  const ranges = [isBetween(order), ...conditions.filter(isRange).map(sqlOf)]
  const matches = [isVisible(viewer, false), ...conditions.filter((each) => !isRange(each)).map(sqlOf)]
  // The inner limit makes PostgreSQL compute each relation once, although it is used twice.
  // With a constant limit outside as well, PostgreSQL expects few rows for any page size, and keeps the plan of the statement.
  const query = `
select ${listedColumns(order)}, c.viewer_authorised, c.viewer_in_group, ${nameSelect}
from (
  select * from (
    select c.*, ${related}
    from cases c
    where ${ranges.join(' and ')}
    ${inOrder(order)}
    limit ${isOfWords ? scannedForWords : scannedCases}
  ) c
  where ${matches.join('\n    and ')}
  ${inOrder(order)}
  limit ${maximumPageSize + 1}
) c${joinedNames}
${inOrder(order)}
limit $4::int`
  if (conditions.length > 0) return varyingStatement(query, listColumns)
  const known = scans.get(query) ?? statement(query, listColumns)
  scans.set(query, known)
  return known
}

/** Finds all cases of the list through indexes, and sorts them. Fast if they are few. */
export function search(
  viewer: ListViewer,
  order: ReadingOrder,
  conditions: readonly Condition[],
): Statement<ListedCase> {
  const matching = casesWhere([isVisible(viewer, true), isBetween(order)], conditions)
  // Without the offset, PostgreSQL could decide to read the cases in the order of the list, however many do not match.
  return varyingStatement(
    `
select ${listedColumns(order)}, ${related}, ${nameSelect}
from (
  select * from (
    ${matching}
    offset 0
  ) c
  ${inOrder(order)}
  limit $4::int
) c${joinedNames}
${inOrder(order)}`,
    listColumns,
  )
}

/** All cases of a list in SQL, with what they are ordered by. */
export interface WholeList {
  cases: string
  order: string
}

export function wholeList(viewer: ListViewer, order: ReadingOrder, conditions: readonly Condition[]): WholeList {
  const cases = casesWhere([isVisible(viewer, true), `c.${order.time} is not null`], conditions)
  return { cases, order: inOrder(order) }
}

export function count({ cases }: WholeList): Statement<{ total: number }> {
  return varyingStatement(`select count(*)::int as total from (${cases}) c`, { total: 'int' })
}

const idColumns = columns({
  /** As PostgreSQL writes an array. */
  ids: 'text',
  count: 'int',
})

/** The IDs of a part of a list, in its order. */
export type IdsOfPart = RowOf<typeof idColumns>

/** How many IDs are in a part, except for the last one. */
const idsInPart = 200

/** Finds the IDs of the cases in parts, but not more than $4. If there are more, any of them may be missing. */
export function findIds({ cases, order }: WholeList): Statement<IdsOfPart> {
  return varyingStatement(
    `
select array_agg(c.id order by c.place)::text as ids, count(*)::int as count
from (
  select c.id, row_number() over (${order}) as place
  from (${cases} limit $4::int) c) c
group by (c.place - 1) / ${idsInPart}
order by min(c.place)`,
    idColumns,
  )
}
