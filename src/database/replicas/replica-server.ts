import type { Logger } from 'pino'
import type { PostgresStore } from '../../settings/config.ts'
import { sharedLoads } from '../batched.ts'
import type { ReplicaServer } from '../database.ts'
import { createPool, openPool } from '../postgres/postgres-pool.ts'
import { createRunner } from '../postgres/statement-runner.ts'

/** A read that takes longer is repeated on the primary. */
const queryTimeoutMs = 2_000
/** A read that gets no connection in this time runs on the primary. */
const connectTimeoutMs = 1_000

/** Opens a replica. It connects when it is used. */
export async function openReplica(
  url: string,
  { poolSize, preparedStatements }: PostgresStore,
  log?: Logger,
): Promise<ReplicaServer> {
  const opened = await openPool(
    { url, poolSize, preparedStatements, queryTimeoutMs, connectTimeoutMs },
    createPool,
    log,
  )
  const { run } = createRunner(opened, { queryTimeoutMs })
  return { name: new URL(url).host, run, ...sharedLoads, close: () => opened.pool.end() }
}
