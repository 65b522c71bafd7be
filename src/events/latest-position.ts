import { columnsOf, selectList } from '../database/entity-columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { CaseFeedEntry } from './feed.entity.ts'
import { type FeedPosition, feedStart } from './feed-cursor.ts'

export const positionColumns = columnsOf(CaseFeedEntry, 'position', 'caseId', 'version')

const latest = statement(
  `select ${selectList(null, positionColumns)} from case_feed order by position desc limit 1`,
  positionColumns,
)

/** The position of the latest event. */
export async function latestPosition(db: Queryable): Promise<FeedPosition> {
  const [row] = await db.run(latest)
  return row ?? feedStart
}
