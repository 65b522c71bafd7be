import type { RequestContext, Services } from '../../context.ts'
import type { Loader } from '../../database/batched.ts'
import { repeatAfterConflict } from '../../database/unavailable.ts'
import { InternalError } from '../../errors.ts'
import type { CaseKey } from '../case-facts.ts'
import { lockCase } from './lock-case.ts'

/** Returns null if another change of the case, or another request with its key, came first. */
type Attempt<Result> = (db: Loader) => Promise<Result | null>

/**
 * Waits until the earlier changes of the case in this process have ended, then attempts the change. Repeats the attempt if
 * another change, or another request with its key, came first. `mayChange` returns whether the caller may change the case.
 */
export async function inTurn<Result>(
  { services }: RequestContext,
  { caseId, tokenHash }: CaseKey,
  mayChange: () => Promise<boolean>,
  attempt: Attempt<Result>,
): Promise<Result> {
  const { caseQueue } = services
  const change = () => untilFirst(services, caseId, attempt)
  if (caseId === null) return change()
  // Callers who may not change the case must not take up a busy queue. Others are checked again when their turn comes.
  if (caseQueue.isBusy(caseId) && !(await mayChange())) return change()
  return caseQueue.run(caseId, tokenHash, change)
}

const attemptsWithoutLock = 3

async function untilFirst<Result>(
  { database, caseQueue }: Services,
  caseId: number | null,
  attempt: Attempt<Result>,
): Promise<Result> {
  for (let count = 0; count < attemptsWithoutLock; count++) {
    const result = await attempt(database)
    if (result) return result
  }
  caseQueue.locks++
  return repeatAfterConflict(() => database.transaction((db) => whileLocked(db, caseId, attempt)))
}

async function whileLocked<Result>(db: Loader, caseId: number | null, attempt: Attempt<Result>): Promise<Result> {
  // Lock first and load separately: a statement that waited for the lock would see other tables as they were before.
  await lockCase(db, caseId)
  // If another request used the key first, the second attempt finds its answer.
  const result = (await attempt(db)) ?? (await attempt(db))
  if (!result) throw new InternalError(`Case ${caseId} changed although it was locked.`)
  return result
}
