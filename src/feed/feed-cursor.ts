import type { RowOf } from '../database/statements/columns.ts'
import { columnsOf } from '../database/statements/entity-columns.ts'
import { RequestError } from '../errors/request-error.ts'
import { CaseFeedEntry } from './feed.entity.ts'

export const positionColumns = columnsOf(CaseFeedEntry, 'position', 'caseId', 'version')

/** A row of the feed. A reader continues after it. */
export type FeedPosition = RowOf<typeof positionColumns> & {
  /** When the event happened. Absent if that is not known, for example because its case has been archived. */
  at?: Date
}

/** Before the first event that the database has ever had. */
export const feedStart: FeedPosition = { position: 0, caseId: 0, version: 0 }

/** Whether a row of the feed is that of a cursor. */
export function isSameRow(row: FeedPosition, { position, caseId, version, at }: FeedPosition): boolean {
  const isSame = row.position === position && row.caseId === caseId && row.version === version
  return isSame && (!at || !row.at || at.getTime() === row.at.getTime())
}

/** Whether the error is that of a cursor whose row is not in the feed. */
export function isCursorExpired(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'CURSOR_EXPIRED'
}

/** The error for a cursor whose row is not in the feed. */
export function cursorExpired(): RequestError {
  return new RequestError(
    'CURSOR_EXPIRED',
    'The cursor is older than the events that are kept, or belongs to another state of the database, such as one before a ' +
      'restore. Take the cursor of now with after=latest, list the cases again, and follow the changes from that cursor.',
  )
}
