import type { RowOf } from '../../database/columns.ts'
import { columnsOf, selectList } from '../../database/entity-columns.ts'
import { CaseEvent } from '../case.entity.ts'
import { matchesFilter } from './history-filter.ts'
import { casePages } from '../paging/page-loader.ts'

const eventColumns = columnsOf(CaseEvent, 'caseId', 'version', 'kind', 'actorId', 'touchpointCode', 'at', 'changes')

export type EventRow = RowOf<typeof eventColumns>

/** Whether the event had happened, and the caller may see it. Parties do not see events whose content is all internal. */
const isVisible = `e.version <= k.version and (k.internal or not e.internal)`

const eventsWhere = (condition: string, isFiltered = false) =>
  casePages(eventColumns, {
    table: 'case_events',
    alias: 'e',
    condition,
    pagesIn: (order, keys) => `
select k.ordinal::int, l.*
from ${keys}
cross join lateral (
  select ${selectList('e', eventColumns)}
  from case_events e
  where e.case_id = k.case_id and e.version > k.after_version and e.version < k.before_version
    and ${condition}
  order by e.version ${order}
  limit k.items
) l
order by k.ordinal, l.version ${order}`,
    bytesOf: ({ changes }) => Buffer.byteLength(JSON.stringify(changes)),
    isFiltered,
  })

/** The events of a case, oldest first. */
export const eventPages = eventsWhere(isVisible)

/** The events of a case that match the filters of a request, oldest first. */
export const filteredEventPages = eventsWhere(`${isVisible} and ${matchesFilter}`, true)
