import { columns } from '../database/statements/columns.ts'
import { columnsOf, selectList } from '../database/statements/entity-columns.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import { CaseFeedEntry } from './feed.entity.ts'
import { type FeedPosition, feedStart } from './feed-cursor.ts'

export const positionColumns = columnsOf(CaseFeedEntry, 'position', 'caseId', 'version')

const latest = statement(
  `
select ${selectList('f', positionColumns)}, e.at
from (select * from case_feed order by position desc limit 1) f
left join case_events e on e.case_id = f.case_id and e.version = f.version`,
  columns({ ...positionColumns, at: 'timestamptz | null' }),
)

/** The position of the latest event. */
export async function latestPosition(db: Queryable): Promise<FeedPosition> {
  const [row] = await db.run(latest)
  if (!row) return feedStart
  const { at, ...position } = row
  return { ...position, ...(at && { at }) }
}
