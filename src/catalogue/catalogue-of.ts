import type { RequestContext } from '../context.ts'
import type { Catalogue } from './catalogue.ts'

/** The catalogue of an authenticated request. Every operation that returns a case has set the viewer. */
export function catalogueOf({ catalogue, viewer }: RequestContext): Catalogue | Promise<Catalogue> {
  return catalogue.at(viewer!.revision)
}

/** A value from the catalogue. Not a promise if the catalogue is in memory. */
export function fromCatalogue<Value>(
  context: RequestContext,
  read: (catalogue: Catalogue) => Value,
): Value | Promise<Value> {
  const catalogue = catalogueOf(context)
  return catalogue instanceof Promise ? catalogue.then(read) : read(catalogue)
}
