import { requireCredentials, requireViewer } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import { caseFacts, type CaseRow, isModifiable, type ModifiableFacts, parseCaseId } from '../case-facts.ts'
import { caseAsOf } from './past-cases.ts'

/**
 * Returns the case, or as it was at a time. Null if it does not exist or did not exist then, or if the caller may not
 * modify it now. Login: operator or party.
 */
export async function readCase(context: RequestContext, id: string, asOf?: Date | null): Promise<CaseRow | null> {
  const facts = await readFacts(context, id)
  if (!facts || asOf == null) return facts && facts.case
  return caseAsOf(context.services.database, facts.case, asOf, facts.viewer)
}

/** The case and the viewer. Null if it does not exist, or if the caller may not modify it. */
export async function readFacts(context: RequestContext, id: string): Promise<ModifiableFacts | null> {
  const { tokenHash } = requireCredentials(context)
  const { database, catalogue } = context.services
  const key = { tokenHash, caseId: parseCaseId(id), idempotencyKey: null }
  const facts = requireViewer(context, await database.load(caseFacts, key))
  return isModifiable(facts, await catalogue.at(facts.viewer.revision)) ? facts : null
}
