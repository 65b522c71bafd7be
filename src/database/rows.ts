import type { Columns } from './columns.ts'

type MakeObject = (row: unknown[]) => object

const makers = new WeakMap<object, MakeObject>()

/**
 * Turns a driver's rows from arrays into objects with camelCase names, grouped as the statement declares. The code that
 * makes them is generated once for each statement: setting properties by name would take several times as long.
 */
export function toObjects(
  statement: { columns?: Columns },
  { fields, rows }: { fields: readonly { name: string }[]; rows: readonly unknown[] },
): unknown[] {
  let make = makers.get(statement)
  if (!make) {
    const names = fields.map(({ name }) => camelCase(name))
    const columns = statement.columns ?? Object.fromEntries(names.map((name) => [name, 'text' as const]))
    make = new Function('row', `return ${objectCode(columns, names)}`) as MakeObject
    makers.set(statement, make)
  }
  return (rows as unknown[][]).map(make)
}

/** The code of an object literal. The names are those of the service's own statements. */
function objectCode(columns: Columns, allNames: string[]): string {
  const valueOf = (name: string) => `row[${allNames.lastIndexOf(name)}]`
  const members = Object.entries(columns).map(([name, column]) => {
    const key = JSON.stringify(name)
    if (typeof column === 'string') return `${key}: ${valueOf(name)}`
    if (!('leftJoined' in column && typeof column.leftJoined === 'object'))
      return `${key}: ${objectCode(column as Columns, allNames)}`
    const group = column.leftJoined as Columns
    return `${key}: ${valueOf(Object.keys(group)[0]!)} === null ? null : ${objectCode(group, allNames)}`
  })
  return `{ ${members.join(', ')} }`
}

/** A name that is camelCase already stays as it is. */
export function camelCase(name: string): string {
  return name.replaceAll(/_+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
}
