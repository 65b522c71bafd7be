import { requireCredentials, requireViewer } from '../auth/viewer.ts'
import type { RequestContext } from '../context.ts'
import { searchableText } from '../database/valid-text.ts'
import { RequestError } from '../errors.ts'
import { phase } from '../observability/telemetry.ts'
import { emailKey } from '../people/email.ts'
import type { CreateCaseErrorCode } from './case.errors.ts'
import type { ChangeResult } from './change-result.ts'
import { requirePublicComments } from './comment-permission.rules.ts'
import { checkComments } from './comment.rules.ts'
import { type CreateInput, decideCreation } from './create-case.rules.ts'
import { firstAnswer, outcomeOf, untilAnswered } from './first-answer.ts'
import { keyedRequest } from './idempotency.ts'

export interface CreateCaseInput extends CreateInput {
  comments?: readonly { text: string; internal?: boolean | null | undefined }[] | null | undefined
  idempotencyKey?: string | null | undefined
  dryRun?: boolean | null | undefined
}

type Result = ChangeResult<CreateCaseErrorCode>

/** Creates a case. Login: operator or party. */
export async function createCase(context: RequestContext, input: CreateCaseInput): Promise<Result> {
  const { tokenHash } = requireCredentials(context)
  const comments = checkComments(input.comments)
  const keyed = keyedRequest(tokenHash, 'createCase', input)
  const { telemetry } = context
  const key = {
    tokenHash,
    partyEmailKey: searchableText(input.partyEmail && emailKey(input.partyEmail)),
    typeCode: searchableText(input.typeCode),
  }

  /** Null if another request with the key came first. */
  async function attempt(): Promise<Result | null> {
    const answered = keyed && (await firstAnswer<CreateCaseErrorCode>(context, keyed))
    if (answered) return answered
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
    const created = input.dryRun
      ? { id: 0, createdAt: new Date() }
      : await phase(telemetry, 'write', () => context.caseCreator.write(viewer, { ...values, comments }, keyed))
    if (!created) return null
    const { id, createdAt } = created
    const assignment = { assigneeId: null, groupId: null, viewerAuthorised, viewerInGroup: false }
    return { viewer, case: { id, version: 1, ...values, ...assignment, createdAt, updatedAt: createdAt } }
  }

  const result = await untilAnswered(telemetry, attempt)
  if (context.sessionWrites && !('problems' in result) && !input.dryRun) await context.sessionWrites.mark(tokenHash)
  return result
}
