import type { FieldMap } from '@pothos/core'

const typeNames: Record<string, string> = {
  bigint: 'Int',
  boolean: 'Boolean',
  'double precision': 'Float',
  int: 'Int',
  text: 'String',
  timestamptz: 'DateTime',
}

interface FieldBuilder {
  expose(name: never, options: never): unknown
}

/** Fields that show columns as they are, with their descriptions. Types, and whether null is a value, follow from the columns. */
export function exposed<Columns extends object>(
  t: FieldBuilder,
  columns: Columns,
  descriptions: { readonly [Name in keyof Columns]?: string },
): FieldMap {
  const fields = Object.entries<string>({ ...descriptions } as Record<string, string>).map(([name, description]) => {
    const [type = '', nullable] = (columns[name as keyof Columns] as string).split(' | ')
    const options = { type: typeNames[type], nullable: nullable !== undefined, description }
    return [name, t.expose(name as never, options as never)]
  })
  return Object.fromEntries(fields) as FieldMap
}
