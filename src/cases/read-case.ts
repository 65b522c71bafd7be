import { requireCredentials, requireViewer, type Viewer } from '../auth/viewer.ts'
import type { RequestContext } from '../context.ts'
import { type CaseRow, modifiableCase, parseCaseId } from './case-facts.ts'

/** The case for those who may modify it; null where there is none, or none for this caller. */
export async function readCase(context: RequestContext, id: string): Promise<(CaseRow & Viewer) | null> {
  const credentials = requireCredentials(context.credentials)
  const key = { tokenHash: credentials.tokenHash, caseId: parseCaseId(id) }
  const facts = requireViewer(await context.caseLoader.facts(key), credentials)
  return modifiableCase(facts, await context.catalogue.at(facts.revision)) ?? null
}
