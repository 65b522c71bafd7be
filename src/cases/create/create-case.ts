import { mayModifyCase } from '../../auth/permission.rules.ts'
import { requireCreatorLogin } from '../../auth/login.errors.ts'
import { requireCredentials, requireViewer } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import { searchableText } from '../../database/valid-text.ts'
import { phase } from '../../observability/telemetry.ts'
import { emailKey } from '../../people/email.ts'
import type { CreateCaseErrorCode } from '../case.errors.ts'
import { answerOnce, repeatAnswerOfKey, storeAnswer } from '../change/answer-once.ts'
import type { ChangeResult } from '../change/change-result.ts'
import { firstOutcome, keyedRequest, type RepeatableInput } from '../change/idempotency.ts'
import { checkComments, requirePublicComments } from '../comments/comment.rules.ts'
import { type CreateInput, decideCreation } from './create-case.rules.ts'
import { createFacts } from './create-facts.ts'
import { newCases } from './write-new-case.ts'
import { nothingWritten, writeWithParty } from './write-with-party.ts'

export interface CreateCaseInput extends CreateInput, RepeatableInput {
  comments?: readonly { text: string; internal?: boolean | null | undefined }[] | null | undefined
}

/** Creates a case. Login: operator or party. */
export async function createCase(
  context: RequestContext,
  input: CreateCaseInput,
): Promise<ChangeResult<CreateCaseErrorCode>> {
  const { tokenHash } = requireCredentials(context)
  const comments = checkComments(input.comments)
  const { categoryCode, typeCode, status, resolution, caseData } = input
  const partyEmail = input.partyEmail && emailKey(input.partyEmail)
  const partyFirstname = input.partyFirstname?.trim()
  const values = { categoryCode, typeCode, status, resolution, partyEmail, partyFirstname }
  const requested = { ...values, caseData: caseData ?? {}, comments }
  const keyed = keyedRequest(tokenHash, input, 'createCase', requested)
  const { telemetry, services } = context
  const { database, catalogue: catalogues } = services
  const key = {
    tokenHash,
    idempotencyKey: keyed?.key ?? null,
    partyEmailKey: searchableText(partyEmail),
    typeCode: searchableText(typeCode),
    categoryCode: searchableText(categoryCode),
  }

  return answerOnce(context, input, async () => {
    const facts = requireViewer(context, await phase(telemetry, 'load', () => database.load(createFacts, key)))
    const first = await firstOutcome(database, keyed, facts)
    if (first) return repeatAnswerOfKey(context, first)
    const { viewer, viewerAuthorised } = facts
    requireCreatorLogin(viewer)
    requirePublicComments(viewer, comments)
    const catalogue = await catalogues.at(viewer.revision)
    const decision = phase(telemetry, 'decide', () => decideCreation(facts, input, catalogue))
    if ('problems' in decision) return storeAnswer(database, keyed, decision)
    const { values, newParty } = decision
    const assignment = { assigneeId: null, viewerAuthorised, viewerInGroup: facts.routing.viewerInGroup }
    const visible = mayModifyCase(viewer, { ...values, ...assignment }, catalogue)
    const toWrite = { viewer, newCase: { ...values, comments, visible }, keyed }
    const write = () => (newParty ? writeWithParty(database, newParty, toWrite) : database.load(newCases, toWrite))
    const created = input.dryRun ? nothingWritten(newParty) : await phase(telemetry, 'write', write)
    if (!created) return null
    const { id, createdAt, ...party } = created
    return { viewer, case: { id, version: 1, ...values, ...assignment, ...party, createdAt, updatedAt: createdAt } }
  })
}
