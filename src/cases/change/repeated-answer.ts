import { requireViewer, type Viewer } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Queryable } from '../../database/statement.ts'
import { InternalError, type Problem } from '../../errors.ts'
import type { RequestTelemetry } from '../../observability/telemetry.ts'
import { type CaseRow, isModifiable, type ModifiableFacts } from '../case-facts.ts'
import type { ChangeResult } from './change-result.ts'
import type { KeyedRequest, StoredOutcome } from './idempotency.ts'

/** The case is null if the operation found none. */
type Outcome<Code> = { problems: Problem<Code>[] } | { viewer: Viewer; case: CaseRow | null }

type FirstOutcome = StoredOutcome & { viewer: Viewer }

/** The outcome of the first request with the key, and the viewer now. Null if there is none. */
export async function firstOutcome(
  context: RequestContext,
  request: KeyedRequest,
  transaction?: Queryable,
): Promise<FirstOutcome | null> {
  const { viewer, stored } = requireViewer(context, await context.idempotency.find(request, transaction))
  return stored && { ...stored, viewer }
}

/** The first answer for a caller who may still see the case: the same problems, or the case as it was then. */
export async function firstAnswer<Code>(
  context: RequestContext,
  { problems, version }: StoredOutcome,
  { viewer, case: current }: ModifiableFacts,
  transaction?: Queryable,
): Promise<ChangeResult<Code>> {
  if (problems !== null) return { problems: JSON.parse(problems) as Problem<Code>[] }
  return { viewer, case: await context.pastCases.at(current, version ?? current.version, viewer, transaction) }
}

/** The first answer of an operation whose input names no case. */
export async function firstAnswerOfKey<Code>(
  context: RequestContext,
  { tokenHash }: KeyedRequest,
  stored: StoredOutcome,
): Promise<ChangeResult<Code | 'invalidId'>> {
  const { caseId, visible, problems } = stored
  if (problems !== null) return { problems: JSON.parse(problems) as Problem<Code>[] }
  const facts = requireViewer(context, await context.caseLoader.facts({ tokenHash, caseId }))
  const catalogue = await context.catalogue.at(facts.viewer.revision)
  if (!facts.case || (visible && !isModifiable(facts, catalogue))) return { problems: [invalidKey] }
  return firstAnswer(context, stored, { ...facts, case: facts.case })
}

const invalidKey = {
  code: 'invalidId' as const,
  message: 'The caller may no longer see the case that the first request with this idempotencyKey returned.',
  path: ['idempotencyKey'],
}

/** The outcome to store for a result. */
export function outcomeOf<Code extends string>(result: Outcome<Code>): StoredOutcome {
  const nothing = { caseId: null, version: null, visible: true, problems: null }
  if ('problems' in result) return { ...nothing, problems: JSON.stringify(result.problems) }
  return result.case ? { ...nothing, caseId: result.case.id, version: result.case.version } : nothing
}

/** An identical request that came first has stored its answer by the second attempt. */
const maximumAttempts = 3

/** Repeats an attempt that returns null if another request with its key came first. */
export async function untilAnswered<Code extends string, Result extends Outcome<Code>>(
  telemetry: RequestTelemetry,
  attempt: () => Promise<Result | null>,
): Promise<Result> {
  for (let count = 0; count < maximumAttempts; count++) {
    const result = await attempt()
    if (!result) continue
    if ('problems' in result) telemetry.outcome ??= result.problems[0]?.code
    return result
  }
  throw new InternalError('The idempotency key is in use, but its first answer is not stored.')
}
