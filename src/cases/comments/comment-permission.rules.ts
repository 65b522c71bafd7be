import type { Viewer } from '../../auth/viewer.ts'
import { RequestError } from '../../errors.ts'
import type { NewComment } from './comment.rules.ts'

/** Throws FORBIDDEN if a party adds an internal comment. */
export function requirePublicComments({ login }: Viewer, comments: readonly NewComment[]): void {
  if (login === 'PARTY' && comments.some(({ internal }) => internal)) {
    throw new RequestError('FORBIDDEN', 'comments.internal must be false: parties cannot add internal comments.')
  }
}
