import type { RequestContext } from '../context.ts'
import type { Catalogue } from './catalogue.ts'

/** The catalogue of an authenticated request. Every operation that returns a case has set the viewer. */
export function catalogueOf({ catalogue, viewer }: RequestContext): Promise<Catalogue> {
  return catalogue.at(viewer!.revision)
}
