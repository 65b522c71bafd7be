import type { Page } from '../database/page.ts'
import { type Queryable, statement, varyingStatement } from '../database/statement.ts'
import { searchableText } from '../database/valid-text.ts'
import { loginKinds } from '../login-kinds.ts'
import type { LoginKind } from './people.entity.ts'
import { type Person, personColumns, personSelect } from './people.ts'

export interface PersonsFilter {
  /** Null for all. */
  login: LoginKind | null
  /** Part of a first name or an email address, in any letter case. Null for all. */
  search: string | null
}

const contains = `(strpos(lower(o.email_key), lower($3)) > 0 or strpos(lower(o.firstname), lower($3)) > 0)`
const containsTrigrams = `trigrams(lower(o.email_key || ' ' || o.firstname)) @> trigrams(lower($3))`
const conditionOf = (search: string) => ([...search].length < 3 ? contains : `${containsTrigrams} and ${contains}`)

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

/** A page of all persons, inactive and blocked ones included, by login kind and email address. A cursor contains an ID. */
export async function loadPersonsPage(db: Queryable, filter: PersonsFilter, page: Page): Promise<Person[]> {
  const { search } = filter
  const parameters = parametersOf(filter)
  if (!parameters) return []
  const values = [...parameters, page.after?.[0] ?? null, page.before?.[0] ?? null, page.limit]
  if (!search) return db.run(statement(pageOf('persons', `${isAll} and ${isOnPage}`, page), personColumns), values)
  const scanned = await db.run(scan(page), values)
  return scanned.length === page.limit ? scanned : db.run(find(search, page), values)
}

export async function countPersons(db: Queryable, filter: PersonsFilter): Promise<number> {
  const parameters = parametersOf(filter)
  if (!parameters) return 0
  const counting = varyingStatement(countWith(filter.search ? conditionOf(filter.search) : isAll), { total: 'int' })
  return (await db.run(counting, parameters))[0]!.total
}

const kinds = loginKinds.toSorted()

/** Undefined if no stored text contains the searched one. */
function parametersOf({ login, search }: PersonsFilter): unknown[] | undefined {
  const text = searchableText(search ?? '')
  return text === null ? undefined : [login ?? kinds[0], login ?? kinds.at(-1), text]
}
