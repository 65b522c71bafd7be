import { hasRoomFor } from '../../database/disk-space.ts'
import { type CheckContext, type CheckResult, failure, ok } from '../check-result.ts'

const space = '32 MiB'

/** Writes a temporary table where the database is stored, and drops it. */
export async function checkSpace({ database }: CheckContext): Promise<CheckResult[]> {
  const hasRoom = await hasRoomFor(space, database)
  if (hasRoom === undefined) return [ok('space', 'The role cannot find out whether the disk has room.')]
  if (hasRoom) return [ok('space', `The disk of the database has room for ${space} more, at least.`)]
  const message = `The disk of the database has no room for ${space} more.`
  return [failure('space', message, 'Free up space on the database server, before changes fail with 503.')]
}
