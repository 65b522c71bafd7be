import type { RequestContext } from '../../context.ts'
import type { Loader } from '../../database/statements/batched.ts'
import { retry } from '../../database/retry.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'

const attemptsWithoutLock = 3

interface ChangeOfCase {
  context: Pick<RequestContext, 'services'>
  key: { caseId: number | null; tokenHash: string }
  /** Another case that changes with it. */
  otherId?: number | null | undefined
}

/**
 * Waits until the earlier changes of the case in this process have ended, then attempts the change. Repeats the attempt if
 * another change, or another request with its key, came first: the last times while it holds the locks of the cases.
 * `mayChange` returns whether the caller may change the case.
 */
export async function inTurn<Result>(
  { context, key: { caseId, tokenHash }, otherId = null }: ChangeOfCase,
  mayChange: (db: Loader) => Promise<boolean>,
  attempt: (db: Loader) => Promise<Result>,
): Promise<Result> {
  const { caseQueue, database } = context.services
  const change = () =>
    retry((count) => {
      if (count <= attemptsWithoutLock) return attempt(database)
      caseQueue.locks++
      return database.transaction(async (db) => {
        // Lock first and load separately: a statement that waited for the lock would see other tables as they were before.
        await lockCase(db, caseId, otherId)
        return attempt(db)
      })
    })
  if (caseId === null) return change()
  // Callers who may not change the case must not take up a busy queue. Others are checked again when their turn comes.
  if (caseQueue.isBusy(caseId) && !(await mayChange(database))) return change()
  return caseQueue.run(caseId, tokenHash, change)
}

const lockingCases = (ids: string, ancestors = '') => `${ancestors}
select from cases
where id = any(array[${ids}] || array(select m.merged_into_id from cases m where m.id = $1::bigint)${ancestors && ' || array(select id from above)'})
order by id
for no key update`

const lock = statement(lockingCases('$1::bigint'))

// The ancestors decide whether the two may be linked.
const lockWithOther = statement(
  lockingCases(
    '$1::bigint, $2::bigint',
    `
with recursive above as (
  select l.other_id as id from case_links l where l.case_id in ($1::bigint, $2::bigint) and l.kind = 'PARENT'
  union
  select l.other_id from above join case_links l on l.case_id = above.id and l.kind = 'PARENT'
)`,
  ),
)

/** Locks the cases, and the one that the first was merged into, until the transaction ends. Waits for other transactions that are changing them. */
export async function lockCase(
  transaction: Queryable,
  id: number | null,
  otherId: number | null = null,
): Promise<void> {
  await (otherId === null ? transaction.run(lock, [id]) : transaction.run(lockWithOther, [id, otherId]))
}
