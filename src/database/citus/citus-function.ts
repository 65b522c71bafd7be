import { createHash } from 'node:crypto'
import { type Columns, sqlTypes } from '../columns.ts'
import { type Statement, statement } from '../statement.ts'

/** A database function that does on Citus what a declared statement does for one key. */
export interface CitusFunction {
  readonly name: string
  /** The types of its parameters by name, in order. */
  readonly parameters: Readonly<Record<string, string>>
  /** The types of the columns that it returns, by name. */
  readonly returns: Readonly<Record<string, string>>
  /** The parameter that determines the shard, and so the server that runs the function. Without it, any server does. */
  readonly shardKey?: string | undefined
  /**
   * Whether it only reads. A load waits for transactions that are prepared on the server, and then reads one snapshot.
   */
  readonly isLoad: boolean
  /**
   * Whether it reads the server's copies of reference tables directly, so that Citus does not have to plan its
   * statements.
   */
  readonly readsCopies: boolean
  /** In PL/pgSQL: the declarations of variables, and the statements between `begin` and `end`. */
  readonly declarations: string
  readonly body: string
}

/** How a declared statement runs on Citus: one call for each key. */
export interface OnCitus<Key> {
  readonly call: Statement<unknown>
  /** The position of the shard key among the values. Absent if any server runs the function. */
  readonly shardKeyAt?: number
  valuesOf(key: Key): unknown[]
}

type Definition = Omit<CitusFunction, 'name' | 'returns'>

const functions: CitusFunction[] = []

/** Increase it when create-functions.ts changes how it creates functions, so that they get new names. */
const generation = 2

/** The functions of the statements that have been declared so far. */
export function declaredFunctions(): readonly CitusFunction[] {
  return functions
}

/**
 * Declares a function and the statement that calls it. The name contains a hash of the definition, so that two versions
 * of the program never share a function.
 */
export function citusFunction<Key>(
  name: string,
  columns: Columns,
  definition: Definition,
  valuesOf: (key: Key) => unknown[],
): OnCitus<Key> {
  const returns = sqlTypes(columns)
  const hash = createHash('sha256')
    .update(JSON.stringify({ generation, returns, ...definition }))
    .digest('hex')
    .slice(0, 8)
  const declared = { name: `${name}_${hash}`, returns, ...definition }
  functions.push(declared)
  const values = Object.values(definition.parameters).map((type, index) => `$${index + 1}::${type}`)
  const text = `select "${Object.keys(returns).join('", "')}" from ${declared.name}(${values.join(', ')})`
  const call = statement(text, columns, { writes: !definition.isLoad })
  if (definition.shardKey === undefined) return { call, valuesOf }
  return { call, valuesOf, shardKeyAt: Object.keys(definition.parameters).indexOf(definition.shardKey) }
}
