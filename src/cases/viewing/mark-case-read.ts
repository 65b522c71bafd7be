import type { RequestContext } from '../../context.ts'
import { invalidInput } from '../../errors/request-error.ts'
import type { Problem } from '../../errors/problems.ts'
import { loadFacts } from '../../mutation/mutation-facts.ts'
import { recordOutcome } from '../../mutation/record-outcome.ts'
import { requireReaderLogin } from '../../viewer/login.errors.ts'
import { requireCredentials, type Viewer } from '../../viewer/viewer.ts'
import { caseFacts, isModifiable, type LoadedCase, parseCaseId } from '../case-facts.ts'
import { invalidCaseId } from '../change/change-case.ts'
import { markRead } from '../access/read-marks.ts'

export interface MarkCaseReadInput {
  caseInstanceId: string
  /** The version that the caller has seen. 0 marks the case as unread. */
  version: number
}

/** Marks a case as read up to a version. It is no change of the case. Login: operator. */
export async function markCaseRead(
  context: RequestContext,
  { caseInstanceId, version }: MarkCaseReadInput,
): Promise<{ problems: Problem<'invalidId'>[] } | { viewer: Viewer; case: LoadedCase }> {
  const { tokenHash } = requireCredentials(context)
  if (version < 0) throw invalidInput([{ message: 'version must not be negative.', path: ['version'] }])
  const { database, catalogue } = context.services
  const key = { tokenHash, caseId: parseCaseId(caseInstanceId), idempotencyKey: null }
  const facts = await loadFacts(context, () => database.load(caseFacts, key))
  const { viewer } = facts
  requireReaderLogin(viewer)
  if (!isModifiable(facts, await catalogue.at(viewer.revision))) {
    return recordOutcome(context, {}, { problems: [invalidCaseId] })
  }
  await database.run(markRead, [facts.case.id, viewer.personId, version])
  return recordOutcome(context, {}, { viewer, case: facts.case })
}
