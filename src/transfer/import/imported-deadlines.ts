import { isClosed } from '../../catalogue/available.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { SingleValues } from '../../cases/values/case-values.ts'
import { caseDeadlines } from '../../cases/values/case-deadlines.rules.ts'
import type { Waiting } from '../../cases/values/comment-effects.rules.ts'
import { dueTimesOf, withoutOldNews } from '../../sla/deadlines.rules.ts'
import type { Deadline } from '../../sla/sla.entity.ts'
import type { ImportedCase } from '../format/import-format.ts'

/** What the deadlines of an imported case follow from. Times are in ISO 8601. */
interface Imported extends Waiting<string> {
  values: SingleValues
  history: ImportedCase['history']
  createdAt: string
  /** When it changed last, if it is closed. */
  closedAt: string
}

/**
 * The columns of an imported case with its deadlines: from the time since when somebody waits, and from the creation, without the pauses
 * of the past. What passed long ago, what has ended, and what the history already says, is not announced.
 */
export function importedDeadlines(imported: Imported, catalogue: Catalogue, now: string) {
  const { values, history, createdAt, closedAt, customerWaitingSince: since, answered } = imported
  const after = {
    ...values,
    createdAt: new Date(createdAt),
    customerWaitingSince: since === null ? null : new Date(since),
    answered,
  }
  const at = new Date(now)
  const decidedAt = isClosed(values.status, catalogue) ? new Date(closedAt) : at
  const computed = caseDeadlines(after, null, catalogue, decidedAt).deadlines
  const deadlines = withoutOldNews(computed, at)?.map((each) => ({
    ...each,
    announced: each.announced || each.endedAt !== null || isAnnounced(each, history),
  }))
  const { dueAt, overdueAt } = dueTimesOf(deadlines ?? null)
  return { deadlines: deadlines ?? null, due_at: dueAt, overdue_at: overdueAt }
}

function isAnnounced({ goal, dueAt }: Deadline, history: ImportedCase['history']): boolean {
  const events = history?.filter(({ kind }) => kind === 'OVERDUE') ?? []
  return events.some(({ changes }) => changes?.some(({ path, to }) => path[1] === goal && to === dueAt))
}
