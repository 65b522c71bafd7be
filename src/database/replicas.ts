import type { Logger } from 'pino'
import type { Database, ReplicaServer } from './database.ts'
import { type Queryable, type Statement, statement } from './statement.ts'

const intervalMs = 1_000
/** Of the primary, one for each measurement. A replica that is further behind is not read from. */
const maximumPositions = 600

const primaryPosition = statement(`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as position`, {
  position: 'bigint',
})
const replayed = statement(
  `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position where pg_is_in_recovery()`,
  { position: 'bigint' },
)

/** How far a replica is behind the primary. */
export interface ReplicaLag {
  seconds: number
  bytes: number
}

/** A replica as the last measurement found it. */
export interface MeasuredReplica extends Queryable {
  readonly name: string
  /** Undefined if it could not be measured. */
  readonly lag: ReplicaLag | undefined
}

/** Why a read did not run on a replica: none could be used, it lacked what the session saw, or it failed. */
export type FallbackReason = 'unavailable' | 'behind' | 'failed'

/** Chooses replicas for reads. Every second, it measures how far each is behind. A read that fails runs on the primary. */
export class Replicas {
  /** Statements that ran on a replica. */
  reads = 0
  /** Reads that ran on the primary instead. */
  readonly fallbacks: Record<FallbackReason, number> = { unavailable: 0, behind: 0, failed: 0 }
  readonly all: readonly MeasuredReplica[]
  readonly #primary: Queryable
  readonly #replicas: readonly Replica[]
  readonly #maxLagMs: number
  readonly #log: Logger
  /** The newest last. */
  #positions: { position: number; at: number }[] = []
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #last = 0

  constructor(primary: Queryable, { servers, maxLagMs }: NonNullable<Database['replicas']>, log: Logger) {
    this.#primary = primary
    this.#replicas = servers.map((server) => new Replica(server))
    this.all = this.#replicas
    this.#maxLagMs = maxLagMs
    this.#log = log
  }

  start(): void {
    void this.measure()
    this.#timer = setInterval(() => void this.measure(), intervalMs).unref()
  }

  /** Resolves when the last measurement has ended. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  /** Returns the replicas that can be used in turn. Undefined if there is none. */
  choose(): Queryable | undefined {
    for (let count = 0; count < this.#replicas.length; count++) {
      this.#last = (this.#last + 1) % this.#replicas.length
      const replica = this.#replicas[this.#last]!
      if (replica.isUsable) return replica
    }
    this.fallbacks.unavailable++
    return undefined
  }

  /** Runs statements on the replica, or on the primary if the replica fails. */
  withFallback(replica: Queryable): Queryable {
    return {
      run: async <Row>(statement: Statement<Row>, values?: readonly unknown[]) => {
        try {
          const rows = await replica.run(statement, values)
          this.reads++
          return rows
        } catch {
          this.fallbacks.failed++
          return this.#primary.run(statement, values)
        }
      },
    }
  }

  /** Never rejects. */
  async measure(): Promise<void> {
    this.#running ??= this.#measure().finally(() => (this.#running = undefined))
    await this.#running
  }

  async #measure(): Promise<void> {
    const position = await positionOf(this.#primary, primaryPosition)
    if (position !== undefined) this.#add(position)
    await Promise.all(this.#replicas.map((replica) => this.#measureReplica(replica, position)))
  }

  #add(position: number): void {
    // After a fail-over, positions of the old primary mean nothing.
    if (position < (this.#positions.at(-1)?.position ?? 0)) this.#positions = []
    this.#positions.push({ position, at: performance.now() })
    if (this.#positions.length > maximumPositions) this.#positions.shift()
  }

  async #measureReplica(replica: Replica, primary: number | undefined): Promise<void> {
    const own = await positionOf(replica, replayed)
    const wasUsable = replica.isUsable
    replica.lag = primary === undefined || own === undefined ? undefined : this.#lagOf(own, primary)
    const { lag } = replica
    replica.isUsable = lag !== undefined && lag.seconds * 1000 <= this.#maxLagMs
    if (replica.isUsable === wasUsable) return
    if (replica.isUsable) this.#log.info({ replica: replica.name }, 'The replica is used for reads.')
    else
      this.#log.warn({ replica: replica.name, lag }, 'The replica is not used for reads: it is away or too far behind.')
  }

  /** A replica that has replayed a position of the primary is behind since the next one. */
  #lagOf(own: number, primary: number): ReplicaLag {
    const missing = this.#positions.find(({ position }) => position > own)
    const seconds = missing ? (performance.now() - missing.at) / 1000 : 0
    return { seconds, bytes: Math.max(primary - own, 0) }
  }
}

class Replica implements MeasuredReplica {
  lag: ReplicaLag | undefined
  isUsable = false
  readonly #server: ReplicaServer

  constructor(server: ReplicaServer) {
    this.#server = server
  }

  get name(): string {
    return this.#server.name
  }

  run<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> {
    return this.#server.run(statement, values)
  }
}

async function positionOf(server: Queryable, query: Statement<{ position: number }>): Promise<number | undefined> {
  try {
    return (await server.run(query))[0]?.position
  } catch {
    return undefined
  }
}
