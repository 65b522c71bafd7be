import { requireCredentials, type Viewer, worksOnCases } from '../../viewer/viewer.ts'
import { isClosed } from '../../catalogue/available.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { RequestContext } from '../../context.ts'
import type { Loader } from '../../database/statements/batched.ts'
import type { Problem } from '../../errors/problems.ts'
import { RequestError } from '../../errors/request-error.ts'
import { phase } from '../../observability/telemetry.ts'
import { type CaseFacts, type CaseKey, isModifiable, type ModifiableFacts, parseCaseId } from '../case-facts.ts'
import { decideDeadlines, timeOfChange } from '../values/case-deadlines.rules.ts'
import { caseTermsAfter } from '../values/searched-values.ts'
import { waitingAfter } from '../values/comment-effects.rules.ts'
import { changesSince, isSameSince } from '../read/past-cases.ts'
import { recordOutcome } from '../../mutation/record-outcome.ts'
import { firstAnswer, storeAnswer, storeProblems } from '../../mutation/stored-answers.ts'
import { type ChangeResult, repeatCase, repeatUnnamedCase, type StoredCase, storedCase } from './case-answer.ts'
import { inTurn } from './in-turn.ts'
import { keyedRequest, type RepeatableInput } from '../../mutation/keyed-request.ts'
import { loadFacts } from '../../mutation/mutation-facts.ts'
import { afterChange, type Change } from './change.ts'
import { writeChange } from './write-change.ts'

/** The decision of the rules: problems, a change to write, or null if the change has no effect. */
export type Decision<Code> = { problems: Problem<Code>[] } | { change: Change | null }

/** The input that all changes of a case share. Null is the same as absent. */
export interface ChangeInput extends RepeatableInput {
  caseInstanceId: string
  /** The version that the caller saw. */
  expectedVersion?: number | null | undefined
}

/** The parts of a change that differ between operations. */
interface CaseOperation<Facts extends CaseFacts, Code> {
  /** The name of the mutation. */
  name: string
  /**
   * What else the caller requests, with values as they would be stored, except for `caseData`, which is as it was sent. Null
   * is the same as absent.
   */
  requested: object
  /** Another case that changes with it. */
  otherId?: number | null
  /** Loads the case, and what else the operation is decided on. */
  load(db: Loader, key: CaseKey): Promise<Facts | undefined>
  /** Whether parties may not use it. Other logins than operator and party never may. */
  forOperators?: true
  /** Throws a RequestError if the viewer may not send the input. Called before the case is checked. */
  requireAllowed?(viewer: Viewer): void
  decide(facts: ModifiableFacts<Facts>, catalogue: Catalogue): Decision<Code | 'invalidId'>
  /** Whether it can change cases that were merged into another one. By default, they count as cases that the caller may not change. */
  allowsMerged?: true
  /** The problem if the caller may not change the case. */
  invalidId?: Problem<'invalidId'>
}

/** Loads, decides and writes when the earlier changes of the case have ended. Repeats this if another change came first. */
export async function changeCase<Facts extends CaseFacts, Code extends string>(
  context: RequestContext,
  input: ChangeInput,
  operation: CaseOperation<Facts, Code>,
): Promise<ChangeResult<Code | 'invalidId'>> {
  const { tokenHash } = requireCredentials(context)
  const { caseInstanceId, expectedVersion = null } = input
  const requested = { ...operation.requested, caseInstanceId, expectedVersion }
  const keyed = keyedRequest(tokenHash, input, operation.name, requested)
  const key = { tokenHash, caseId: parseCaseId(caseInstanceId), idempotencyKey: keyed?.key ?? null }
  const load = (db: Loader) => loadFacts(context, () => operation.load(db, key))
  const mayChange = async (db: Loader) => (await authorise(context, operation, db, await load(db))) !== null
  const result = await inTurn({ context, key, otherId: operation.otherId }, mayChange, attempt)
  return recordOutcome(context, input, result)

  /** The first answer if the request was sent before. Otherwise decides and writes. Throws LostRace if another change came first. */
  async function attempt(db: Loader): Promise<ChangeResult<Code | 'invalidId'>> {
    const facts = await load(db)
    const first = await firstAnswer<StoredCase, Code>(db, keyed, facts.storedKey)
    const access = await authorise(context, operation, db, facts)
    const invalidId = [operation.invalidId ?? invalidCaseId]
    if (!access) return first ? { problems: invalidId } : storeProblems(db, keyed, invalidId)
    const { modifiable, catalogue } = access
    if (first) {
      if ('problems' in first) return first
      // It may be about another case than the one that was loaded, because the named case was merged or unmerged since.
      const isOfCase = first.answer.caseId === modifiable.case.id
      return isOfCase ? repeatCase(db, first.answer, modifiable) : repeatUnnamedCase(context, db, first.answer)
    }
    const { viewer, case: current } = modifiable
    if (current.mergedIntoId !== null && !operation.allowsMerged) return storeProblems(db, keyed, invalidId)
    if (current.id === key.caseId) await requireVersion(db, modifiable, expectedVersion)
    const decision = phase(context.telemetry, 'decide', () => operation.decide(modifiable, catalogue))
    if ('problems' in decision) return storeProblems(db, keyed, decision.problems)
    if (!decision.change) {
      await storeAnswer(db, keyed, storedCase(current))
      return { viewer, case: current }
    }
    const change = { ...decision.change, ...consequencesOf(modifiable, decision.change, catalogue) }
    if (input.dryRun) return { viewer, case: afterChange(modifiable, change) }
    const written = { ...change, caseTerms: caseTermsAfter(change, catalogue) }
    return { viewer, case: await writeChange(context, db, modifiable, written, keyed) }
  }
}

/** Whether somebody waits after a change, and the deadlines. They are computed before the write, so that it has their time. */
function consequencesOf(
  { viewer, case: current, now }: ModifiableFacts<CaseFacts>,
  change: Change,
  catalogue: Catalogue,
) {
  const { values, comments } = change
  const happening = {
    login: viewer.login,
    isClosed: isClosed(values.status, catalogue),
    // Nobody waits for an answer on a merged case, even if it was closed before the merge.
    wasClosed: isClosed(current.status, catalogue) && change.kind !== 'MERGED',
    comments,
  }
  const at = timeOfChange(now, current.updatedAt)
  const waiting = waitingAfter(current, happening, at)
  const after = { ...values, createdAt: current.createdAt, ...waiting }
  const decided = decideDeadlines(after, current.deadlines, catalogue, at)
  return { customerWaits: waiting.customerWaitingSince !== null, answered: waiting.answered, decided }
}

/** Null if the caller may not change the case. */
async function authorise<Facts extends CaseFacts, Code>(
  context: RequestContext,
  operation: CaseOperation<Facts, Code>,
  db: Loader,
  facts: Facts,
): Promise<{ modifiable: ModifiableFacts<Facts>; catalogue: Catalogue } | null> {
  operation.requireAllowed?.(facts.viewer)
  if (operation.forOperators ? facts.viewer.login !== 'OPERATOR' : !worksOnCases(facts.viewer)) return null
  const catalogue = await context.services.catalogue.at(facts.viewer.revision, db)
  return isModifiable(facts, catalogue) ? { modifiable: facts, catalogue } : null
}

export const invalidCaseId = {
  code: 'invalidId' as const,
  message: 'caseInstanceId must be the ID of a case that the caller may change.',
  path: ['caseInstanceId'],
}

const firstVersion = 1

/** Throws PRECONDITION_FAILED if the case has another version than the caller saw. A deadline that passed makes no difference. */
async function requireVersion(
  db: Loader,
  { viewer, case: current }: ModifiableFacts,
  expected: number | null,
): Promise<void> {
  if (expected === null || expected === current.version) return
  // What changed since is known only if the case has had the version.
  const wasSeen = expected >= firstVersion && expected < current.version
  if (wasSeen && (await isSameSince(db, current, expected))) return
  const since = wasSeen ? await changesSince(db, current, expected, viewer) : {}
  const message = `The case has version ${current.version}, which is not the expected version. Nothing was written.`
  throw new RequestError('PRECONDITION_FAILED', message, {
    details: { currentVersion: current.version, ...since },
  })
}
