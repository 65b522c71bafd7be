import { BatchLoader, type BatchLimits, type Numbered } from './batch-loader.ts'
import { columnName, type Columns, columns as declareColumns, type RowOf } from './columns.ts'
import { paddedArray, unnestedKeys } from './keys.ts'
import { isWriting, type Queryable, statement, type Version } from './statement.ts'

/** A statement that the keys of concurrent requests share. */
export interface Batched<Key, Row> extends Readonly<BatchLimits> {
  /** Runs it for several keys. Each row has the number of its key. */
  run(db: Queryable, keys: readonly Key[]): Promise<Numbered<Row>[]>
}

interface BatchedOptions<Key> extends BatchLimits {
  /** The versions whose past it reads. It may run on a replica that has them. */
  pastOf?: (keys: readonly Key[]) => Version[]
}

/**
 * Declares a statement that returns these columns, and `ordinal`, the number of the key that a row belongs to, counted
 * from 1. `parametersOf` returns the values of its parameters.
 */
export function batched<Key, const C extends Columns>(
  text: string,
  columns: C,
  parametersOf: (keys: readonly Key[]) => unknown[],
  { pastOf, ...limits }: BatchedOptions<Key> = {},
): Batched<Key, RowOf<C>> {
  const numbered = declareColumns({ ordinal: 'int', ...columns })
  const declared = statement(text, numbered)
  return {
    run: (db, keys) => db.run(declared, parametersOf(keys), pastOf?.(keys)) as Promise<Numbered<RowOf<C>>[]>,
    ...limits,
  }
}

export type KeyOfBatched<B> = B extends Batched<infer Key, unknown> ? Key : never
export type RowOfBatched<B> = B extends Batched<never, infer Row> ? Row : never

/**
 * Declares a statement like `batched`, with a parameter for each member of its keys. `queryOf` returns its text for the keys `k`
 * in SQL. If it only reads, it must return nothing for a key whose first column is null, because there are such keys.
 */
export function batchedBy<const K extends Columns, const C extends Columns>(
  keyColumns: K,
  queryOf: (keys: string) => string,
  columns: C,
  options: BatchedOptions<RowOf<K>> = {},
): Batched<RowOf<K>, RowOf<C>> {
  const entries = Object.entries(keyColumns) as [name: string, type: string][]
  const types = Object.fromEntries(entries.map(([name, type]) => [columnName(name), type.replace(' | null', '')]))
  const text = queryOf(unnestedKeys(types))
  const writes = isWriting(text)
  const parametersOf = (keys: readonly Record<string, unknown>[]) => {
    const [first = [], ...others] = entries.map(([name]) => keys.map((key) => key[name]))
    return [writes ? first : paddedArray(first, null), ...others]
  }
  return batched<RowOf<K>, C>(text, columns, parametersOf, options)
}

/** Runs statements, and loads by keys: the database itself, or a transaction in it. */
export interface Loader extends Queryable {
  /** The first row of the key; undefined if it has none. */
  load<Key, Row>(declaration: Batched<Key, Row>, key: Key): Promise<Row | undefined>
  /** All rows of the key, in the statement's order. */
  loadAll<Key, Row>(declaration: Batched<Key, Row>, key: Key): Promise<Row[]>
}

type Loads = Pick<Loader, 'load' | 'loadAll'>
type BatchLoaders = Map<Batched<never, unknown>, BatchLoader<unknown, unknown>>

const loadersOf = new WeakMap<Queryable, BatchLoaders>()

function loaderOf<Key, Row>(db: Queryable, declaration: Batched<Key, Row>): BatchLoader<Key, Row> {
  let loaders = loadersOf.get(db)
  if (!loaders) loadersOf.set(db, (loaders = new Map()))
  let loader = loaders.get(declaration) as BatchLoader<Key, Row> | undefined
  if (!loader) {
    loader = new BatchLoader((keys) => declaration.run(db, keys), declaration)
    loaders.set(declaration, loader as BatchLoader<unknown, unknown>)
  }
  return loader
}

/** Loads of a database: keys share a statement with those of concurrent requests. */
export const sharedLoads: Loads & ThisType<Queryable> = {
  load(declaration, key) {
    return loaderOf(this, declaration).load(key)
  },
  loadAll(declaration, key) {
    return loaderOf(this, declaration).loadAll(key)
  },
}

/** Loads in a transaction: each key has its own statement. */
export const ownLoads: Loads & ThisType<Loader> = {
  async load(declaration, key) {
    return (await this.loadAll(declaration, key))[0]
  },
  loadAll(declaration, key) {
    return declaration.run(this, [key])
  },
}
