import type { FieldDefinition } from '../../catalogue/field-definition.ts'
import { toFieldDefinition } from '../format/field-definitions.ts'
import type { ImportFile, Item } from '../format/import-format.ts'
import { forEachSection, keyOf, type Keys, personSections, textIn } from './natural-keys.ts'
import type { StoredData } from './stored-data.ts'

/** The records that an import file may refer to: those in the file and those in the database. */
export interface ReferenceData {
  /** They include malformed items: a reference to one of them is not another error. */
  keys: Keys
  /** The fields of each type after the import, in order. Types that are malformed in the file have no entry. */
  fields: ReadonlyMap<string, readonly FieldDefinition[]>
  /** The keys of all kinds of persons. */
  persons: ReadonlySet<string>
}

export function referenceData(file: ImportFile, stored: StoredData): ReferenceData {
  const keys = forEachSection((name) => {
    const keysOfFile = file[name].all.map((item) => keyOf(name, item)).filter((key) => key !== undefined)
    return new Set([...stored.keys[name], ...keysOfFile])
  })
  return {
    keys,
    fields: fieldsAfterImport(file, stored),
    persons: new Set(personSections.flatMap((section) => [...keys[section]])),
  }
}

function fieldsAfterImport({ types }: ImportFile, stored: StoredData): ReferenceData['fields'] {
  const fields = new Map(stored.keys.types.values().map((code) => [code, stored.fields.get(code) ?? []]))
  for (const [index, item] of types.all.entries()) {
    const type = types.items.get(index)
    if (type) fields.set(type.code, mergeFields(type, fields.get(type.code) ?? []))
    else fields.delete(textIn(item, 'code') ?? '')
  }
  return fields
}

/** The fields of the file in its order, then those that only the database has: an import removes nothing. */
function mergeFields(type: Item<'types'>, stored: readonly FieldDefinition[]): FieldDefinition[] {
  const fields = (type.fields ?? []).map(toFieldDefinition)
  return [...fields, ...stored.filter(({ name }) => !fields.some((field) => field.name === name))]
}
