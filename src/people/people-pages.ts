import { type Batched, batched, type Loader } from '../database/statements/batched.ts'
import type { Columns, RowOf } from '../database/statements/columns.ts'
import type { Page } from '../database/statements/page.ts'
import { searchableText } from '../database/statements/valid-text.ts'
import { emailKey } from './email.ts'
import { hasTrigrams, nameContains, nameContainsByIndex } from './name-search.ts'
import { groupColumns, groupSelect, type OperatorGroup, type Person, personColumns, personSelect } from './people.ts'
import { type Queryable, statement, varyingStatement } from '../database/statements/statement.ts'
import { loginKinds } from '../login-kinds.ts'
import type { LoginKind } from '../login-kinds.ts'

/** Which active operators or groups to list. */
export interface PeopleFilter {
  /** Part of a name or an email address, in any letter case. Null for all. */
  search: string | null
  /** Only those that a case of this type can be assigned to. Null for all. */
  typeCode: string | null
}

type PageKey = PeopleFilter & { page: Page }

/** The statements for one kind of list. A cursor contains the ID of its item. */
export interface PeoplePages<Row> {
  forward: Batched<PageKey, Row>
  backward: Batched<PageKey, Row>
  count: Batched<PeopleFilter, { total: number }>
}

/** A list of rows `o` for each key `k`. */
interface PeopleList {
  table: string
  select: string
  /** The column that the list is ordered by, which is unique in the list. */
  order: string
  condition: string
}

const filterKeys = 'search, email_part, type_code'

function pagesOf({ table, select, order, condition }: PeopleList, direction: 'asc' | 'desc'): string {
  return `
select k.ordinal::int, ${select}
from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::int[])
  with ordinality as k (${filterKeys}, after_id, before_id, items, ordinal)
left join ${table} following on following.id = k.after_id
left join ${table} preceding on preceding.id = k.before_id
cross join lateral (
  select o.*
  from ${table} o
  where ${condition}
    and o.${order} > case when k.after_id is null then '' else following.${order} end
    and (k.before_id is null or o.${order} < preceding.${order})
  order by o.${order} ${direction}
  limit k.items
) o
order by k.ordinal, o.${order} ${direction}`
}

function countOf({ table, condition }: PeopleList): string {
  return `
select k.ordinal::int, count(*)::int as total
from unnest($1::text[], $2::text[], $3::text[]) with ordinality as k (${filterKeys}, ordinal)
join ${table} o on ${condition}
group by k.ordinal`
}

// The conditions for an assignment are those of decideAssignee. The subquery is no EXISTS, for which PostgreSQL may read
// all authorisations at once instead of those of the operators on the page.
const operators: PeopleList = {
  table: 'persons',
  select: personSelect,
  order: 'email_key',
  condition: `o.kind = 'OPERATOR' and o.active
    and (k.type_code is null or (not o.blocked and (
      select true from operator_authorisations a where a.operator_id = o.id and a.type_code = k.type_code limit 1
    )))
    and (strpos(o.email_key, k.email_part) > 0 or strpos(lower(o.firstname), lower(k.search)) > 0)`,
}

const groups: PeopleList = {
  table: 'operator_groups',
  select: groupSelect,
  order: 'name',
  condition: `o.active and strpos(lower(o.name), lower(k.search)) > 0`,
}

const allGroups: PeopleList = { ...groups, condition: 'strpos(lower(o.name), lower(k.search)) > 0' }

function peoplePages<const C extends Columns>(list: PeopleList, columns: C): PeoplePages<RowOf<C>> {
  return {
    forward: batched(pagesOf(list, 'asc'), columns, parametersOf),
    backward: batched(pagesOf(list, 'desc'), columns, parametersOf),
    count: batched(countOf(list), { total: 'int' }, filterParametersOf),
  }
}

export const operatorPages: PeoplePages<Person> = peoplePages(operators, personColumns)

export const groupPages: PeoplePages<OperatorGroup> = peoplePages(groups, groupColumns)

export const allGroupPages: PeoplePages<OperatorGroup> = peoplePages(allGroups, groupColumns)

/** The loaders of the list. It is empty if the filter is null, or searches for what no name contains. */
export function peopleList<Row>(db: Loader, pages: PeoplePages<Row>, filter: PeopleFilter | null) {
  const isEmpty = !filter || (filter.search !== null && searchableText(filter.search) === null)
  return {
    load: async (page: Page): Promise<Row[]> =>
      isEmpty ? [] : db.loadAll(page.inverted ? pages.backward : pages.forward, { ...filter, page }),
    count: async (): Promise<number> => (isEmpty ? 0 : ((await db.load(pages.count, filter))?.total ?? 0)),
  }
}

function filterParametersOf(filters: readonly PeopleFilter[]): unknown[] {
  return [
    filters.map(({ search }) => search ?? ''),
    filters.map(({ search }) => emailKey(search ?? '')),
    filters.map(({ typeCode }) => typeCode),
  ]
}

function parametersOf(keys: readonly PageKey[]): unknown[] {
  return [
    ...filterParametersOf(keys),
    keys.map(({ page }) => page.after?.[0] ?? null),
    keys.map(({ page }) => page.before?.[0] ?? null),
    keys.map(({ page }) => page.limit),
  ]
}

interface PersonsFilter {
  /** Null for all. */
  login: LoginKind | null
  /** Part of a first name or an email address, in any letter case. Null for all. */
  search: string | null
}

const contains = nameContains('$3')
const conditionOf = (search: string) => (hasTrigrams(search) ? nameContainsByIndex('$3') : contains)

// Not "is null or": the index finds the place of a cursor only by a comparison. It reads one range of login kinds and addresses.
const placeOf = (id: string, kind: string) =>
  `(coalesce((select kind from persons where id = ${id}::bigint), ${kind}),
    coalesce((select email_key from persons where id = ${id}::bigint), ''))`
const isOnPage = `(o.kind, o.email_key) > ${placeOf('$4', '$1')} and (o.kind, o.email_key) < ${placeOf('$5', `$2 || ' '`)}`
const isOfKind = 'o.kind between $1 and $2'

const inOrder = ({ inverted }: Page) =>
  inverted ? 'order by o.kind desc, o.email_key desc' : 'order by o.kind, o.email_key'

const pageOf = (persons: string, condition: string, page: Page) =>
  `select ${personSelect} from ${persons} o where ${condition} ${inOrder(page)} limit $6::int`

/** The most persons that a scan reads, so that it takes only a few milliseconds. */
const scannedPersons = 1_000

/** Reads the persons in the order of the list. A page that is not full may be incomplete. */
function scan(page: Page) {
  const persons = `(select o.* from persons o where ${isOnPage} ${inOrder(page)} limit ${scannedPersons})`
  return varyingStatement(pageOf(persons, contains, page), personColumns)
}

/** Finds all persons who match, and sorts them. This is slow if many match, and PostgreSQL cannot estimate how many do. */
function find(search: string, page: Page) {
  const found = `with found as materialized (select o.* from persons o where ${isOfKind} and ${conditionOf(search)})`
  return varyingStatement(`${found} ${pageOf('found', isOnPage, page)}`, personColumns)
}

const isAll = `$3::text = ''`
const countWith = (condition: string) =>
  `select count(*)::int as total from persons o where ${isOfKind} and ${condition}`

const kinds = loginKinds.toSorted()

/** The loaders of all persons, inactive and blocked ones included, by login kind and email address. A cursor contains an ID. */
export function personsList(db: Queryable, { login, search }: PersonsFilter) {
  const text = searchableText(search ?? '')
  // No stored text contains one that cannot be searched for.
  if (text === null) return { load: async () => [], count: async () => 0 }
  const parameters = [login ?? kinds[0], login ?? kinds.at(-1), text]
  return {
    async load(page: Page): Promise<Person[]> {
      const values = [...parameters, page.after?.[0] ?? null, page.before?.[0] ?? null, page.limit]
      if (!text) return db.run(statement(pageOf('persons', `${isAll} and ${isOnPage}`, page), personColumns), values)
      const scanned = await db.run(scan(page), values)
      return scanned.length === page.limit ? scanned : db.run(find(text, page), values)
    },
    async count(): Promise<number> {
      const counting = varyingStatement(countWith(text ? conditionOf(text) : isAll), { total: 'int' })
      return (await db.run(counting, parameters))[0]!.total
    },
  }
}
