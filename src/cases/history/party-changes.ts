import type { Loader } from '../../database/batched.ts'
import { firstnameOf } from '../../people/people.ts'
import type { ChangedValue } from '../case.entity.ts'

/**
 * The changes as parties see them: an assignee is given by first name instead of email address, and edited and removed
 * comments without their texts.
 */
export function asSeenByParties(db: Loader, changes: readonly ChangedValue[]): Promise<readonly ChangedValue[]> {
  const firstname = async (email: unknown) => (typeof email === 'string' ? firstnameOf(db, email) : null)
  return Promise.all(
    changes.map(async (change) => {
      if (change.path[0] === 'comments') return { path: change.path, from: null, to: null }
      if (change.path[0] !== 'assignee') return change
      const [from, to] = await Promise.all([firstname(change.from), firstname(change.to)])
      return { path: change.path, from, to }
    }),
  )
}
