import { mayModifyCase } from '../../auth/permission.rules.ts'
import { requireCreatorLogin } from '../../auth/login.errors.ts'
import { requireCredentials, type Viewer } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Loader } from '../../database/batched.ts'
import { retry } from '../../database/retry.ts'
import { searchableText } from '../../database/valid-text.ts'
import { phase } from '../../observability/telemetry.ts'
import { emailKey } from '../../people/email.ts'
import type { CaseRow } from '../case-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { sentValues } from '../case-values.ts'
import { answerOnce, type Attempted, type StoredAnswer } from '../change/answer-once.ts'
import { type ChangeResult, encodeCase, noteResult, repeatUnnamedCase } from '../change/case-answer.ts'
import { type KeyedRequest, keyedRequest, type RepeatableInput } from '../change/keyed-request.ts'
import { loadFacts } from '../change/mutation-facts.ts'
import { checkComments, type NewComment, requirePublicComments, type SentComment } from '../comments/comment.rules.ts'
import { type CreateInput, decideCreation } from './create-case.rules.ts'
import { type CreateFacts, createFacts, type CreateKey } from './create-facts.ts'
import { nothingWritten, writeNewCase } from './write-with-party.ts'

export interface CreateCaseInput extends CreateInput, RepeatableInput {
  comments?: readonly SentComment[] | null | undefined
}

/** Creates a case. Login: operator or party. */
export async function createCase(
  context: RequestContext,
  input: CreateCaseInput,
): Promise<ChangeResult<ErrorCodeOf<'createCase'>>> {
  const request = begin(context, input)
  const steps = { load, attempt, repeat, encode: encodeCase }
  const result = await retry(() => answerOnce(request, context.services.database, steps))
  return noteResult(context, input, result)
}

interface CreateRequest {
  context: RequestContext
  input: CreateCaseInput
  comments: NewComment[]
  key: CreateKey
  keyed: KeyedRequest | null
}

function begin(context: RequestContext, input: CreateCaseInput): CreateRequest {
  const { tokenHash } = requireCredentials(context)
  const comments = checkComments(input.comments)
  const { categoryCode, typeCode } = input
  const partyEmail = input.partyEmail && emailKey(input.partyEmail)
  const partyFirstname = input.partyFirstname?.trim()
  const requested = { ...sentValues(input), caseData: input.caseData ?? {}, partyEmail, partyFirstname, comments }
  const keyed = keyedRequest(tokenHash, input, 'createCase', requested)
  const key = {
    tokenHash,
    idempotencyKey: keyed?.key ?? null,
    partyEmailKey: searchableText(partyEmail),
    typeCode: searchableText(typeCode),
    categoryCode: searchableText(categoryCode),
  }
  return { context, input, comments, key, keyed }
}

function load({ context, key }: CreateRequest, db: Loader): Promise<CreateFacts> {
  return loadFacts(context, () => db.load(createFacts, key))
}

async function attempt(
  { context, input, comments, keyed }: CreateRequest,
  _db: Loader,
  facts: CreateFacts,
): Promise<Attempted<{ viewer: Viewer; case: CaseRow }, ErrorCodeOf<'createCase'>>> {
  const { services, telemetry } = context
  const { viewer, viewerAuthorised } = facts
  requireCreatorLogin(viewer)
  requirePublicComments(viewer, comments)
  const catalogue = await services.catalogue.at(viewer.revision)
  const decision = phase(telemetry, 'decide', () => decideCreation(facts, input, catalogue))
  if ('problems' in decision) return decision
  const { values, newParty } = decision
  const assignment = { assigneeId: null, viewerAuthorised, viewerInGroup: facts.routing.viewerInGroup }
  const visible = mayModifyCase(viewer, { ...values, ...assignment }, catalogue)
  const toWrite = { viewer, newCase: { ...values, comments, visible }, keyed }
  const write = () => writeNewCase(services.database, toWrite, newParty)
  const { id, createdAt, ...party } = input.dryRun ? nothingWritten(newParty) : await phase(telemetry, 'write', write)
  if (!input.dryRun) services.feedRelay.noteCommit()
  const created = { id, version: 1, ...values, ...assignment, ...party, createdAt, updatedAt: createdAt }
  return { answer: { viewer, case: created }, isStored: true }
}

function repeat({ context }: CreateRequest, db: Loader, _facts: CreateFacts, first: StoredAnswer) {
  return repeatUnnamedCase<ErrorCodeOf<'createCase'>>(context, db, first)
}
