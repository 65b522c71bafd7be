import type { ClientConfig, PoolClient, QueryArrayConfig } from 'pg'
import { codeOf } from '../../errors/system-errors.ts'
import { databaseBreaker } from './circuit-breaker.ts'
import type { DiskSpace } from '../disk-space.ts'
import type { PostgresPool } from './postgres-pool.ts'
import { queryWithSettings } from './query-with-settings.ts'
import { isNameError } from './statement-names.ts'
import { retry } from '../retry.ts'
import { toObjects } from '../statements/rows.ts'
import type { Queryable, Statement } from '../statements/statement.ts'
import { asUnavailable, isConflict, isFromPostgresql, isUnanswered, outcomeUnknown } from '../unavailable.ts'

export interface Lease {
  readonly client: PoolClient
  /** Whether it is closed instead of being reused. */
  isDiscarded: boolean
}

interface SendOptions {
  /** Whether PostgreSQL may commit a change before it responds. */
  mayWrite: boolean
  isNamed?: boolean
  /** Statements without rows that run first, in the same transaction. */
  settings?: readonly string[] | undefined
}

interface RunnerSettings {
  /** How long a statement waits for its response; undefined if it may take any time. */
  queryTimeoutMs?: number | undefined
  diskSpace?: DiskSpace
}

export class StatementRunner implements Queryable {
  readonly #connections: PostgresPool
  readonly #diskSpace: DiskSpace | undefined
  readonly #withBreaker: ReturnType<typeof databaseBreaker>

  constructor(connections: PostgresPool, { queryTimeoutMs = Infinity, diskSpace }: RunnerSettings) {
    this.#connections = connections
    this.#diskSpace = diskSpace
    this.#withBreaker = databaseBreaker(queryTimeoutMs)
  }

  readonly run = <Row>(statement: Statement<Row>, values: readonly unknown[] = []): Promise<Row[]> =>
    this.withClient(async (lease) => {
      const { perTransaction } = this.#connections.session
      const options = { mayWrite: statement.writes ?? false, settings: perTransaction?.implicit }
      try {
        return await this.send(lease, statement, values, options)
      } catch (error) {
        if (isConflict(error)) return retry(() => this.send(lease, statement, values, options))
        // A migration changed the result type of the plan, or a pooler does not support names. Without a name, it is planned again.
        if (!isStalePlan(error) && !isNameError(error)) throw error
        return this.send(lease, statement, values, { ...options, isNamed: false })
      }
    })

  withClient<Result>(work: (lease: Lease) => Promise<Result>): Promise<Result> {
    return this.#withBreaker(async () => {
      const lease: Lease = { client: await this.#connections.connect(), isDiscarded: false }
      try {
        return await work(lease)
      } catch (error) {
        if (isUnanswered(error)) this.#connections.hosts.onUnanswered()
        throw error
      } finally {
        lease.client.release(lease.isDiscarded)
      }
    })
  }

  async send<Row>(
    lease: Lease,
    statement: Statement<Row>,
    values: readonly unknown[],
    { mayWrite, isNamed = !statement.varies, settings }: SendOptions,
  ): Promise<Row[]> {
    const { names, hosts } = this.#connections
    const { name, text, timeoutMs } = statement
    const hasName = isNamed && names.state === 'used'
    const query: QueryArrayConfig & Pick<ClientConfig, 'query_timeout'> = {
      ...(hasName && { name }),
      text,
      values: values.map(withNumbersAsText),
      rowMode: 'array',
      ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
    }
    try {
      const result = settings ? queryWithSettings(lease.client, settings, query) : lease.client.query(query)
      return toObjects(statement, await result) as Row[]
    } catch (error) {
      const isReadOnly = codeOf(error) === '25006'
      // pg may believe that the statement is prepared, because the settings were.
      if (isReadOnly || (settings && hasName)) lease.isDiscarded = true
      if (isReadOnly) void hosts.findPrimary()
      this.#diskSpace?.note(error)
      names.note(error)
      throw await failure(error, lease, mayWrite)
    }
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
export async function failure(error: unknown, lease: Lease, mayWrite: boolean): Promise<unknown> {
  const isOwn = isFromPostgresql(error)
  if (!isOwn) lease.isDiscarded = true
  const isUnwritten = !mayWrite || (isOwn && (await goesOn(lease.client)))
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
