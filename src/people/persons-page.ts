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
