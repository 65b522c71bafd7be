import { requireTakerLogin } from '../../viewer/login.errors.ts'
import { requireCredentials, type Viewer } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Loader } from '../../database/statements/batched.ts'
import { LostRace, nullIfLost, retry } from '../../database/retry.ts'
import { searchableText } from '../../database/statements/valid-text.ts'
import type { Problem } from '../../errors/problems.ts'
import { phase } from '../../observability/telemetry.ts'
import type { CaseRow } from '../case-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { changed } from '../values/case-values.ts'
import { recordOutcome } from '../../mutation/record-outcome.ts'
import { firstAnswer, storeAnswer, storeProblems } from '../../mutation/stored-answers.ts'
import { repeatUnnamedCase, type StoredCase } from '../change/case-answer.ts'
import { lockCase } from '../change/in-turn.ts'
import { keyedRequest, type RepeatableInput } from '../../mutation/keyed-request.ts'
import { loadFacts } from '../../mutation/mutation-facts.ts'
import { loadWaitingCases, type TakeNextFacts, takeNextFacts, type WaitingCase } from './take-next-facts.ts'
import { afterChange, type Change } from '../change/change.ts'
import { writeChange } from '../change/write-change.ts'

/** A dry run returns the case that is next and writes nothing. */
export interface TakeNextCaseInput extends RepeatableInput {
  groupName?: string | null | undefined
}

/** The case is null if no case is waiting. */
type TakeNextResult = { problems: Problem<ErrorCodeOf<'takeNextCase'>>[] } | { viewer: Viewer; case: CaseRow | null }

/**
 * Assigns the most urgent case that waits for an answer in the group, or in any of the caller's groups, to the caller. Of several,
 * the one that waits longest. Login: operator.
 */
export async function takeNextCase(context: RequestContext, input: TakeNextCaseInput): Promise<TakeNextResult> {
  const request = begin(context, input)
  const result = await retry(() => attempt(request, context.services.database))
  return recordOutcome(context, input, result)
}

type TakeNextRequest = ReturnType<typeof begin>

function begin(context: RequestContext, input: TakeNextCaseInput) {
  const { tokenHash } = requireCredentials(context)
  const keyed = keyedRequest(tokenHash, input, 'takeNextCase', { groupName: input.groupName })
  // No group has a name that cannot be searched for.
  const groupName = input.groupName == null ? null : (searchableText(input.groupName) ?? '')
  const key = { tokenHash, idempotencyKey: keyed?.key ?? null, groupName }
  return { context, key, keyed, isDryRun: input.dryRun === true }
}

/**
 * The first answer if the request was sent before. Otherwise takes a case. Throws LostRace if all cases that were waiting have been
 * taken, or if another request with the key came first.
 */
async function attempt(request: TakeNextRequest, db: Loader): Promise<TakeNextResult> {
  const { context, key, keyed, isDryRun } = request
  const facts = await loadFacts(context, () => db.load(takeNextFacts, key))
  const { viewer, groups } = facts
  const first = await firstAnswer<StoredCase | null, ErrorCodeOf<'takeNextCase'>>(db, keyed, facts.storedKey)
  if (first && 'problems' in first) return first
  if (first) return first.answer ? repeatUnnamedCase(context, db, first.answer) : { viewer, case: null }
  requireTakerLogin(viewer)
  if (groups.length === 0 && key.groupName !== null) return storeProblems(db, keyed, [invalidGroup])
  const waiting = await phase(context.telemetry, 'load', () => loadWaitingCases(db, facts))
  const [next] = waiting
  if (!next) {
    await storeAnswer(db, keyed, null)
    return { viewer, case: null }
  }
  if (isDryRun) return answerOf(facts, afterChange({ viewer, case: next.case }, changeTo(viewer, next)))
  const taken = (await takeFree(request, facts, waiting)) ?? (await takeLocked(request, facts, next.case.id))
  return answerOf(facts, taken)
}

/** Takes the first case that nobody else is changing. Null if there is none. */
async function takeFree(request: TakeNextRequest, facts: TakeNextFacts, waiting: readonly WaitingCase[]) {
  const { caseQueue, database } = request.context.services
  for (const next of waiting) {
    const taken = await caseQueue
      .unlessTaken(next.case.id, () => take(request, database, facts, next))
      .catch(nullIfLost)
    if (taken) return taken
  }
  return null
}

/** Waits for the change of the case, and takes it if it still waits. The change may only add a comment, or fail. */
function takeLocked(request: TakeNextRequest, facts: TakeNextFacts, id: number) {
  return request.context.services.database.transaction(async (db) => {
    await lockCase(db, id)
    const [next] = await loadWaitingCases(db, facts, id)
    if (!next) throw new LostRace()
    return take(request, db, facts, next)
  })
}

function take({ context, keyed }: TakeNextRequest, db: Loader, { viewer }: TakeNextFacts, next: WaitingCase) {
  return writeChange(context, db, { viewer, case: next.case }, changeTo(viewer, next), keyed)
}

/** The caller is authorised for the type, and no longer related to the case by its group. */
function answerOf({ viewer }: TakeNextFacts, taken: CaseRow): TakeNextResult {
  return { viewer, case: { ...taken, viewerAuthorised: true, viewerInGroup: false } }
}

function changeTo({ personId, email }: Viewer, next: WaitingCase): Change {
  return {
    kind: 'ASSIGNED',
    values: { ...next.case, assigneeId: personId, groupId: null },
    changes: [...changed(['assignee'], null, email), ...changed(['group'], next.groupName, null)],
    comments: [],
  }
}

const invalidGroup = {
  code: 'invalidName' as const,
  message: 'groupName must be the name of an active group of the caller.',
  path: ['groupName'],
}
