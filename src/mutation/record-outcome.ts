import type { RequestContext } from '../context.ts'
import type { Problem } from '../errors/problems.ts'
import { markSession } from './mark-session.ts'

/**
 * Records the outcome of a mutation that has ended and is committed: the code of its first problem, in the telemetry. Without problems, it
 * marks the session, so that replicas that have not replayed what was written are not read.
 */
export async function recordOutcome<Result extends { problems: Problem<string>[] } | { viewer: object }>(
  { telemetry, services, credentials }: RequestContext,
  { dryRun }: { dryRun?: boolean | null | undefined },
  result: Result,
): Promise<Result> {
  if ('problems' in result) telemetry.outcome ??= result.problems[0]?.code
  else if (services.replicas && credentials && !dryRun) await markSession(services, credentials.tokenHash)
  return result
}
