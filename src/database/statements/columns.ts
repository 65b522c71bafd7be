/** The JavaScript types of PostgreSQL's types, as `typeParsers` and the drivers read them. */
interface ValueTypes {
  bigint: number
  boolean: boolean
  'double precision': number
  int: number
  json: unknown
  jsonb: unknown
  numeric: number
  smallint: number
  text: string
  'text[]': string[]
  timestamptz: Date
  uuid: string
}

type TypeName = keyof ValueTypes

/** A type name with a more precise type of its values. `~value` exists for the compiler only. */
export type Typed<Value> = string & { readonly '~value': Value }

type Column = TypeName | `${TypeName} | null` | Typed<unknown>

interface LeftJoined<C> {
  readonly leftJoined: C
}

/**
 * The columns that a statement returns, as types by camelCase names. Columns can be grouped into objects:
 *
 *     { ordinal: 'int', viewer: { personId: 'bigint', … }, groupId: 'bigint | null' }
 *
 * test/database/statements.test.ts compares the declaration of every statement with PostgreSQL's description of it.
 */
export interface Columns {
  readonly [name: string]: Column | Columns | LeftJoined<Columns>
}

type ValueOf<C> = C extends TypeName
  ? ValueTypes[C]
  : C extends `${infer Name extends TypeName} | null`
    ? ValueTypes[Name] | null
    : C extends Typed<infer Value>
      ? Value
      : C extends LeftJoined<infer Group>
        ? RowOf<Group> | null
        : RowOf<C>

export type RowOf<C> = { -readonly [Name in keyof C]: ValueOf<C[Name]> }

export function columns<const C extends Columns>(declared: C): C {
  return declared
}

/** A column whose values have a narrower type, for example `typed<LoginKind>('text')` or `typed<CaseData>('jsonb')`. */
export function typed<Value>(type: null extends Value ? `${TypeName} | null` : TypeName): Typed<Value> {
  return type as unknown as Typed<Value>
}

/** Columns of a left-joined table. Their object is null if its first column is null. */
export function leftJoined<const C extends Columns>(group: C): LeftJoined<C> {
  return { leftJoined: group }
}

/** The name of a column in SQL, such as type_code for typeCode. */
export function columnName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
