import { authenticate } from '../viewer/authenticate.ts'
import { canSeeInternal, isAdmin } from '../viewer/viewer.ts'
import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'
import { allGroupPages, groupPages, type PeoplePages } from './people-pages.ts'
import {
  loadActiveGroups,
  loadActiveOperators,
  loadGroups,
  loadPersons,
  type OperatorGroup,
  type Person,
} from './people.ts'

/** Returns an active operator if the caller is an operator, the caller, or any person if the caller is an admin. Null otherwise. */
export async function readPerson(context: RequestContext, [id = 0, ...others]: number[]): Promise<Person | null> {
  const { viewer, services } = await authenticate(context)
  if (others.length > 0) return null
  if (id === viewer.personId) return { id, login: viewer.login, firstname: viewer.firstname, email: viewer.email }
  if (!canSeeInternal(viewer) && !isAdmin(viewer)) return null
  const load = isAdmin(viewer) ? loadPersons : loadActiveOperators
  return (await load(services.database, [id]))[0] ?? null
}

/** Returns an active group if the caller is an operator, or any group if the caller is an admin. */
export async function readGroup(context: RequestContext, [id = 0, ...others]: number[]): Promise<OperatorGroup | null> {
  const { viewer, services } = await authenticate(context)
  if (others.length > 0 || (!canSeeInternal(viewer) && !isAdmin(viewer))) return null
  const load = isAdmin(viewer) ? loadGroups : loadActiveGroups
  return (await load(services.database, [id]))[0] ?? null
}

/** Authenticates the caller of a list of operators. Login: operator. */
export async function requireOperator(context: RequestContext): Promise<void> {
  const { viewer } = await authenticate(context)
  if (!canSeeInternal(viewer)) throw new RequestError('FORBIDDEN', 'Listing operators requires login as operator.')
}

/** The groups that the caller can list. Login: operator or admin. */
export async function groupPagesFor(context: RequestContext): Promise<PeoplePages<OperatorGroup>> {
  const { viewer } = await authenticate(context)
  if (isAdmin(viewer)) return allGroupPages
  if (canSeeInternal(viewer)) return groupPages
  throw new RequestError('FORBIDDEN', 'Listing groups requires login as operator or admin.')
}
