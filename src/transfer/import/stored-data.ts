import type { FieldDefinition } from '../../catalogue/field-definition.ts'
import { typed } from '../../database/columns.ts'
import type { Transaction } from '../../database/database.ts'
import { statement } from '../../database/statement.ts'
import { loadFieldDefinitions } from '../format/field-definitions.ts'
import type { ImportFile, Section } from '../format/import-format.ts'
import { forEachSection, type KeyedSection, keyOf, type Keys } from './natural-keys.ts'
import { emailsIn, loadPersonIds } from './person-keys.ts'
import { loadStoredIdentity, type StoredIdentity } from './stored-identity.ts'

/** What the database has before the import. */
export interface StoredData {
  /** Of persons, those whose email address is in the file. */
  keys: Keys
  /** The fields of each type that has any, in their order. */
  fields: ReadonlyMap<string, readonly FieldDefinition[]>
  /** The IDs of the same persons, by `personKey`. */
  persons: ReadonlyMap<string, number>
  identity: StoredIdentity
}

const storedKeys = statement(
  `
  select 'touchpoints' as section, array[code] as key from touchpoints
  union all select 'categories', array[code] from case_categories
  union all select 'types', array[code] from case_types
  union all select 'typeCategories', array[type_code, category_code] from case_type_categories
  union all select 'statuses', array[name] from case_statuses
  union all select 'transitions', array[from_status, to_status] from case_status_transitions
  union all select 'resolutions', array[name] from case_resolutions
  union all select 'operatorGroups', array[name] from operator_groups`,
  { section: typed<KeyedSection>('text'), key: 'text[]' },
)

export async function loadStoredData(transaction: Transaction, file: ImportFile): Promise<StoredData> {
  const rows = Map.groupBy(await transaction.run(storedKeys), ({ section }) => section)
  const persons = await loadPersonIds(transaction, emailsIn(file))
  const personKeys = new Set(persons.keys())
  return {
    keys: {
      ...forEachSection((name) => new Set(rows.get(name)?.map(({ key }) => key.join('\0')))),
      admins: personKeys,
      operators: personKeys,
      parties: personKeys,
      consumers: personKeys,
    },
    fields: await loadFieldDefinitions(transaction.forkEntityManager()),
    persons,
    identity: await loadStoredIdentity(transaction, file),
  }
}

/**
 * The file without the parts of the catalogue and the people that the database has, so that the import does not change
 * them. A new status or resolution does not become the default. The other items keep their indexes.
 */
export function withoutStored(file: ImportFile, { keys }: StoredData): ImportFile {
  const sections = forEachSection((name) => {
    const isNew = (item: unknown) => !keys[name].has(keyOf(name, item) ?? '')
    const { all, items } = file[name] as Section<object>
    return {
      all: all.map((item, index) => (items.has(index) && !isNew(item) ? undefined : item)),
      items: new Map(
        items
          .entries()
          .filter(([, item]) => isNew(item))
          .map(([index, item]) => [index, 'default' in item ? { ...item, default: false } : item]),
      ),
    }
  })
  return { ...file, ...(sections as unknown as Pick<ImportFile, KeyedSection>) }
}
