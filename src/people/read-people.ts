import { authenticate } from '../viewer/authenticate.ts'
import { canSeeInternal, isAdmin, requireCredentials } from '../viewer/viewer.ts'
import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'
import { statement } from '../database/statements/statement.ts'
import { searchableText } from '../database/statements/valid-text.ts'
import { hasTrigrams, nameContainsByIndex } from './name-search.ts'
import { allGroupPages, groupPages, type PeoplePages } from './people-pages.ts'
import {
  loadActiveGroups,
  loadActiveOperators,
  loadGroups,
  loadPersons,
  type OperatorGroup,
  type Person,
  personColumns,
  personSelect,
} from './people.ts'

/** An active operator if the caller is an operator, the caller, or any person if the caller is an admin. Null otherwise. */
export async function readPerson(context: RequestContext, [id = 0, ...others]: number[]): Promise<Person | null> {
  const { viewer, services } = await authenticate(context)
  if (others.length > 0) return null
  if (isAdmin(viewer)) return (await loadPersons(services.database, [id]))[0] ?? null
  if (id === viewer.personId) return { id, login: viewer.login, firstname: viewer.firstname, email: viewer.email }
  return canSeeInternal(viewer) ? ((await loadActiveOperators(services.database, [id]))[0] ?? null) : null
}

/** Returns an active group if the caller is an operator, or any group if the caller is an admin. */
export async function readGroup(context: RequestContext, [id = 0, ...others]: number[]): Promise<OperatorGroup | null> {
  const { viewer, services } = await authenticate(context)
  if (others.length > 0 || (!canSeeInternal(viewer) && !isAdmin(viewer))) return null
  const load = isAdmin(viewer) ? loadGroups : loadActiveGroups
  return (await load(services.database, [id]))[0] ?? null
}

/** Authenticates the caller of a list of people. Login: operator. */
export async function requireOperator(context: RequestContext, listed: 'customers' | 'operators'): Promise<void> {
  const { viewer } = await authenticate(context)
  if (!canSeeInternal(viewer)) throw new RequestError('FORBIDDEN', `Listing ${listed} requires login as operator.`)
}

const customersByName = statement(
  `
select ${personSelect}
from (select o.* from persons o where o.kind = 'PARTY' and o.active and ${nameContainsByIndex('$1::text')} limit 1000) o
order by starts_with(o.email_key, lower($1::text)) or starts_with(lower(o.firstname), lower($1::text)) desc, o.firstname, o.email_key
limit 20`,
  personColumns,
)

/**
 * The customers whose first name or address contains a text of three characters or more, those first that begin with it. At most 20.
 * Login: operator.
 */
export async function findCustomers(context: RequestContext, search: string): Promise<Person[]> {
  await requireOperator(context, 'customers')
  const text = searchableText(search.trim())
  if (text === null || !hasTrigrams(text)) return []
  const { services, responseBudget } = context
  const { tokenHash } = requireCredentials(context)
  return services.listQueue.limit(tokenHash, services.database, responseBudget).run(customersByName, [text])
}

/** The groups that the caller can list. Login: operator or admin. */
export async function groupPagesFor(context: RequestContext): Promise<PeoplePages<OperatorGroup>> {
  const { viewer } = await authenticate(context)
  if (isAdmin(viewer)) return allGroupPages
  if (canSeeInternal(viewer)) return groupPages
  throw new RequestError('FORBIDDEN', 'Listing groups requires login as operator or admin.')
}
