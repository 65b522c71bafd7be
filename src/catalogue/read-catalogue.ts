import type { RequestContext } from '../context.ts'
import type { Catalogue } from './catalogue.ts'

/** The catalogue, for any authenticated caller. */
export async function readCatalogue(context: RequestContext): Promise<Catalogue> {
  const viewer = context.viewer ?? (await context.viewerLoader.authenticate(context))
  return context.catalogue.at(viewer.revision)
}
