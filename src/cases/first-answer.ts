import { requireViewer, type Viewer } from '../auth/viewer.ts'
import type { RequestContext } from '../context.ts'
import type { Queryable } from '../database/statement.ts'
import { InternalError, type Problem } from '../errors.ts'
import type { RequestTelemetry } from '../observability/telemetry.ts'
import type { CaseRow } from './case-facts.ts'
import type { ChangeResult } from './change-result.ts'
import type { KeyedRequest, StoredOutcome } from './idempotency.ts'

/** The case is null if the operation found none, or if the case has been archived since. */
type Outcome<Code> = { problems: Problem<Code>[] } | { viewer: Viewer; case: CaseRow | null }

/** What the first request with the key returned: the same problems, or the case as it was then. Null if there is none. */
export async function firstOutcome<Code>(
  context: RequestContext,
  request: KeyedRequest,
  transaction?: Queryable,
): Promise<Outcome<Code> | null> {
  const { viewer, stored } = requireViewer(context, await context.idempotency.find(request, transaction))
  if (!stored) return null
  const { caseId, version, problems } = stored
  if (problems !== null) return { problems: JSON.parse(problems) as Problem<Code>[] }
  if (caseId === null || version === null) return { viewer, case: null }
  const facts = await context.caseLoader.facts({ tokenHash: request.tokenHash, caseId }, transaction)
  if (!facts?.case) return { viewer, case: null }
  return { viewer, case: await context.pastCases.at(facts.case, version, transaction) }
}

/** The same for operations that always return a case. `gone` is the problem if it has been archived since. */
export async function firstAnswer<Code>(
  context: RequestContext,
  request: KeyedRequest,
  gone?: Problem<Code>,
  transaction?: Queryable,
): Promise<ChangeResult<Code> | null> {
  const outcome = await firstOutcome<Code>(context, request, transaction)
  if (outcome === null || 'problems' in outcome) return outcome
  const { viewer, case: found } = outcome
  if (found) return { viewer, case: found }
  if (!gone) throw new InternalError('The case that a request with an idempotency key created does not exist.')
  return { problems: [gone] }
}

/** The outcome to store for a result. */
export function outcomeOf<Code extends string>(result: Outcome<Code>): StoredOutcome {
  if ('problems' in result) return { caseId: null, version: null, problems: JSON.stringify(result.problems) }
  return { caseId: result.case?.id ?? null, version: result.case?.version ?? null, problems: null }
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
