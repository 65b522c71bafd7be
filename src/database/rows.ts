import type { Columns } from './columns.ts'

/** How to make an object out of a row that comes as an array of values. */
interface Shape {
  /** Names of values and their indexes in the row. */
  names: string[]
  indexes: number[]
  groups: [name: string, shape: Shape][]
  isNullable: boolean
  /** All properties without values: a copy of it is faster than adding them one by one. */
  empty: Record<string, unknown>
}

const shapes = new WeakMap<object, Shape>()

/**
 * Turns a driver's rows from arrays into objects with camelCase names, grouped as the statement declares. The names are
 * looked up once for each statement.
 */
export function toObjects(
  statement: { columns?: Columns },
  { fields, rows }: { fields: readonly { name: string }[]; rows: readonly unknown[] },
): unknown[] {
  let shape = shapes.get(statement)
  if (!shape) {
    const names = fields.map(({ name }) => camelCase(name))
    const columns = statement.columns ?? Object.fromEntries(names.map((name) => [name, 'text' as const]))
    shapes.set(statement, (shape = shapeOf(columns, names)))
  }
  return rows.map((row) => toObject(shape, row as unknown[]))
}

function toObject(
  { names, indexes, groups, isNullable, empty }: Shape,
  row: unknown[],
): Record<string, unknown> | null {
  if (isNullable && row[indexes[0]!] === null) return null
  const object = { ...empty }
  for (let i = 0; i < names.length; i++) object[names[i]!] = row[indexes[i]!]
  for (const [name, shape] of groups) object[name] = toObject(shape, row)
  return object
}

function shapeOf(columns: Columns, allNames: string[], isNullable = false): Shape {
  const shape: Shape = { names: [], indexes: [], groups: [], isNullable, empty: {} }
  for (const [name, column] of Object.entries(columns)) {
    shape.empty[name] = null
    if (typeof column === 'string') {
      shape.names.push(name)
      shape.indexes.push(allNames.lastIndexOf(name))
    } else if ('leftJoined' in column && typeof column.leftJoined === 'object') {
      shape.groups.push([name, shapeOf(column.leftJoined as Columns, allNames, true)])
    } else {
      shape.groups.push([name, shapeOf(column as Columns, allNames)])
    }
  }
  return shape
}

/** A name that is camelCase already stays as it is. */
export function camelCase(name: string): string {
  return name.replaceAll(/_+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
}
