import { isClosed } from '../../catalogue/available.rules.ts'
import { mayModifyCase } from '../../auth/permission.rules.ts'
import { requireCreatorLogin } from '../../viewer/login.errors.ts'
import { requireCredentials } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Loader } from '../../database/statements/batched.ts'
import type { Database } from '../../database/database.ts'
import { retry } from '../../database/retry.ts'
import { searchableText } from '../../database/statements/valid-text.ts'
import { phase } from '../../observability/telemetry.ts'
import { emailKey } from '../../people/email.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { withoutDefaults } from '../values/case-values.ts'
import { recordOutcome } from '../../mutation/record-outcome.ts'
import { firstAnswer, storeProblems } from '../../mutation/stored-answers.ts'
import { type ChangeResult, repeatUnnamedCase, type StoredCase } from '../change/case-answer.ts'
import { keyedRequest, type RepeatableInput } from '../../mutation/keyed-request.ts'
import { loadFacts } from '../../mutation/mutation-facts.ts'
import { requireFreeAttachments } from '../values/comment.rules.ts'
import { deadlinesOf, decideDeadlines, noDeadlines } from '../values/case-deadlines.rules.ts'
import { caseTerms } from '../values/searched-values.ts'
import { answersIn, waitingAfter, waitingSince } from '../values/comment-effects.rules.ts'
import { checkInput, requireAllowedInput, requireKnownCodes, type SentInput } from '../values/sent-input.rules.ts'
import { decideCreation } from './create-case.rules.ts'
import type { PartyInput } from './create-case.rules.ts'
import { type CreateFacts, loadCreateFacts } from './create-facts.ts'
import { latestCommentAfter, noComment } from '../values/comment-effects.rules.ts'
import { nothingWritten, writeNewCase } from './write-new-case.ts'

export interface CreateCaseInput extends SentInput, PartyInput, RepeatableInput {}

/** Creates a case. Login: operator or party. */
export async function createCase(context: RequestContext, input: CreateCaseInput): Promise<CreateResult> {
  const request = begin(context, input)
  const result = await retry(() => attempt(request, context.services.database))
  return recordOutcome(context, input, result)
}

type CreateResult = ChangeResult<ErrorCodeOf<'createCase'>>
type CreateRequest = ReturnType<typeof begin>

function begin(context: RequestContext, input: CreateCaseInput) {
  const { tokenHash } = requireCredentials(context)
  const { values, comments } = checkInput(input)
  const { categoryCode, typeCode } = input
  const partyEmail = input.partyEmail && emailKey(input.partyEmail)
  const partyFirstname = input.partyFirstname?.trim()
  const requested = {
    ...withoutDefaults(values),
    caseData: input.caseData ?? {},
    partyEmail,
    partyFirstname,
    comments,
  }
  const keyed = keyedRequest(tokenHash, input, 'createCase', requested)
  const key = {
    tokenHash,
    idempotencyKey: keyed?.key ?? null,
    partyEmailKey: searchableText(partyEmail),
    typeCode: searchableText(typeCode),
    categoryCode: searchableText(categoryCode),
  }
  return { context, input, values, comments, key, keyed }
}

async function load({ context, key, values, comments }: CreateRequest, db: Loader): Promise<CreateFacts> {
  const facts = await loadFacts(context, () => loadCreateFacts(db, key, comments))
  requireCreatorLogin(facts.viewer)
  requireAllowedInput(facts.viewer, values, comments)
  return facts
}

/** The first answer if the request was sent before. Otherwise decides and writes. */
async function attempt(request: CreateRequest, db: Database): Promise<CreateResult> {
  const { context, input, values: sent, comments, keyed } = request
  const { services, telemetry } = context
  const facts = await load(request, db)
  const first = await firstAnswer<StoredCase, ErrorCodeOf<'createCase'>>(db, keyed, facts.storedKey)
  if (first) return 'problems' in first ? first : repeatUnnamedCase(context, db, first.answer)
  requireFreeAttachments(comments, facts.freeAttachments)
  const { viewer, viewerAuthorised, now } = facts
  const catalogue = await services.catalogue.at(viewer.revision)
  requireKnownCodes(input, null, catalogue)
  const decision = phase(telemetry, 'decide', () => decideCreation(facts, { ...input, ...sent }, catalogue))
  if ('problems' in decision) return storeProblems(db, keyed, decision.problems)
  const { groupId, groupName, viewerInGroup } = facts.routing
  const { newParty, partyId } = decision
  const values = { ...decision.values, partyId, groupId, groupName }
  const assignment = { assigneeId: null, viewerAuthorised, viewerInGroup }
  const visible = mayModifyCase(viewer, { ...values, ...assignment }, catalogue)
  const happening = { login: viewer.login, isClosed: isClosed(values.status, catalogue), wasClosed: false }
  const unanswered = { customerWaitingSince: now, answered: false }
  const waiting = waitingAfter(unanswered, { ...happening, comments: answersIn(comments) }, now)
  const { answered } = waiting
  const customerWaits = waiting.customerWaitingSince !== null
  const decided = decideDeadlines({ ...values, ...waiting, createdAt: now }, null, catalogue, now)
  const newCase = { ...values, comments, visible, customerWaits, answered, decided }
  const terms = caseTerms(values, catalogue.types.get(values.typeCode)?.fields)
  const toWrite = { viewer, newCase, keyed, caseTerms: terms }
  const write = () => writeNewCase(db, toWrite, newParty)
  const { id, createdAt, ...party } = input.dryRun
    ? nothingWritten(newParty, now)
    : await phase(telemetry, 'write', write)
  if (!input.dryRun) services.feedRelay.noteCommit()
  const times = { createdAt, updatedAt: createdAt, customerWaitingSince: waitingSince(null, customerWaits, createdAt) }
  const ofComments = { ...latestCommentAfter(viewer, 1, comments, noComment), answered }
  const derived = { ...times, ...ofComments, ...deadlinesOf(decided ?? noDeadlines), mergedIntoId: null }
  return { viewer, case: { id, version: 1, ...values, ...assignment, ...party, ...derived } }
}
