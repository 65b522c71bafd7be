import { Touchpoint } from '../../catalogue/touchpoint.entity.ts'
import type { FieldDefinition } from '../../catalogue/field-definition.ts'
import { CaseCategory, CaseResolution, CaseStatus, CaseType, TypeCategory } from '../../catalogue/catalogue.entity.ts'
import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import type { Transaction } from '../../database/database.ts'
import { OperatorGroup } from '../../people/people.entity.ts'
import { loadFieldDefinitions, toFieldDefinition } from '../format/field-definitions.ts'
import type { ImportFile, Item, Section } from '../format/import-format.ts'
import { loadPersonIds, personKey, referencedEmails } from './person-keys.ts'

/** The codes and names that an import file may refer to: those in the file and those in the database. */
export interface ReferenceData {
  touchpoints: ReadonlySet<string>
  categories: ReadonlySet<string>
  types: ReadonlySet<string>
  /** By `typeCategoryKey`. */
  typeCategories: ReadonlySet<string>
  statuses: ReadonlySet<string>
  resolutions: ReadonlySet<string>
  operatorGroups: ReadonlySet<string>
  /** The fields of each type after the import, in order. Types that are malformed in the file have no entry. */
  fields: ReadonlyMap<string, readonly FieldDefinition[]>
  /** By `personKey`: all persons of the file, and the stored persons that the file refers to. */
  persons: ReadonlySet<string>
}

export async function loadReferenceData(transaction: Transaction, file: ImportFile): Promise<ReferenceData> {
  const em = transaction.forkEntityManager()
  const types = await em.findAll(CaseType)
  const storedPersons = await loadPersonIds(transaction, referencedEmails(file))
  return {
    touchpoints: new Set([...(await em.findAll(Touchpoint)).map(codeOf), ...textsIn(file.touchpoints, 'code')]),
    categories: new Set([...(await em.findAll(CaseCategory)).map(codeOf), ...textsIn(file.categories, 'code')]),
    types: new Set([...types.map(codeOf), ...textsIn(file.types, 'code')]),
    typeCategories: new Set(
      [...(await em.findAll(TypeCategory)).map(codesOf), ...typeCategoriesIn(file)].map(typeCategoryKey),
    ),
    statuses: new Set([...(await em.findAll(CaseStatus)).map(nameOf), ...textsIn(file.statuses, 'name')]),
    resolutions: new Set([...(await em.findAll(CaseResolution)).map(nameOf), ...textsIn(file.resolutions, 'name')]),
    operatorGroups: new Set([
      ...(await em.findAll(OperatorGroup)).map(nameOf),
      ...textsIn(file.operatorGroups, 'name'),
    ]),
    fields: fieldsAfterImport(file, types.map(codeOf), await loadFieldDefinitions(em)),
    persons: new Set([
      ...storedPersons.keys(),
      ...textsIn(file.operators, 'email').map((email) => personKey('OPERATOR', email)),
      ...textsIn(file.parties, 'email').map((email) => personKey('PARTY', email)),
      ...textsIn(file.consumers, 'email').map((email) => personKey('CONSUMER', email)),
    ]),
  }
}

function codeOf({ code }: { code: string }): string {
  return code
}

function nameOf({ name }: { name: string }): string {
  return name
}

function codesOf({ type, category }: { type: { code: string }; category: { code: string } }) {
  return { typeCode: type.code, categoryCode: category.code }
}

/** Includes malformed items: a reference to one of them is not another error. */
function textsIn(section: Section<unknown>, member: string): string[] {
  return section.all.map((item) => textIn(item, member)).filter((text) => text !== undefined)
}

function textIn(item: unknown, member: string): string | undefined {
  const value = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[member] : undefined
  return typeof value === 'string' ? value : undefined
}

function typeCategoriesIn({ typeCategories }: ImportFile): { typeCode: string; categoryCode: string }[] {
  return typeCategories.all.map((item) => ({
    typeCode: textIn(item, 'typeCode') ?? '',
    categoryCode: textIn(item, 'categoryCode') ?? '',
  }))
}

function fieldsAfterImport(
  file: ImportFile,
  storedTypes: readonly string[],
  storedFields: Map<string, readonly FieldDefinition[]>,
): Map<string, readonly FieldDefinition[]> {
  const fields = new Map(storedTypes.map((code) => [code, storedFields.get(code) ?? []]))
  for (const [index, item] of file.types.all.entries()) {
    const type = file.types.items.get(index)
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
