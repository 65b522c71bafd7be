import { markSession } from '../../auth/sessions/mark-session.ts'
import { requireCredentials, requireViewer, type Viewer } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Loader } from '../../database/batched.ts'
import { InternalError, type Problem } from '../../errors.ts'
import { caseFacts, type CaseRow, isModifiable, type ModifiableFacts } from '../case-facts.ts'
import { caseAt } from '../read/past-cases.ts'
import type { KeyedRequest, StoredOutcome } from './idempotency.ts'
import { storeOutcome } from './store-outcome.ts'

/** The answer of a mutation: problems, or the case after it. The case is null if the operation found none. */
type Answer = { problems: Problem<string>[] } | { viewer: Viewer; case: CaseRow | null }

/** An identical request that came first has stored its answer by the second attempt. */
const maximumAttempts = 3

/**
 * Attempts a mutation until it has an answer. An attempt returns null if another request with its key came first: the next
 * one finds the answer of that request. Then notes the outcome, or marks the session, so that replicas that have not
 * replayed the change are not read.
 */
export async function answerOnce<Result extends { problems: Problem<string>[] } | { viewer: Viewer }>(
  { telemetry, services, credentials }: RequestContext,
  { dryRun }: { dryRun?: boolean | null | undefined },
  attempt: () => Promise<Result | null>,
): Promise<Result> {
  for (let count = 0; count < maximumAttempts; count++) {
    const result = await attempt()
    if (!result) continue
    if ('problems' in result) telemetry.outcome ??= result.problems[0]?.code
    else if (services.replicas && credentials && !dryRun) await markSession(services, credentials.tokenHash)
    return result
  }
  throw new InternalError('The idempotency key is in use, but its first answer is not stored.')
}

/**
 * Stores the answer of a request that changed nothing, if it has a key. Returns null if another request with the key came
 * first.
 */
export async function storeAnswer<Result extends Answer>(
  db: Loader,
  keyed: KeyedRequest | null,
  answer: Result,
): Promise<Result | null> {
  if (!keyed) return answer
  return (await db.load(storeOutcome, { ...keyed, ...outcomeOf(answer) })) ? answer : null
}

function outcomeOf(answer: Answer): StoredOutcome {
  const nothing = { caseId: null, version: null, visible: true, problems: null }
  if ('problems' in answer) return { ...nothing, problems: JSON.stringify(answer.problems) }
  return answer.case ? { ...nothing, caseId: answer.case.id, version: answer.case.version } : nothing
}

/** The first answer for a caller who may still see the case: the same problems, or the case as it was then. */
export async function repeatAnswer<Code>(
  db: Loader,
  first: StoredOutcome,
  { viewer, case: current }: ModifiableFacts,
): Promise<{ problems: Problem<Code>[] } | { viewer: Viewer; case: CaseRow }> {
  const problems = problemsOf<Code>(first)
  if (problems) return { problems }
  return { viewer, case: await caseAt(db, current, first.version ?? current.version, viewer) }
}

/** The first answer of an operation whose input names no case. */
export async function repeatAnswerOfKey<Code>(
  context: RequestContext,
  first: StoredOutcome,
): Promise<{ problems: Problem<Code | 'invalidId'>[] } | { viewer: Viewer; case: CaseRow }> {
  const { tokenHash } = requireCredentials(context)
  const { database, catalogue } = context.services
  const { caseId, visible } = first
  const problems = problemsOf<Code>(first)
  if (problems) return { problems }
  const facts = requireViewer(context, await database.load(caseFacts, { tokenHash, caseId }))
  const isVisible = isModifiable(facts, await catalogue.at(facts.viewer.revision))
  if (!facts.case || (visible && !isVisible)) return { problems: [invalidKey] }
  return repeatAnswer(database, first, { ...facts, case: facts.case })
}

function problemsOf<Code>({ problems }: StoredOutcome): Problem<Code>[] | null {
  return problems === null ? null : (JSON.parse(problems) as Problem<Code>[])
}

const invalidKey = {
  code: 'invalidId' as const,
  message: 'The caller may no longer see the case that the first request with this idempotencyKey returned.',
  path: ['idempotencyKey'],
}
