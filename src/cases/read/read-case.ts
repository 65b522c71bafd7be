import { requireCredentials, requireViewer } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import { type CaseRow, isModifiable, parseCaseId } from '../case-facts.ts'

/**
 * Returns the case, or as it was at a time. Null if it does not exist or did not exist then, or if the caller may not
 * modify it now. Login: operator or party.
 */
export async function readCase(context: RequestContext, id: string, asOf?: Date | null): Promise<CaseRow | null> {
  const { tokenHash } = requireCredentials(context)
  const facts = requireViewer(context, await context.caseLoader.facts({ tokenHash, caseId: parseCaseId(id) }))
  const catalogue = await context.catalogue.at(facts.viewer.revision)
  if (!isModifiable(facts, catalogue)) return null
  return asOf == null ? facts.case : context.pastCases.asOf(facts.case, asOf, facts.viewer)
}
