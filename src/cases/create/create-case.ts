import { mayModifyCase } from '../../auth/permission.rules.ts'
import { requireCredentials, requireViewer } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import { searchableText } from '../../database/valid-text.ts'
import { RequestError } from '../../errors.ts'
import { phase } from '../../observability/telemetry.ts'
import { emailKey } from '../../people/email.ts'
import type { CreateCaseErrorCode } from '../case.errors.ts'
import type { ChangeResult } from '../change/change-result.ts'
import { requirePublicComments } from '../comments/comment-permission.rules.ts'
import { checkComments } from '../comments/comment.rules.ts'
import { type CreateInput, decideCreation } from './create-case.rules.ts'
import { firstAnswerOfKey, firstOutcome, outcomeOf, untilAnswered } from '../change/repeated-answer.ts'
import { keyedRequest, type RepeatableInput } from '../change/idempotency.ts'

export interface CreateCaseInput extends CreateInput, RepeatableInput {
  comments?: readonly { text: string; internal?: boolean | null | undefined }[] | null | undefined
}

type Result = ChangeResult<CreateCaseErrorCode>

/** Creates a case. Login: operator or party. */
export async function createCase(context: RequestContext, input: CreateCaseInput): Promise<Result> {
  const { tokenHash } = requireCredentials(context)
  const comments = checkComments(input.comments)
  const { categoryCode, typeCode, status, resolution, caseData } = input
  const partyEmail = input.partyEmail && emailKey(input.partyEmail)
  const requested = { categoryCode, typeCode, status, resolution, partyEmail, caseData: caseData ?? {}, comments }
  const keyed = keyedRequest(tokenHash, input, 'createCase', requested)
  const { telemetry } = context
  const key = { tokenHash, partyEmailKey: searchableText(partyEmail), typeCode: searchableText(typeCode) }

  /** Null if another request with the key came first. */
  async function attempt(): Promise<Result | null> {
    const first = keyed && (await firstOutcome(context, keyed))
    if (first) return firstAnswerOfKey(context, keyed, first)
    const facts = requireViewer(context, await phase(telemetry, 'load', () => context.createFacts.load(key)))
    const { viewer, viewerAuthorised } = facts
    if (viewer.login === 'CONSUMER') throw new RequestError('FORBIDDEN', 'Consumers cannot create cases.')
    requirePublicComments(viewer, comments)
    const catalogue = await context.catalogue.at(viewer.revision)
    const decision = phase(telemetry, 'decide', () => decideCreation(facts, input, catalogue))
    if ('problems' in decision) {
      return !keyed || (await context.idempotency.store(keyed, outcomeOf(decision))) ? decision : null
    }
    const { values } = decision
    const assignment = { assigneeId: null, groupId: null, viewerAuthorised, viewerInGroup: false }
    const visible = mayModifyCase(viewer, { ...values, ...assignment }, catalogue)
    const newCase = { ...values, comments, visible }
    const created = input.dryRun
      ? { id: 0, createdAt: new Date() }
      : await phase(telemetry, 'write', () => context.caseCreator.write(viewer, newCase, keyed))
    if (!created) return null
    const { id, createdAt } = created
    return { viewer, case: { id, version: 1, ...values, ...assignment, createdAt, updatedAt: createdAt } }
  }

  const result = await untilAnswered(telemetry, attempt)
  if (context.sessionWrites && !('problems' in result) && !input.dryRun) await context.sessionWrites.mark(tokenHash)
  return result
}
