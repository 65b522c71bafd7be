import { columnOf } from '../database/entity-columns.ts'

export interface JsonSchema {
  /** The value in SQL. By default, the column with the name of the member. */
  sql?: string
  [keyword: string]: unknown
}

export const text = (description: string, more: JsonSchema = {}) => ({ type: 'string', description, ...more })
export const time = (description: string) => text(description, { format: 'date-time' })
export const oneOf = (description: string, values: readonly string[]) => text(description, { enum: values })
export const flag = (description: string) => ({ type: 'boolean', description })
export const integer = (description: string) => ({ type: 'integer', format: 'int64', description })
export const orNull = (schema: { type: string; description: string }) => ({ ...schema, type: [schema.type, 'null'] })
export const list = (description: string, items: JsonSchema) => ({ type: 'array', description, items })
export const object = (properties: JsonSchema) => ({ type: 'object', required: Object.keys(properties), properties })
export const component = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** An object of the export: its schema, and its value in SQL. The alias is that of the table. */
export function exported(alias: string, members: Record<string, JsonSchema>) {
  const values = Object.entries(members).map(([name, { sql }]) => `'${name}', ${sql ?? columnOf(alias, name)}`)
  const schemas = Object.entries(members).map(([name, { sql: _sql, ...schema }]) => [name, schema])
  return { schema: object(Object.fromEntries(schemas)), sql: `json_build_object(${values.join(', ')})` }
}
