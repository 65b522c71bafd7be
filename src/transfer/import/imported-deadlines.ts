import { isClosed } from '../../catalogue/available.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { initialValues, sentValues } from '../../cases/values/case-values.ts'
import { caseDeadlines } from '../../cases/values/case-deadlines.rules.ts'
import { dueTimesOf, withoutOldNews } from '../../sla/deadlines.rules.ts'
import type { Deadline } from '../../sla/sla.entity.ts'
import type { ImportedCase } from '../format/import-format.ts'

/** What is known of an imported case besides its item. Times are in ISO 8601. */
interface Known {
  createdAt: string
  /** When it changed last, if it is closed. */
  closedAt: string
  /** Since when somebody waits for an answer. */
  since: string | null
  answered: boolean
}

/**
 * The columns of an imported case with its deadlines: from the time since when somebody waits, and from the creation, without the pauses
 * of the past. What passed long ago, what has ended, and what the history already says, is not announced.
 */
export function deadlinesOf(item: ImportedCase, known: Known, catalogue: Catalogue, now: string) {
  const values = initialValues(sentValues(item))
  const { typeCode, categoryCode, status } = item
  const isOver = isClosed(status, catalogue)
  const after = {
    typeCode,
    categoryCode,
    status,
    priority: values.priority ?? 'NORMAL',
    createdAt: new Date(known.createdAt),
    customerWaitingSince: known.since === null ? null : new Date(known.since),
    answered: known.answered,
  }
  const at = new Date(now)
  const computed = caseDeadlines(after, null, catalogue, isOver ? new Date(known.closedAt) : at).deadlines
  const deadlines = withoutOldNews(computed, at)?.map((each) => ({
    ...each,
    announced: each.announced || each.endedAt !== null || isAnnounced(each, item),
  }))
  const { dueAt, overdueAt } = dueTimesOf(deadlines ?? null)
  return { deadlines: deadlines ?? null, due_at: dueAt, overdue_at: overdueAt }
}

function isAnnounced({ goal, dueAt }: Deadline, { history }: ImportedCase): boolean {
  const events = history?.filter(({ kind }) => kind === 'OVERDUE') ?? []
  return events.some(({ changes }) => changes?.some(({ path, to }) => path[1] === goal && to === dueAt))
}
