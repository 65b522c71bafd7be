import { requireCredentials, requireViewer } from '../auth/viewer.ts'
import type { RequestContext } from '../context.ts'
import { type CaseRow, isModifiable, parseCaseId } from './case-facts.ts'

/** Returns null if the case does not exist or the caller may not modify it. Login: operator or party. */
export async function readCase(context: RequestContext, id: string): Promise<CaseRow | null> {
  const { tokenHash } = requireCredentials(context)
  const facts = requireViewer(context, await context.caseLoader.facts({ tokenHash, caseId: parseCaseId(id) }))
  const catalogue = await context.catalogue.at(facts.viewer.revision)
  return isModifiable(facts, catalogue) ? facts.case : null
}
