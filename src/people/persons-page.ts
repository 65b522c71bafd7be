import type { Page } from '../database/page.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { searchableText } from '../database/valid-text.ts'
import { loginKinds } from '../login-kinds.ts'
import { emailKey } from './email.ts'
import type { LoginKind } from './people.entity.ts'
import { type Person, personColumns, personSelect } from './people.ts'

export interface PersonsFilter {
  /** Null for all. */
  login: LoginKind | null
  /** Part of a first name or an email address, in any letter case. Null for all. */
  search: string | null
}

// The range of login kinds reads one part of the unique index, in its order, with or without a login kind.
const condition = `o.kind between $1 and $2
    and ($3 = '' or strpos(o.email_key, $3) > 0 or strpos(lower(o.firstname), lower($4)) > 0)`

// Not "is null or": the index finds the place of a cursor only by a comparison. Every login kind is between '' and 'ZZZ'.
const placeOf = (id: string, kind: string) =>
  `(coalesce((select kind from persons where id = ${id}::bigint), '${kind}'),
    coalesce((select email_key from persons where id = ${id}::bigint), ''))`

const pageOf = (order: 'asc' | 'desc') =>
  statement(
    `
select ${personSelect}
from persons o
where ${condition}
  and (o.kind, o.email_key) > ${placeOf('$5', '')}
  and (o.kind, o.email_key) < ${placeOf('$6', 'ZZZ')}
order by o.kind ${order}, o.email_key ${order}
limit $7::int`,
    personColumns,
  )
const pages = { forward: pageOf('asc'), backward: pageOf('desc') }
const countOf = statement(`select count(*)::int as total from persons o where ${condition}`, { total: 'int' })

/** A page of all persons, inactive and blocked ones included, by login kind and email address. A cursor contains an ID. */
export async function loadPersonsPage(db: Queryable, filter: PersonsFilter, page: Page): Promise<Person[]> {
  const parameters = parametersOf(filter)
  if (!parameters) return []
  const bounds = [page.after?.[0] ?? null, page.before?.[0] ?? null]
  return db.run(page.inverted ? pages.backward : pages.forward, [...parameters, ...bounds, page.limit])
}

export async function countPersons(db: Queryable, filter: PersonsFilter): Promise<number> {
  const parameters = parametersOf(filter)
  return parameters ? (await db.run(countOf, parameters))[0]!.total : 0
}

const kinds = loginKinds.toSorted()

/** Undefined if no stored text contains the searched one. */
function parametersOf({ login, search }: PersonsFilter): unknown[] | undefined {
  const text = searchableText(search ?? '')
  return text === null ? undefined : [login ?? kinds[0], login ?? kinds.at(-1), emailKey(text), text]
}
