import type { Logger } from 'pino'
import { type Loader, sharedLoads } from '../batched.ts'
import type { RowOf } from '../columns.ts'
import type { Database, ReplicaServer } from '../database.ts'
import { type Queryable, type Statement, statement } from '../statement.ts'
import { currentTimeline } from './timeline.ts'

const intervalMs = 1_000
/** Of the primary, one for each measurement. A replica that is further behind is not read from. */
const maximumPositions = 600

const columns = { system: 'text', timeline: 'int', position: 'bigint' } as const
const system = `(select system_identifier from pg_control_system())::text as system`

const primaryState = statement(
  `
select ${system}, ${currentTimeline} as timeline, pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as position`,
  columns,
)

// After a fail-over, each of these timelines may still be the old one, and none is ever ahead of the replica. Without the
// privileges of pg_read_all_stats, the last one is null.
const replicaState = statement(
  `
select pg_is_in_recovery() as is_standby, ${system},
  greatest(
    (select timeline_id from pg_control_checkpoint()),
    (select min_recovery_end_timeline from pg_control_recovery()),
    (select received_tli from pg_stat_wal_receiver)) as timeline,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position`,
  { isStandby: 'boolean', ...columns },
)

type PrimaryState = RowOf<typeof columns>
type ReplicaState = PrimaryState & { isStandby: boolean }

/** How far a replica is behind the primary. */
export interface ReplicaLag {
  seconds: number
  bytes: number
}

/** A replica as the last measurement found it. */
export interface MeasuredReplica extends Loader {
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
  /** Of the primary, the newest last. */
  #positions: (PrimaryState & { at: number })[] = []
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
  choose(): Loader | undefined {
    for (let count = 0; count < this.#replicas.length; count++) {
      this.#last = (this.#last + 1) % this.#replicas.length
      const replica = this.#replicas[this.#last]!
      if (replica.status === 'used') return replica
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
    const primary = await stateOf(this.#primary, primaryState)
    if (primary) this.#add(primary)
    await Promise.all(this.#replicas.map((replica) => this.#measureReplica(replica, primary)))
  }

  #add(primary: PrimaryState): void {
    const last = this.#positions.at(-1)
    // After a fail-over, positions of the old primary mean nothing.
    if (last && (isElsewhere(last, primary) || primary.position < last.position)) this.#positions = []
    this.#positions.push({ ...primary, at: performance.now() })
    if (this.#positions.length > maximumPositions) this.#positions.shift()
  }

  async #measureReplica(replica: Replica, primary: PrimaryState | undefined): Promise<void> {
    const own = await stateOf(replica, replicaState)
    replica.lag = primary && own?.isStandby && !isElsewhere(own, primary) ? this.#lagOf(own, primary) : undefined
    const before = replica.status
    replica.status = this.#statusOf(replica, own, primary)
    if (replica.status === before) return
    const fields = { replica: replica.name, lag: replica.lag }
    if (replica.status === 'used') this.#log.info(fields, 'The replica is used for reads.')
    else if (replica.status === 'of another cluster')
      this.#log.error(
        fields,
        `DATABASE_REPLICA_URLS: ${replica.name} is not used: it is not a replica of DATABASE_URL.`,
      )
    else if (replica.status !== 'new') this.#log.warn(fields, `The replica is not used for reads: ${replica.status}.`)
  }

  #statusOf({ lag }: Replica, own: ReplicaState | undefined, primary: PrimaryState | undefined): Status {
    if (!primary) return 'the primary is unreachable'
    if (!own) return 'it is unreachable'
    if (own.system !== primary.system) return 'of another cluster'
    if (!own.isStandby) return 'it is not a standby'
    if (own.timeline !== primary.timeline) return 'it is not on the timeline of the primary'
    if (!lag || lag.seconds * 1000 > this.#maxLagMs) return 'it is too far behind'
    // Nobody knows how old it is until it has replayed something that this process has measured.
    return own.position < this.#positions[0]!.position ? 'new' : 'used'
  }

  /** A replica that has replayed a position of the primary is behind since the next one. */
  #lagOf(own: ReplicaState, primary: PrimaryState): ReplicaLag {
    const missing = this.#positions.find(({ position }) => position > own.position)
    const seconds = missing ? (performance.now() - missing.at) / 1000 : 0
    return { seconds, bytes: Math.max(primary.position - own.position, 0) }
  }
}

/** Whether a replica is used, or why it is not. */
type Status =
  | 'new'
  | 'used'
  | 'of another cluster'
  | 'the primary is unreachable'
  | 'it is unreachable'
  | 'it is not a standby'
  | 'it is not on the timeline of the primary'
  | 'it is too far behind'

class Replica implements MeasuredReplica {
  lag: ReplicaLag | undefined
  status: Status = 'new'
  readonly load = sharedLoads.load
  readonly loadAll = sharedLoads.loadAll
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

function isElsewhere(one: PrimaryState, other: PrimaryState): boolean {
  return one.system !== other.system || one.timeline !== other.timeline
}

async function stateOf<State>(server: Queryable, query: Statement<State>): Promise<State | undefined> {
  try {
    return (await server.run(query))[0]
  } catch {
    return undefined
  }
}
