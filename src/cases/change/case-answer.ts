import { requireCredentials, requireViewer, type Viewer } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Loader } from '../../database/statements/batched.ts'
import type { Problem } from '../../errors/problems.ts'
import { dueTimesOf } from '../../sla/deadlines.rules.ts'
import type { Deadline } from '../../sla/sla.entity.ts'
import { caseFacts, type CaseRow, isModifiable, type ModifiableFacts } from '../case-facts.ts'
import { caseAt } from '../read/past-cases.ts'

/** What a mutation returns: the problems that prevented it, or the viewer and the case after it, with `More`. */
export type ChangeResult<Code, More = object> =
  { problems: Problem<Code>[] } | ({ viewer: Viewer; case: CaseRow } & More)

/** What is stored of an answer with an idempotency key: the case at its version. */
export interface StoredCase {
  caseId: number
  version: number
  /** Since when somebody waited for an answer, which cannot be told from a later version. In ISO 8601. */
  customerWaitingSince: string | null
  /** The deadlines, which cannot be told from a later version either. Absent from answers that were stored before there were any. */
  deadlines?: Deadline[] | null
  /** Whether the caller could see the case. Absent if it was changed: callers can create cases that they cannot see. */
  visible?: boolean
}

export function storedCase({ id: caseId, version, customerWaitingSince, deadlines }: CaseRow): StoredCase {
  return { caseId, version, customerWaitingSince: customerWaitingSince?.toISOString() ?? null, deadlines }
}

/** A StoredCase as text, in SQL. */
export function storedCaseText(columns: { [Name in keyof StoredCase]: string }): string {
  return `json_build_object(${Object.entries(columns).flatMap(([name, column]) => [`'${name}'`, column])})::text`
}

/** The first answer, for a caller who may still change the case: the case as it was then. */
export async function repeatCase(
  db: Loader,
  { version, customerWaitingSince: since, deadlines = null }: StoredCase,
  { viewer, case: current }: ModifiableFacts,
): Promise<{ viewer: Viewer; case: CaseRow }> {
  if (version >= current.version) return { viewer, case: current }
  const customerWaitingSince = since === null ? null : new Date(since)
  const past = await caseAt(db, current, version, viewer)
  return { viewer, case: { ...past, customerWaitingSince, deadlines, ...dueTimesOf(deadlines) } }
}

/** The first answer of an operation whose input names no case. */
export async function repeatUnnamedCase(
  context: RequestContext,
  db: Loader,
  first: StoredCase,
): Promise<ChangeResult<'invalidId'>> {
  const { tokenHash } = requireCredentials(context)
  const key = { tokenHash, caseId: first.caseId, idempotencyKey: null }
  const facts = requireViewer(context, await db.load(caseFacts, key))
  const isVisible = isModifiable(facts, await context.services.catalogue.at(facts.viewer.revision, db))
  if (!facts.case || (first.visible !== false && !isVisible)) return { problems: [invalidKey] }
  return repeatCase(db, first, { ...facts, case: facts.case })
}

const invalidKey = {
  code: 'invalidId' as const,
  message: 'The caller may no longer see the case that the first request with this idempotencyKey returned.',
  path: ['idempotencyKey'],
}
