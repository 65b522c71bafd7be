import type { Logger } from 'pino'
import type { PostgresStore } from '../../settings/store.ts'
import { sharedLoads } from '../batched.ts'
import type { ReplicaServer } from '../database.ts'
import { PostgresPool } from '../postgres/postgres-pool.ts'
import { StatementRunner } from '../postgres/statement-runner.ts'

/** A read that takes longer is repeated on the primary. */
const queryTimeoutMs = 2_000
/** A read that gets no connection in this time runs on the primary. */
const connectTimeoutMs = 1_000

/** Opens a replica. It connects when it is used. */
export function openReplica(url: string, { poolSize, preparedStatements }: PostgresStore, log?: Logger): ReplicaServer {
  const connections = new PostgresPool({ url, poolSize, preparedStatements, queryTimeoutMs, connectTimeoutMs }, log)
  const { run } = new StatementRunner(connections, { queryTimeoutMs })
  return { name: new URL(url).host, run, ...sharedLoads, close: () => connections.pool.end() }
}
