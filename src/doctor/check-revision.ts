import { CatalogueRevision } from '../catalogue/catalogue.entity.ts'
import { type CheckContext, type CheckResult, failure } from './check-result.ts'

export async function checkRevision({ database }: CheckContext): Promise<CheckResult[]> {
  if ((await database.orm.em.fork().count(CatalogueRevision)) === 1) return []
  const advice = 'Run: insert into catalogue_revision (single, revision) values (true, gen_random_uuid())'
  return [failure('schema', 'catalogue_revision has no row: all sessions are rejected.', advice)]
}
