import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type { DiskSpace } from './disk-space.ts'
import type { Loader } from './statements/batched.ts'

/** A PostgreSQL server through pg, or the embedded store through PGlite. */
export interface Database extends Loader {
  readonly kind: 'postgresql' | 'embedded'
  /** For everything off the hot path, such as migrations and sessions. */
  readonly orm: MikroORM
  readonly diskSpace: DiskSpace
  /** Runs the work in one transaction: commits when it resolves, rolls back when it rejects. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** Runs the work while holding a lock that all processes share. */
  exclusively<Result>(lock: number, work: () => Promise<Result>): Promise<Result>
  /** Numbers of connections, and of statements that wait for one; absent on the embedded store, which has a single connection. */
  pool?(): { total: number; idle: number; waiting: number; max: number }
  /** Whether a pooler does not support prepared statements, so that they are not used. Absent on the embedded store. */
  lacksPreparedStatements?(): boolean
  readonly replicas?: { servers: readonly ReplicaServer[]; maxLagMs: number }
  close(): Promise<void>
}

/** A standby that statements without writes can run on. */
export interface ReplicaServer extends Loader {
  readonly name: string
  close(): Promise<void>
}

/** An open transaction: for statements, and for MikroORM's unit of work. */
export interface Transaction extends Loader {
  readonly kind: Database['kind']
  /** A new EntityManager whose queries run in this transaction. */
  forkEntityManager(): EntityManager
}
