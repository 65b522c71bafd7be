import { markSession } from '../../auth/sessions/mark-session.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Problem } from '../../errors/problems.ts'
import type { CaseRow } from '../case-facts.ts'

/** What a mutation returns: the problems that prevented it, or the viewer and the case after it, with `More`. */
export type ChangeResult<Code, More = object> =
  { problems: Problem<Code>[] } | ({ viewer: Viewer; case: CaseRow } & More)

/**
 * Notes the code of the first problem. Without problems, marks the session, so that replicas that have not replayed what was
 * written are not read. For a mutation that has ended, and is committed.
 */
export async function noteResult<Result extends { problems: Problem<string>[] } | { viewer: Viewer }>(
  { telemetry, services, credentials }: RequestContext,
  { dryRun }: { dryRun?: boolean | null | undefined },
  result: Result,
): Promise<Result> {
  if ('problems' in result) telemetry.outcome ??= result.problems[0]?.code
  else if (services.replicas && credentials && !dryRun) await markSession(services, credentials.tokenHash)
  return result
}
