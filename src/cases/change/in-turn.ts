import type { RequestContext } from '../../context.ts'
import type { Loader } from '../../database/statements/batched.ts'
import { retry } from '../../database/retry.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'

const attemptsWithoutLock = 3

interface ChangeOfCase {
  context: Pick<RequestContext, 'services'>
  key: { caseId: number | null; tokenHash: string }
}

/**
 * Waits until the earlier changes of the case in this process have ended, then attempts the change. Repeats the attempt if
 * another change, or another request with its key, came first: the last times while it holds the lock of the case.
 * `mayChange` returns whether the caller may change the case.
 */
export async function inTurn<Request extends ChangeOfCase, Result>(
  request: Request,
  mayChange: (request: Request, db: Loader) => Promise<boolean>,
  attempt: (db: Loader) => Promise<Result>,
): Promise<Result> {
  const { caseId, tokenHash } = request.key
  const { caseQueue, database } = request.context.services
  const change = () =>
    retry((count) => {
      if (count <= attemptsWithoutLock) return attempt(database)
      caseQueue.locks++
      return database.transaction(async (db) => {
        // Lock first and load separately: a statement that waited for the lock would see other tables as they were before.
        await lockCase(db, caseId)
        return attempt(db)
      })
    })
  if (caseId === null) return change()
  // Callers who may not change the case must not take up a busy queue. Others are checked again when their turn comes.
  if (caseQueue.isBusy(caseId) && !(await mayChange(request, database))) return change()
  return caseQueue.run(caseId, tokenHash, change)
}

const lock = statement(`
select from cases
where id = $1 or id = (select m.merged_into_id from cases m where m.id = $1)
order by id
for no key update`)

/** Locks the case, and the one that it was merged into, until the transaction ends. Waits for other transactions that are changing them. */
export async function lockCase(transaction: Queryable, id: number | null): Promise<void> {
  await transaction.run(lock, [id])
}
