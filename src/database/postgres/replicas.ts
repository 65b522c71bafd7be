import type { Logger } from 'pino'
import type { Loader } from '../statements/batched.ts'
import type { RowOf } from '../statements/columns.ts'
import type { Database, ReplicaServer } from '../database.ts'
import { PeriodicTask } from '../periodic-task.ts'
import { type Queryable, type Statement, statement } from '../statements/statement.ts'

const intervalMs = 1_000
/** Of the primary, one for each measurement. A replica that is further behind is not read from. */
const maximumPositions = 600

/**
 * SQL for the timeline that a server writes. It fails on a standby. The last checkpoint would still have the old timeline
 * for a while after a promotion.
 */
export const currentTimeline = `('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int`

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
interface Replica {
  readonly server: ReplicaServer
  /** Undefined if it could not be measured. */
  lag: ReplicaLag | undefined
  status: Status
}

/** Why a read did not run on a replica: none could be used, it lacked what the session saw, or it failed. */
export type FallbackReason = 'unavailable' | 'behind' | 'failed'

/** Chooses replicas for reads. Every second, it measures how far each is behind. A read that fails runs on the primary. */
export class Replicas extends PeriodicTask {
  /** Statements that ran on a replica. */
  reads = 0
  /** Reads that ran on the primary instead. */
  readonly fallbacks: Record<FallbackReason, number> = { unavailable: 0, behind: 0, failed: 0 }
  readonly all: readonly Replica[]
  readonly #primary: Queryable
  readonly #maxLagMs: number
  readonly #log: Logger
  /** Of the primary, the newest last. */
  #positions: (PrimaryState & { at: number })[] = []
  #turn = 0

  constructor(primary: Queryable, { servers, maxLagMs }: NonNullable<Database['replicas']>, log: Logger) {
    super(intervalMs)
    this.#primary = primary
    this.all = servers.map((server) => ({ server, lag: undefined, status: 'new' }))
    this.#maxLagMs = maxLagMs
    this.#log = log
  }

  override start(): void {
    void this.run()
    super.start()
  }

  /** Returns the replicas that can be used in turn. Undefined if there is none. */
  choose(): ReplicaServer | undefined {
    const used = this.all.filter(({ status }) => status === 'used')
    if (used.length === 0) this.fallbacks.unavailable++
    return used[this.#turn++ % used.length]?.server
  }

  /** A replica for reads that fall back to the primary, if it is current. Otherwise the primary. */
  async serverFor(isCurrent: (replica: Loader) => Promise<boolean>): Promise<Queryable> {
    const replica = this.choose()
    if (!replica) return this.#primary
    const known = await isCurrent(replica).catch(() => undefined)
    if (known) return { run: (statement, values) => this.#read(replica, statement, values) }
    this.fallbacks[known === false ? 'behind' : 'failed']++
    return this.#primary
  }

  async #read<Row>(replica: Queryable, statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> {
    try {
      const rows = await replica.run(statement, values)
      this.reads++
      return rows
    } catch {
      this.fallbacks.failed++
      return this.#primary.run(statement, values)
    }
  }

  protected override async work(): Promise<void> {
    const primary = await stateOf(this.#primary, primaryState)
    if (primary) this.#add(primary)
    await Promise.all(this.all.map((replica) => this.#measureReplica(replica, primary)))
  }

  #add(primary: PrimaryState): void {
    const last = this.#positions.at(-1)
    // After a fail-over, positions of the old primary mean nothing.
    if (last && (isElsewhere(last, primary) || primary.position < last.position)) this.#positions = []
    this.#positions.push({ ...primary, at: performance.now() })
    if (this.#positions.length > maximumPositions) this.#positions.shift()
  }

  async #measureReplica(replica: Replica, primary: PrimaryState | undefined): Promise<void> {
    const own = await stateOf(replica.server, replicaState)
    replica.lag = primary && own?.isStandby && !isElsewhere(own, primary) ? this.#lagOf(own, primary) : undefined
    const status = this.#statusOf(replica, own, primary)
    if (status === replica.status) return
    replica.status = status
    const { name } = replica.server
    const fields = { replica: name, lag: replica.lag }
    if (status === 'used') this.#log.info(fields, 'The replica is used for reads.')
    else if (status === 'of another cluster') {
      this.#log.error(fields, `DATABASE_REPLICA_URLS: ${name} is not used: it is not a replica of DATABASE_URL.`)
    } else if (status !== 'new') this.#log.warn(fields, `The replica is not used for reads: ${status}.`)
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
