import { Touchpoint } from '../../catalogue/touchpoint.entity.ts'
import {
  CaseCategory,
  CaseResolution,
  CaseStatus,
  CaseStatusTransition,
  CaseType,
  TypeCategory,
} from '../../catalogue/catalogue.entity.ts'
import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import type { Transaction } from '../../database/database.ts'
import { emailKey } from '../../people/email.ts'
import { type LoginKind, OperatorGroup } from '../../people/people.entity.ts'
import type { ImportFile, Item, Section } from '../format/import-format.ts'
import { loadPersonIds, personKey } from './person-keys.ts'

/**
 * The file without the parts of the catalogue and the people that the database has, so that the import does not change
 * them. A new status or resolution does not become the default.
 */
export async function withoutExisting(file: ImportFile, transaction: Transaction): Promise<ImportFile> {
  const em = transaction.forkEntityManager()
  const codes = ({ code }: { code: string }) => code
  const names = ({ name }: { name: string }) => name
  const transition = ({ from, to }: { from: string; to: string }) => `${from}\0${to}`
  const notDefault = <Content extends object>(item: Content): Content => ({ ...item, default: false })
  const storedTypeCategories = (await em.findAll(TypeCategory)).map(({ type, category }) => ({
    typeCode: type.code,
    categoryCode: category.code,
  }))
  const storedTransitions = (await em.findAll(CaseStatusTransition)).map(({ from, to }) => ({
    from: from.name,
    to: to.name,
  }))
  const persons = await loadPersonIds(transaction, emailKeys(file))
  const withoutPersons = (kind: LoginKind, section: Section<Item<'parties'>>) =>
    without(section, ({ email }) => persons.has(personKey(kind, email)))
  return {
    ...file,
    touchpoints: withoutKeys(file.touchpoints, codes, await em.findAll(Touchpoint)),
    categories: withoutKeys(file.categories, codes, await em.findAll(CaseCategory)),
    types: withoutKeys(file.types, codes, await em.findAll(CaseType)),
    typeCategories: withoutKeys(file.typeCategories, typeCategoryKey, storedTypeCategories),
    statuses: mapItems(withoutKeys(file.statuses, names, await em.findAll(CaseStatus)), notDefault),
    transitions: withoutKeys(file.transitions, transition, storedTransitions),
    resolutions: mapItems(withoutKeys(file.resolutions, names, await em.findAll(CaseResolution)), notDefault),
    operators: withoutPersons('OPERATOR', file.operators),
    operatorGroups: withoutKeys(file.operatorGroups, names, await em.findAll(OperatorGroup)),
    parties: withoutPersons('PARTY', file.parties),
    consumers: withoutPersons('CONSUMER', file.consumers),
  }
}

function emailKeys({ operators, parties, consumers }: ImportFile): Set<string> {
  const sections = [operators, parties, consumers]
  return new Set(sections.values().flatMap(({ items }) => items.values().map(({ email }) => emailKey(email))))
}

function withoutKeys<Key, Content extends Key>(
  section: Section<Content>,
  keyOf: (item: Key) => string,
  stored: readonly Key[],
): Section<Content> {
  const keys = new Set(stored.map(keyOf))
  return without(section, (item) => keys.has(keyOf(item)))
}

/** The other items keep their indexes. */
function without<Content>({ all, items }: Section<Content>, isStored: (item: Content) => boolean): Section<Content> {
  const stored = new Set(items.entries().flatMap(([index, item]) => (isStored(item) ? [index] : [])))
  return {
    all: all.map((item, index) => (stored.has(index) ? undefined : item)),
    items: new Map(items.entries().filter(([index]) => !stored.has(index))),
  }
}

function mapItems<Content>({ all, items }: Section<Content>, change: (item: Content) => Content): Section<Content> {
  return { all, items: new Map(items.entries().map(([index, item]) => [index, change(item)])) }
}
