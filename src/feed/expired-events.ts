import { type Removal, removal } from '../database/expired-rows.ts'

/**
 * Declares the removal of events from the feed that were added to it so many days ago. The last one stays, because the next position
 * follows from it, and so that a cursor stays valid while nothing happens. Each statement looks at the oldest ones only.
 */
export function expiredEvents(days: number): Removal {
  const isOld = `relayed_at < statement_timestamp() - interval '${days} days'`
  const isFirst = 'position < (select min(position) + 1000 from case_feed)'
  const isNotLast = 'position < (select max(position) from case_feed)'
  return removal('case_feed', `${isOld} and ${isFirst} and ${isNotLast}`, 'position')
}
