import type { Catalogue } from '../../catalogue/catalogue.ts'
import { policyOf, resolutionIn, serviceLevelOf } from '../../catalogue/service-level.ts'
import { deadlinesAfter, type DueTimes, dueTimesOf } from '../../sla/deadlines.rules.ts'
import type { Deadline } from '../../sla/sla.entity.ts'

/** The case after something that happened, except for its deadlines. */
interface CaseAfter {
  typeCode: string
  categoryCode: string
  priority: string
  status: string
  createdAt: Date
  customerWaitingSince: Date | null
  answered: boolean
}

interface CaseDeadlines extends DueTimes {
  /** Null if no policy applies. */
  deadlines: Deadline[] | null
}

export const noDeadlines: CaseDeadlines = { deadlines: null, dueAt: null, overdueAt: null }

/** The columns of a case with its deadlines. */
export function deadlinesOf({ deadlines, dueAt, overdueAt }: CaseDeadlines): CaseDeadlines {
  return { deadlines, dueAt, overdueAt }
}

/** The deadlines after something that happened to a case at a time, from those before it. */
export function caseDeadlines(
  after: CaseAfter,
  before: readonly Deadline[] | null,
  catalogue: Catalogue,
  at: Date,
): CaseDeadlines {
  const situation = { ...after, resolution: resolutionIn(after.status, catalogue) }
  const deadlines = deadlinesAfter(before, situation, serviceLevelOf(after, catalogue), at)
  return { deadlines, ...dueTimesOf(deadlines) }
}

/** The deadlines that are written with a change, and the time of the change that they follow from. */
export type DecidedDeadlines = CaseDeadlines & { at: Date }

/** Those after a change, if the case had some before or gets some. */
export function decideDeadlines(
  after: CaseAfter,
  before: readonly Deadline[] | null,
  catalogue: Catalogue,
  at: Date,
): DecidedDeadlines | undefined {
  if (before === null && policyOf(after, catalogue) === null) return undefined
  return { at, ...caseDeadlines(after, before, catalogue, at) }
}

/** Times that customers are measured by are those of the database, and have no fraction of a millisecond. */
export function timeOfChange(now: Date, lastChange: Date): Date {
  const isInFuture = lastChange.getTime() >= now.getTime() + 1_000
  return isInFuture ? now : new Date(Math.max(now.getTime(), lastChange.getTime() + 1))
}
