import type { RequestContext } from '../../context.ts'
import type { Queryable } from '../../database/statement.ts'
import { RequestError } from '../../errors.ts'
import type { ModifiableFacts } from '../case-facts.ts'

const firstVersion = 1

/** Throws PRECONDITION_FAILED if the case has another version than the caller saw. */
export async function requireVersion(
  context: RequestContext,
  { viewer, case: current }: ModifiableFacts,
  expected: number | null | undefined,
  transaction?: Queryable,
): Promise<void> {
  if (expected == null || expected === current.version) return
  // What changed since is known only if the case has had the version.
  const wasSeen = expected >= firstVersion && expected < current.version
  const since = wasSeen ? await context.pastCases.changesSince(current, expected, viewer, transaction) : {}
  const message = `The case has version ${current.version}, which is not the expected version. Nothing was written.`
  throw new RequestError('PRECONDITION_FAILED', message, {
    details: { currentVersion: current.version, ...since },
  })
}
