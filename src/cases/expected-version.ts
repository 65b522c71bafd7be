import type { RequestContext } from '../context.ts'
import type { Queryable } from '../database/statement.ts'
import { RequestError } from '../errors.ts'
import type { ModifiableFacts } from './case-facts.ts'

/** Throws PRECONDITION_FAILED if the case has another version than the caller saw. */
export async function requireVersion(
  context: RequestContext,
  { viewer, case: current }: ModifiableFacts,
  expected: number | null | undefined,
  transaction?: Queryable,
): Promise<void> {
  if (expected == null || expected === current.version) return
  const changes = await context.pastCases.changesSince(current, expected, viewer, transaction)
  const message = `The case has version ${current.version}, which is not the expected version. Nothing was written.`
  throw new RequestError('PRECONDITION_FAILED', message, {
    details: { currentVersion: current.version, changedFields: changes },
  })
}
