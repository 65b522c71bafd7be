import { lockConfiguration } from '../../configuration/lock-configuration.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import { UsageError } from '../../errors.ts'

/** Transactions that read data as of one point in time. On one server, both are the same. */
export interface Snapshots {
  /** For cases, their events and comments, and what they refer to. */
  cases: Transaction
  /** For everything else. On Citus, its point in time is later, so that it has all persons that the cases refer to. */
  others: Transaction
}

const useOneSnapshot = statement('set transaction isolation level repeatable read, read only')
// A snapshot belongs to a connection.
const useOneConnection = statement('set local citus.max_adaptive_executor_pool_size = 1')
const awaitCases = statement('set local idle_in_transaction_session_timeout = 0')
const readAllShards = statement('select max(id) as last from cases', { last: 'bigint | null' })
const readCopies = statement('select revision from catalogue_revision', { revision: 'uuid' })
const places = () =>
  statement(
    `select md5(string_agg(concat_ws(' ', shardid, groupid), ',' order by shardid)) as hash from pg_dist_placement`,
    { hash: 'text' },
  )

/**
 * Runs the work in transactions that only read. Uses up to three connections. Throws a UsageError if shards of cases have
 * moved meanwhile.
 */
export function withSnapshots<Result>(
  database: Database,
  work: (snapshots: Snapshots) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (cases) => {
    await cases.run(useOneSnapshot)
    if (!cases.isDistributed?.()) return work({ cases, others: cases })
    return database.transaction(async (others) => {
      await others.run(useOneSnapshot)
      const before = await takeSnapshots(database, { cases, others })
      const result = await work({ cases, others })
      // The snapshot of a server lacks what was copied to it later.
      if ((await placesOfShards(database)) === before) return result
      throw new UsageError(
        'Shards moved to other servers while the cases were read. Run the command again when the move has ended.',
      )
    })
  })
}

/**
 * Takes the snapshots of all servers while the configuration does not change. The first statement of a transaction takes
 * the snapshot of each server that it reads from. Returns the places of the shards.
 */
function takeSnapshots(database: Database, { cases, others }: Snapshots): Promise<string> {
  return database.transaction(async (changes) => {
    await lockConfiguration(changes)
    const before = await placesOfShards(changes)
    await cases.run(useOneConnection)
    await cases.run(readAllShards)
    await others.run(awaitCases)
    await others.run(readCopies)
    return before
  })
}

async function placesOfShards(database: Queryable): Promise<string> {
  const [row] = await database.run(places())
  return row!.hash
}
