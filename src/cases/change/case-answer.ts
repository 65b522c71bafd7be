import { markSession } from '../../mutation/mark-session.ts'
import { requireCredentials, requireViewer, type Viewer } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Problem } from '../../errors/problems.ts'
import { caseFacts, type CaseRow, isModifiable, type ModifiableFacts } from '../case-facts.ts'
import type { Loader } from '../../database/batched.ts'
import { caseAt } from '../read/past-cases.ts'
import { problemsIn, type StoredAnswer } from '../../mutation/answer-once.ts'

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

/** What to store of an answer: the case at its version. Nothing if the operation found no case. */
export function encodeCase({ case: found }: { case: CaseRow | null }): Partial<StoredAnswer> {
  if (!found) return {}
  const { id: caseId, version, customerWaitingSince } = found
  return { caseId, version, customerWaitingSince }
}

/** The first answer for a caller who may still see the case: the same problems, or the case as it was then. */
export async function repeatCase<Code>(
  db: Loader,
  first: StoredAnswer,
  { viewer, case: current }: ModifiableFacts,
): Promise<{ problems: Problem<Code>[] } | { viewer: Viewer; case: CaseRow }> {
  const problems = problemsIn<Code>(first)
  if (problems) return problems
  const { version, customerWaitingSince } = first
  if (version === null || version >= current.version) return { viewer, case: current }
  return { viewer, case: { ...(await caseAt(db, current, version, viewer)), customerWaitingSince } }
}

/** The first answer of an operation whose input names no case. */
export async function repeatUnnamedCase<Code>(
  context: RequestContext,
  db: Loader,
  first: StoredAnswer,
): Promise<{ problems: Problem<Code | 'invalidId'>[] } | { viewer: Viewer; case: CaseRow }> {
  const { caseId, visible } = first
  const problems = problemsIn<Code>(first)
  if (problems) return problems
  const { tokenHash } = requireCredentials(context)
  const facts = requireViewer(context, await db.load(caseFacts, { tokenHash, caseId, idempotencyKey: null }))
  const isVisible = isModifiable(facts, await context.services.catalogue.at(facts.viewer.revision, db))
  if (!facts.case || (visible && !isVisible)) return { problems: [invalidKey] }
  return repeatCase(db, first, { ...facts, case: facts.case })
}

const invalidKey = {
  code: 'invalidId' as const,
  message: 'The caller may no longer see the case that the first request with this idempotencyKey returned.',
  path: ['idempotencyKey'],
}
