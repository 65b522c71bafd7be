import { RequestError } from '../errors/request-error.ts'

/** A row of the feed. A reader continues after it. */
export interface FeedPosition {
  position: number
  caseId: number
  version: number
}

/** Before the first event that the database has ever had. */
export const feedStart: FeedPosition = { position: 0, caseId: 0, version: 0 }

const integer = '(?:0|[1-9]\\d{0,15})'
const parts = new RegExp(`^(${integer}):(${integer}):(${integer})$`)

/** The cursor of a position. Case and version prove later that the row is still the same. */
export function formatCursor({ position, caseId, version }: FeedPosition): string {
  return Buffer.from(`${position}:${caseId}:${version}`).toString('base64url')
}

/** Null if the text is not a cursor. */
export function parseCursor(text: string): FeedPosition | null {
  if (text.length > 100) return null
  const [, ...numbers] = parts.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  const [position = NaN, caseId = NaN, version = NaN] = numbers.map(Number)
  const parsed = { position, caseId, version }
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
