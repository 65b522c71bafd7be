import { authenticate } from '../auth/authenticate.ts'
import type { RequestContext } from '../context.ts'
import { catalogueOf } from './catalogue-of.ts'
import type { CaseType } from './catalogue.ts'

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
