import { catalogueOf } from './catalogue-of.ts'
import type { RequestContext } from '../context.ts'
import { authenticate } from '../auth/authenticate.ts'
import type { Catalogue } from './catalogue.ts'

/** The catalogue, for any authenticated caller. */
export async function readCatalogue(context: RequestContext): Promise<Catalogue> {
  return catalogueOf(await authenticate(context))
}
