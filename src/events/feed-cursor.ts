import { RequestError } from '../errors/request-error.ts'

/** A row of the feed. A reader continues after it. */
export interface FeedPosition {
  position: number
  caseId: number
  version: number
  /** When the event happened. Absent if that is not known, for example because its case has been archived. */
  at?: Date
}

/** Before the first event that the database has ever had. */
export const feedStart: FeedPosition = { position: 0, caseId: 0, version: 0 }

const integer = '(?:0|[1-9]\\d{0,15})'
const parts = new RegExp(`^(${integer}):(${integer}):(${integer})(?::(${integer}))?$`)

/**
 * The cursor of a position. Case, version and time prove later that the row is still the same. A database that has lost transactions can
 * give the same position to the same version of the same case again, but not an event of the same time.
 */
export function formatCursor({ position, caseId, version, at }: FeedPosition): string {
  const time = at ? `:${at.getTime()}` : ''
  return Buffer.from(`${position}:${caseId}:${version}${time}`).toString('base64url')
}

/** Whether a row of the feed is that of a cursor. */
export function isSameRow(row: FeedPosition, { position, caseId, version, at }: FeedPosition): boolean {
  const isSame = row.position === position && row.caseId === caseId && row.version === version
  return isSame && (!at || !row.at || at.getTime() === row.at.getTime())
}

/** Null if the text is not a cursor. */
export function parseCursor(text: string): FeedPosition | null {
  if (text.length > 100) return null
  const [found, ...numbers] = parts.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (found === undefined) return null
  const [position, caseId, version, time] = numbers.map(Number) as [number, number, number, number]
  const parsed = { position, caseId, version, ...(numbers[3] !== undefined && { at: new Date(time) }) }
  return formatCursor(parsed) === text && [position, caseId, version].every(Number.isSafeInteger) ? parsed : null
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
