import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import type { Queryable, Statement } from '../../database/statement.ts'
import { toFieldDefinition } from '../items/field-definitions.ts'
import { type Items, personKey } from '../items/items.rules.ts'
import type { Elements, ListName, Ref, StoredConfiguration, StoredItem, Values } from './state.ts'
import * as statements from './stored-statements.ts'
import type { Wanted } from './wanted.ts'

const keysPerStatement = 5_000

/** Loads what the items change and refer to. In a transaction that holds the lock of the configuration. */
export async function loadStored(db: Queryable, items: Items, wanted: Wanted): Promise<StoredConfiguration> {
  const refs = new Refs()
  const people = await loadPeople(db, items, wanted, refs)
  const [fields, transitions, grants] = [
    await loadFields(db, wanted.fields),
    await loadTransitions(db, items),
    await loadGrants(db, items),
  ]
  const typeCategories = [...wanted.typeCategories].map((key) => key.split('\0'))
  const byKey = <Row extends { version: number }>(
    rows: readonly Row[],
    keyOf: (row: Row) => string,
    listsOf: (key: string) => StoredItem['lists'] = () => ({}),
  ) => new Map(rows.map((row) => [keyOf(row), storedItem(row, listsOf(keyOf(row)))]))

  return {
    ...people,
    items: {
      ...people.items,
      categories: byKey(await inBatches(db, statements.storedCategories, wanted.categories), ({ code }) => code),
      types: byKey(await inBatches(db, statements.storedTypes, wanted.types), codeOf, (code) => ({
        fields: fields.get(code) ?? new Map(),
      })),
      typeCategories: byKey(
        (await typeCategoriesInBatches(db, typeCategories)).map(({ groupId, ...row }) => ({
          ...row,
          groupName: groupId === null ? null : refs.of('group', groupId),
        })),
        typeCategoryKey,
      ),
      statuses: byKey(
        (await db.run(statements.storedStatuses)).map(withDefault),
        ({ name }) => name,
        (name) => ({ transitions: transitions.get(name) ?? new Map() }),
      ),
      resolutions: byKey((await db.run(statements.storedResolutions)).map(withDefault), ({ name }) => name),
      touchpoints: byKey(await inBatches(db, statements.storedTouchpoints, wanted.touchpoints), codeOf, (code) => ({
        typeCategories: grants.get(code) ?? new Map(),
      })),
    },
  }
}

const codeOf = ({ code }: { code: string }) => code
const withDefault = <Row extends { isDefault: boolean }>({ isDefault, ...row }: Row) => ({ ...row, default: isDefault })

/** One object for each group and person, so that they can be compared. */
class Refs {
  readonly #refs = { group: new Map<number, Ref>(), person: new Map<number, Ref>() }

  of(kind: Ref['kind'], id: number, name = ''): Ref {
    let ref = this.#refs[kind].get(id)
    if (!ref) this.#refs[kind].set(id, (ref = { id, name, kind }))
    if (name !== '') ref.name = name
    return ref
  }
}

function storedItem({ version, ...values }: { version: number } & Values, lists: StoredItem['lists']): StoredItem {
  return { values, lists, version }
}

async function inBatches<Row>(db: Queryable, statement: Statement<Row>, keys: Iterable<string | number>) {
  const all = [...keys]
  const rows: Row[] = []
  for (let start = 0; start < all.length; start += keysPerStatement) {
    for (const row of await db.run(statement, [all.slice(start, start + keysPerStatement)])) rows.push(row)
  }
  return rows
}

async function typeCategoriesInBatches(db: Queryable, keys: readonly string[][]) {
  const rows = []
  for (let start = 0; start < keys.length; start += keysPerStatement) {
    const batch = keys.slice(start, start + keysPerStatement)
    const parts = [0, 1].map((part) => batch.map((codes) => codes[part]))
    for (const row of await db.run(statements.storedTypeCategories, parts)) rows.push(row)
  }
  return rows
}

type Lists<Owner> = Map<Owner, Map<string | Ref, unknown>>

function addElement<Owner>(lists: Lists<Owner>, owner: Owner, key: string | Ref, element: unknown = true): void {
  const elements = lists.get(owner)
  if (elements) elements.set(key, element)
  else lists.set(owner, new Map([[key, element]]))
}

async function loadFields(db: Queryable, types: Iterable<string>): Promise<Lists<string>> {
  const lists: Lists<string> = new Map()
  for (const { typeCode, position, ...field } of await inBatches(db, statements.storedFields, types)) {
    addElement(lists, typeCode, field.name, { ...toFieldDefinition(field), position })
  }
  return lists
}

async function loadTransitions(db: Queryable, { statuses }: Items): Promise<Lists<string>> {
  const lists: Lists<string> = new Map()
  const from = statuses.flatMap(({ key, members }) => (members.transitions ? [key] : []))
  for (const { fromStatus, toStatus } of await inBatches(db, statements.storedTransitions, from)) {
    addElement(lists, fromStatus, toStatus)
  }
  return lists
}

async function loadGrants(db: Queryable, { touchpoints }: Items): Promise<Lists<string>> {
  const lists: Lists<string> = new Map()
  const codes = touchpoints.flatMap(({ key, members }) => (members.typeCategories ? [key] : []))
  for (const { touchpointCode, modifyCases, ...typeCategory } of await inBatches(db, statements.storedGrants, codes)) {
    addElement(lists, touchpointCode, typeCategoryKey(typeCategory), { modifyCases })
  }
  return lists
}

async function loadPeople(db: Queryable, items: Items, { emails }: Wanted, refs: Refs) {
  const groups = await db.run(statements.storedGroups)
  const persons = await loadPersons(db, emails)
  for (const { id, name } of groups) refs.of('group', id, name)
  for (const { id, email } of persons) refs.of('person', id, email)
  const idsOf = (list: readonly { key: string; members: object }[], name: ListName, ids: Map<string, number>) =>
    list.flatMap(({ key, members }) => ((members as Values)[name] ? (ids.get(key) ?? []) : []))
  const groupIds = new Map(groups.map(({ id, name }) => [name, id]))
  const personIds = new Map(persons.map(({ id, kind, email }) => [personKey(kind, email), id]))

  const typeCodes: Lists<Ref> = new Map()
  const ofGroups = idsOf(items.groups, 'typeCodes', groupIds)
  for (const { groupId, typeCode } of await inBatches(db, statements.storedGroupTypes, ofGroups)) {
    addElement(typeCodes, refs.of('group', groupId), typeCode)
  }
  const ofPersons = idsOf(items.persons, 'typeCodes', personIds)
  for (const { operatorId, typeCode } of await inBatches(db, statements.storedOperatorTypes, ofPersons)) {
    addElement(typeCodes, refs.of('person', operatorId), typeCode)
  }
  const memberships: Lists<Ref> = new Map()
  const owners = [idsOf(items.groups, 'memberEmails', groupIds), idsOf(items.persons, 'groupNames', personIds)]
  const rows = owners.some(({ length }) => length > 0) ? await db.run(statements.storedMembers, owners) : []
  for (const { groupId, operatorId } of rows) {
    const [group, person] = [refs.of('group', groupId), refs.of('person', operatorId)]
    addElement(memberships, group, person)
    addElement(memberships, person, group)
  }

  const empty: Elements = new Map()
  return {
    items: {
      groups: new Map(
        groups.map(({ id, version, ...values }) => {
          const ref = refs.of('group', id)
          const lists = { typeCodes: typeCodes.get(ref) ?? empty, memberEmails: memberships.get(ref) ?? empty }
          return [values.name, { values, lists, version, ref }]
        }),
      ),
      persons: new Map(
        persons.map(({ id, kind, emailKey: _key, erasedAt, version, ...values }) => {
          const ref = refs.of('person', id)
          const lists = { typeCodes: typeCodes.get(ref) ?? empty, groupNames: memberships.get(ref) ?? empty }
          return [personKey(kind, values.email), { values, lists, version, ref, isErased: erasedAt !== null }]
        }),
      ),
    },
    subjects: await loadSubjects(db, items, refs),
    activeAdmins: await loadAdmins(db, items),
  }
}

async function loadPersons(db: Queryable, emails: Iterable<string>) {
  const all = [...emails]
  const rows = []
  for (let start = 0; start < all.length; start += keysPerStatement) {
    const batch = JSON.stringify(all.slice(start, start + keysPerStatement))
    for (const row of await db.run(statements.storedPersons, [batch])) rows.push(row)
  }
  return rows
}

async function loadSubjects(db: Queryable, { persons }: Items, refs: Refs): Promise<Map<string, Ref>> {
  const sent = persons.flatMap(({ members: { login: kind, subject } }) => (subject == null ? [] : [{ kind, subject }]))
  if (sent.length === 0) return new Map()
  const rows = await db.run(statements.storedSubjects, [JSON.stringify(sent)])
  return new Map(rows.map(({ id, kind, subject, email }) => [`${kind} ${subject}`, refs.of('person', id, email)]))
}

async function loadAdmins(db: Queryable, { persons }: Items): Promise<Set<number>> {
  if (!persons.some(({ members }) => members.login === 'ADMIN')) return new Set()
  return new Set((await db.run(statements.storedAdmins)).map(({ id }) => id))
}
