import type { Columns } from './columns.ts'

type MakeObject = (row: unknown[]) => object

/** By the declared columns, and by the names of the fields in their order. */
const makers = new WeakMap<Columns, Map<string, MakeObject>>()
const undeclared: Columns = {}

/**
 * Turns a driver's rows from arrays into objects with camelCase names, grouped as the statement declares. The code that
 * makes them is generated once for the columns: setting properties by name would take several times as long. Statements
 * whose text varies must therefore share their columns.
 */
export function toObjects(
  { columns = undeclared }: { columns?: Columns },
  { fields, rows }: { fields: readonly { name: string }[]; rows: readonly unknown[] },
): unknown[] {
  let known = makers.get(columns)
  if (!known) makers.set(columns, (known = new Map()))
  const key = fields.map(({ name }) => name).join()
  let make = known.get(key)
  if (!make) {
    const names = fields.map(({ name }) => camelCase(name))
    const declared = columns === undeclared ? Object.fromEntries(names.map((name) => [name, 'text' as const])) : columns
    make = new Function('row', `return ${objectCode(declared, names)}`) as MakeObject
    known.set(key, make)
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
