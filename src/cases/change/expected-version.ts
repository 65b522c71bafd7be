import type { Loader } from '../../database/batched.ts'
import { RequestError } from '../../errors.ts'
import type { ModifiableFacts } from '../case-facts.ts'
import { changesSince } from '../read/past-cases.ts'

const firstVersion = 1

/** Throws PRECONDITION_FAILED if the case has another version than the caller saw. */
export async function requireVersion(
  db: Loader,
  { viewer, case: current }: ModifiableFacts,
  expected: number | null,
): Promise<void> {
  if (expected === null || expected === current.version) return
  // What changed since is known only if the case has had the version.
  const wasSeen = expected >= firstVersion && expected < current.version
  const since = wasSeen ? await changesSince(db, current, expected, viewer) : {}
  const message = `The case has version ${current.version}, which is not the expected version. Nothing was written.`
  throw new RequestError('PRECONDITION_FAILED', message, {
    details: { currentVersion: current.version, ...since },
  })
}
