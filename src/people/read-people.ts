import { authenticate } from '../auth/authenticate.ts'
import { canSeeInternal } from '../auth/viewer.ts'
import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors.ts'
import { loadActiveGroups, loadActiveOperators, type OperatorGroup, type Person } from './people.ts'

/** Returns an active operator if the caller is an operator, or the caller. Null for everyone else. */
export async function readPerson(context: RequestContext, [id = 0, ...others]: number[]): Promise<Person | null> {
  const { viewer, services } = await authenticate(context)
  if (others.length > 0) return null
  if (id === viewer.personId) return { id, login: viewer.login, firstname: viewer.firstname, email: viewer.email }
  if (!canSeeInternal(viewer)) return null
  const [operator] = await loadActiveOperators(services.database, [id])
  return operator ?? null
}

/** Returns an active group if the caller is an operator. */
export async function readGroup(context: RequestContext, [id = 0, ...others]: number[]): Promise<OperatorGroup | null> {
  const { viewer, services } = await authenticate(context)
  if (others.length > 0 || !canSeeInternal(viewer)) return null
  const [group] = await loadActiveGroups(services.database, [id])
  return group ?? null
}

/** Authenticates the caller of a list of operators or groups. Login: operator. */
export async function requireOperator(context: RequestContext): Promise<void> {
  const { viewer } = await authenticate(context)
  if (!canSeeInternal(viewer)) {
    throw new RequestError('FORBIDDEN', 'Listing operators and groups requires login as operator.')
  }
}
