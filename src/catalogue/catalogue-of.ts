import { authenticate } from '../viewer/authenticate.ts'
import type { AuthenticatedContext, RequestContext } from '../context.ts'
import { offeredTo } from './available.rules.ts'
import type { CaseType, Catalogue, Tag } from './catalogue.ts'
import { canSeeInternal, isAdmin } from '../viewer/viewer.ts'

/** The catalogue as the caller's session was loaded with it. */
export function catalogueOf({ services, viewer }: AuthenticatedContext): Catalogue | Promise<Catalogue> {
  return services.catalogue.at(viewer.revision)
}

export async function readCatalogue(context: RequestContext): Promise<Catalogue> {
  return catalogueOf(await authenticate(context))
}

/** All tags. Empty unless the caller is an operator or an admin. */
export async function readTags(context: RequestContext): Promise<Tag[]> {
  const authenticated = await authenticate(context)
  const { viewer } = authenticated
  return canSeeInternal(viewer) || isAdmin(viewer) ? [...(await catalogueOf(authenticated)).tags.values()] : []
}

/** A value from the catalogue. Not a promise if the catalogue is in memory. */
export function fromCatalogue<Value>(
  context: AuthenticatedContext,
  read: (catalogue: Catalogue) => Value,
): Value | Promise<Value> {
  const catalogue = catalogueOf(context)
  return catalogue instanceof Promise ? catalogue.then(read) : read(catalogue)
}

/** The fields of a type that the caller is offered. */
export function offeredFields({ viewer }: AuthenticatedContext, { fields }: Pick<CaseType, 'fields'>) {
  return offeredTo(viewer.login, fields)
}

/**
 * A case type, active or not. Null if there is none. Parties and consumers see types that have a type category which is granted to
 * their touchpoint. Login: operator, party, consumer or admin.
 */
export async function caseType(context: RequestContext, code: string): Promise<CaseType | null> {
  const authenticated = await authenticate(context)
  const { types, touchpoints } = await catalogueOf(authenticated)
  const type = types.get(code)
  const { login, touchpointCode } = authenticated.viewer
  if (!type || login === 'OPERATOR' || login === 'ADMIN') return type ?? null
  const touchpoint = touchpoints.get(touchpointCode)
  const isGranted = touchpoint?.allTypeCategories || touchpoint?.grants.keys().some((granted) => granted.type === type)
  return isGranted ? type : null
}
