import { authenticate } from '../auth/authenticate.ts'
import type { AuthenticatedContext, RequestContext } from '../context.ts'
import type { Catalogue } from './catalogue.ts'

/** The catalogue as the caller's session was loaded with it. */
export function catalogueOf({ services, viewer }: AuthenticatedContext): Catalogue | Promise<Catalogue> {
  return services.catalogue.at(viewer.revision)
}

/** The catalogue, for any authenticated caller. */
export async function readCatalogue(context: RequestContext): Promise<Catalogue> {
  return catalogueOf(await authenticate(context))
}

/** A value from the catalogue. Not a promise if the catalogue is in memory. */
export function fromCatalogue<Value>(
  context: AuthenticatedContext,
  read: (catalogue: Catalogue) => Value,
): Value | Promise<Value> {
  const catalogue = catalogueOf(context)
  return catalogue instanceof Promise ? catalogue.then(read) : read(catalogue)
}
