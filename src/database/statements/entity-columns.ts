import { type ExtractDefineEntityProperties, types } from '@mikro-orm/core'
import { columnName, type Typed } from './columns.ts'
import { camelCase } from './rows.ts'

interface Entity {
  readonly properties: object
}

type Name<E extends Entity> = string & keyof RowOf<E['properties']>

/**
 * The columns of an entity's table, as a statement declares them: all in their order, or those with the given names. A
 * reference has the column that the entity names, `<property>Id`, or the columns of a key of several columns.
 */
export function columnsOf<E extends Entity, N extends Name<E> = Name<E>>(
  entity: E,
  ...names: N[]
): { readonly [Each in N]: Typed<RowOf<E['properties']>[Each]> } {
  const all = propertiesOf(entity).flatMap(typesOf)
  const chosen = names.length === 0 ? all : names.map((name) => all.find(([each]) => each === name)!)
  return Object.fromEntries(chosen) as never
}

/** The columns in SQL, such as `c.id, c.type_code`, or `id, type_code` without an alias. */
export function selectList(alias: string | null, columns: object): string {
  return listOf(columns, (name) => columnOf(alias, name))
}

/** The columns as members of a JSON object in SQL, such as `'id', c.id, 'typeCode', c.type_code`. */
export function jsonMembers(alias: string, columns: object): string {
  return listOf(columns, (name) => `'${name}', ${columnOf(alias, name)}`)
}

/** The columns with their types in SQL, such as `id bigint, type_code text`. */
export function columnDefinitions(columns: object): string {
  return listOf(columns, (name, type) => `${columnOf(null, name)} ${type.replace(' | null', '')}`)
}

function listOf(columns: object, write: (name: string, type: string) => string): string {
  return Object.entries<string>({ ...columns })
    .map(([name, type]) => write(name, type))
    .join(', ')
}

export function columnOf(alias: string | null, name: string): string {
  const column = columnName(name)
  return alias === null ? column : `${alias}.${column}`
}

/** What is read of MikroORM's properties. A reference has an entity. */
interface Property {
  /** The name of a type that MikroORM does not have. */
  columnType?: string
  entity?: () => Entity
  fieldName?: string
  nullable?: boolean
  primary?: boolean
  /** A class of types, or an instance of one. Absent for an enum. */
  type?: object
}

type Named<Content> = [name: string, content: Content]

function propertiesOf({ properties }: Entity): Named<Property>[] {
  return Object.entries(properties)
}

const typeNames = new Map<unknown, string>([
  [types.bigint, 'bigint'],
  [types.boolean, 'boolean'],
  [types.datetime, 'timestamptz'],
  [types.double, 'double precision'],
  [types.integer, 'int'],
  [types.json, 'jsonb'],
  [types.smallint, 'smallint'],
  [types.text, 'text'],
  [types.uuid, 'uuid'],
])

function typesOf([name, { columnType, entity, fieldName, nullable, type }]: Named<Property>): Named<string>[] {
  const orNull = nullable ? ' | null' : ''
  if (columnType) return [[name, columnType + orNull]]
  if (!entity) return [[name, (typeNames.get(type) ?? typeNames.get(type?.constructor) ?? 'text') + orNull]]
  const key = propertiesOf(entity()).filter(([, { primary }]) => primary)
  const nameOf = (part: string) => (fieldName ? camelCase(fieldName) : part === 'id' ? `${name}Id` : part)
  return key.flatMap(typesOf).map(([part, type]) => [nameOf(part), type + orNull])
}

/** A property is declared by a builder, or by a function that returns the builder of a reference. */
type BuilderOf<Property> = Property extends () => infer Builder ? Builder : Property

type ValueOf<Builder> = Builder extends { '~type'?: { value: infer Value }; '~options': infer Options }
  ? Value | NullOf<Options>
  : never

type NullOf<Options> = Options extends { nullable: true } ? null : never

type ColumnsOfProperty<Name extends string, Builder> = Builder extends {
  '~type'?: { value: infer Other }
  '~options': infer Options extends { kind: 'm:1' }
}
  ? ColumnsOfReference<Name, KeyOf<ExtractDefineEntityProperties<Other>>, Options>
  : { [_ in Name]: ValueOf<Builder> }

type ColumnsOfReference<Name extends string, Key, Options> = Options extends { fieldName: infer Column }
  ? { [_ in CamelCase<Column>]: Key[keyof Key] | NullOf<Options> }
  : { [Part in keyof Key as Part extends 'id' ? `${Name}Id` : Part]: Key[Part] | NullOf<Options> }

type CamelCase<Column> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Column & string

type RowOf<Properties> = Merged<
  { [Name in keyof Properties & string]: ColumnsOfProperty<Name, BuilderOf<Properties[Name]>> }[keyof Properties &
    string]
>

type KeyOf<Properties> = RowOf<{
  [
    Name in keyof Properties as BuilderOf<Properties[Name]> extends { '~options': { primary: true } } ? Name : never
  ]: Properties[Name]
}>

type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer All) => void
  ? All
  : never
