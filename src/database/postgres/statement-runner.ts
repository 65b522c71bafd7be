import pg, { type ClientConfig, type PoolClient, type QueryArrayConfig } from 'pg'
import { codeOf } from '../../errors/system-errors.ts'
import { databaseBreaker } from './circuit-breaker.ts'
import type { DiskSpace } from '../disk-space.ts'
import type { PostgresPool } from './postgres-pool.ts'
import { queryWithSettings } from './query-with-settings.ts'
import { isNameError } from './statement-names.ts'
import { retry } from '../retry.ts'
import { toObjects } from '../rows.ts'
import { type Queryable, type Statement, typeParsers } from '../statement.ts'
import { asUnavailable, isConflict, isFromPostgresql, isUnanswered, outcomeUnknown } from '../unavailable.ts'

/** A connection that was taken from the pool. */
export interface Lease {
  readonly client: PoolClient
  readonly isDiscarded: boolean
  /** Lets the connection be closed instead of being reused. */
  discard(): void
}

interface SendOptions {
  /** Whether PostgreSQL may commit a change before it responds. */
  mayWrite: boolean
  isNamed?: boolean
  /** Statements without rows that run first, in the same transaction. */
  settings?: readonly string[] | undefined
}

/** Runs statements on the connections of a pool. */
export interface StatementRunner extends Queryable {
  /** Runs the work on a connection of the pool. */
  withClient<Result>(work: (lease: Lease) => Promise<Result>): Promise<Result>
  /** Runs a statement on the connection. */
  send<Row>(lease: Lease, statement: Statement<Row>, values: readonly unknown[], options: SendOptions): Promise<Row[]>
}

interface RunnerSettings {
  /** How long a statement waits for its response; undefined if it may take any time. */
  queryTimeoutMs?: number | undefined
  /** Notes errors about a full disk. */
  diskSpace?: DiskSpace
}

export function createRunner(
  { pool, names, connect, onReadOnly, onUnanswered, transactionSettings }: PostgresPool,
  { queryTimeoutMs = Infinity, diskSpace }: RunnerSettings,
): StatementRunner {
  const withBreaker = databaseBreaker(queryTimeoutMs)

  const types = { getTypeParser: (oid: number) => typeParsers[oid] ?? defaultParser(oid) }
  const defaultParser = (oid: number) => (pool.options.types ?? pg.types).getTypeParser(oid, 'text')

  function withClient<Result>(work: (lease: Lease) => Promise<Result>): Promise<Result> {
    return withBreaker(async () => {
      const client = await connect()
      const lease = {
        client,
        isDiscarded: false,
        discard() {
          lease.isDiscarded = true
        },
      }
      try {
        return await work(lease)
      } catch (error) {
        if (isUnanswered(error)) onUnanswered()
        throw error
      } finally {
        client.release(lease.isDiscarded)
      }
    })
  }

  async function send<Row>(
    lease: Lease,
    statement: Statement<Row>,
    values: readonly unknown[],
    { mayWrite, isNamed = names.areUsed && !statement.varies, settings }: SendOptions,
  ): Promise<Row[]> {
    const { client, discard } = lease
    const { name, text, timeoutMs } = statement
    const unnamed = { text, values: values.map(withNumbersAsText), types, rowMode: 'array' as const }
    const query: QueryArrayConfig & Pick<ClientConfig, 'query_timeout'> = {
      ...(isNamed && { name }),
      ...unnamed,
      ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
    }
    try {
      const result = settings ? queryWithSettings(client, settings, query) : client.query(query)
      return toObjects(statement, await result) as Row[]
    } catch (error) {
      // pg may believe that the statement is prepared, because the settings were.
      if (settings && isNamed) discard()
      diskSpace?.note(error)
      names.note(error)
      if (codeOf(error) === '25006') {
        discard()
        onReadOnly()
      }
      throw await failure(error, lease, mayWrite)
    }
  }

  return {
    withClient,
    send,
    run(statement, values = []) {
      return withClient(async (lease) => {
        const options = { mayWrite: statement.writes ?? false, settings: transactionSettings()?.implicit }
        try {
          return await send(lease, statement, values, options)
        } catch (error) {
          if (isConflict(error)) return retry(() => send(lease, statement, values, options))
          // A migration changed the result type of the plan, or a pooler does not support names. Without a name, it is planned again.
          if (isStalePlan(error) || isNameError(error))
            return send(lease, statement, values, { ...options, isNamed: false })
          throw error
        }
      })
    },
  }
}

/** pg would quote and escape each number of an array. */
function withNumbersAsText(value: unknown): unknown {
  const isNumeric = Array.isArray(value) && value.every((each) => typeof each === 'number')
  return isNumeric ? `{${value.join()}}` : value
}

/**
 * The one rule for errors after a statement was sent: only PostgreSQL's own error for it, in a session that still works,
 * proves that nothing was written. A pooler's error, a fatal one or a broken connection can come after the commit.
 * `mayWrite`: whether PostgreSQL may have committed a change.
 */
export async function failure(error: unknown, { client, discard }: Lease, mayWrite: boolean): Promise<unknown> {
  const isOwn = isFromPostgresql(error)
  if (!isOwn) discard()
  const isUnwritten = !mayWrite || (isOwn && (await goesOn(client)))
  return isUnwritten ? asUnavailable(error) : outcomeUnknown(error)
}

/** Whether the session still responds after an error. PostgreSQL translates the severity, so it cannot be compared. */
function goesOn(client: PoolClient): Promise<boolean> {
  return client.query('').then(
    () => true,
    () => false,
  )
}

function isStalePlan(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '0A000' && error.message.includes('cached plan')
}
