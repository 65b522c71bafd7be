import type { MikroORM } from '@mikro-orm/postgresql'
import type { Config } from '../config.ts'
import type { Queryable } from './statement.ts'

/** One database behind two drivers: pg for a PostgreSQL server, PGlite for the embedded store. */
export interface Database extends Queryable {
  readonly kind: 'postgresql' | 'embedded'
  /** For what is not on the path of every request: migrations, sessions. */
  readonly orm: MikroORM
  /** Runs all statements of the work in one transaction; commits when it resolves, rolls back when it throws. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>
  /** Runs the work while no other process that asks for the same lock does. */
  exclusively<Result>(lock: number, work: () => Promise<Result>): Promise<Result>
  /** How its connections are used; absent on the embedded store, which has one. */
  pool?(): PoolFigures
  close(): Promise<void>
}

/** How many connections there are, how many of them nobody uses, and how many statements wait for one. */
export interface PoolFigures {
  total: number
  idle: number
  waiting: number
  max: number
}

/** Loads the driver that the store needs, and not the other one. */
export async function openDatabase(store: Config['store']): Promise<Database> {
  if (store.kind === 'postgresql') return (await import('./postgres.ts')).openPostgres(store)
  return (await import('./embedded.ts')).openEmbedded(store.folder)
}
