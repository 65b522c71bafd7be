import { requireViewer } from '../auth/viewer.ts'
import type { RequestContext } from '../context.ts'
import type { Queryable } from '../database/statement.ts'
import { InternalError, type Problem } from '../errors.ts'
import type { ChangeResult } from './change-result.ts'
import type { KeyedRequest, StoredOutcome } from './idempotency.ts'

/** What the first request with the key returned: the same problems, or the case as it was then. Null if there is none. */
export async function firstAnswer<Code>(
  context: RequestContext,
  request: KeyedRequest,
  transaction?: Queryable,
): Promise<ChangeResult<Code> | null> {
  const { viewer, stored } = requireViewer(context, await context.idempotency.find(request, transaction))
  if (!stored) return null
  if (stored.problems) return { problems: stored.problems as Problem<Code>[] }
  const { tokenHash } = request
  const { caseId, version } = stored
  const facts = await context.caseLoader.facts({ tokenHash, caseId }, transaction)
  if (!facts?.case || version === null) throw new InternalError(`Case ${caseId} of an idempotency key does not exist.`)
  return { viewer, case: await context.pastCases.at(facts.case, version, transaction) }
}

/** The outcome to store for a result. */
export function outcomeOf<Code extends string>(result: ChangeResult<Code>): StoredOutcome {
  if ('problems' in result) return { caseId: null, version: null, problems: result.problems }
  return { caseId: result.case.id, version: result.case.version, problems: null }
}
