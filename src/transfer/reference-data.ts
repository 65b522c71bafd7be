import type { FieldDefinition } from '../catalogue/field-definition.ts'
import { typeCategoryKey } from '../catalogue/type-category-key.ts'
import { emailKey } from '../people/email.ts'
import type { LoginKind } from '../people/people.entity.ts'
import type { ImportedComment, ImportFile, Item, Section } from './import-format.ts'
import { type Queryable, statement } from '../database/statement.ts'

/** What the database will know once the file is in it: the file's codes and names, and those that are there already. */
export interface Known {
  touchpoints: ReadonlySet<string>
  categories: ReadonlySet<string>
  types: ReadonlySet<string>
  /** Keys by `typeCategoryKey`. */
  pairs: ReadonlySet<string>
  statuses: ReadonlySet<string>
  resolutions: ReadonlySet<string>
  operatorGroups: ReadonlySet<string>
  /** The fields of a type in their order; none for a type that is wrong in the file. */
  fields: ReadonlyMap<string, readonly FieldDefinition[]>
  /** Keys by `personKey`; of the persons in the database those whom the file names. */
  persons: ReadonlySet<string>
}

export function personKey(kind: LoginKind, email: string): string {
  return `${kind} ${emailKey(email)}`
}

/**
 * The `personKey` of a comment's author. Without authorLogin: the case's own party if the address is its, else an
 * operator, a party or a consumer.
 */
export function authorKey(
  comment: ImportedComment,
  { partyEmail }: Item<'cases'>,
  persons: { has(key: string): boolean },
): string | undefined {
  const { authorEmail, authorLogin } = comment
  const ownParty = partyEmail != null && emailKey(partyEmail) === emailKey(authorEmail)
  const kinds: readonly LoginKind[] = ownParty ? ['PARTY'] : ['OPERATOR', 'PARTY', 'CONSUMER']
  const keys = (authorLogin ? [authorLogin] : kinds).map((kind) => personKey(kind, authorEmail))
  return keys.find((key) => persons.has(key))
}

interface KnownCodes {
  touchpoints: string[]
  categories: string[]
  types: string[]
  pairs: { typeCode: string; categoryCode: string }[]
  statuses: string[]
  resolutions: string[]
  operatorGroups: string[]
}

const knownCodes = statement<{ codes: KnownCodes }>(`
  select json_build_object(
    'touchpoints', array(select code from touchpoints),
    'categories', array(select code from case_categories),
    'types', array(select code from case_types),
    'pairs', array(
      select json_build_object('typeCode', type_code, 'categoryCode', category_code) from case_type_categories
    ),
    'statuses', array(select name from case_statuses),
    'resolutions', array(select name from case_resolutions),
    'operatorGroups', array(select name from operator_groups)
  ) as codes
`)

const knownFields = statement<FieldDefinition & { typeCode: string }>(`
  select type_code as "typeCode", name, label, kind, minimum, maximum, scale
  from case_type_fields
  order by type_code, position, name
`)

export async function loadKnown(database: Queryable, file: ImportFile): Promise<Known> {
  const [row] = await database.run(knownCodes)
  const codes = row!.codes
  const persons = await personIds(database, mentionedEmails(file))
  return {
    touchpoints: new Set([...codes.touchpoints, ...texts(file.touchpoints, 'code')]),
    categories: new Set([...codes.categories, ...texts(file.categories, 'code')]),
    types: new Set([...codes.types, ...texts(file.types, 'code')]),
    pairs: new Set([...codes.pairs, ...pairsOf(file)].map(typeCategoryKey)),
    statuses: new Set([...codes.statuses, ...texts(file.statuses, 'name')]),
    resolutions: new Set([...codes.resolutions, ...texts(file.resolutions, 'name')]),
    operatorGroups: new Set([...codes.operatorGroups, ...texts(file.operatorGroups, 'name')]),
    fields: fieldsOf(file, codes.types, await database.run(knownFields)),
    persons: new Set([
      ...persons.keys(),
      ...texts(file.operators, 'email').map((email) => personKey('OPERATOR', email)),
      ...texts(file.parties, 'email').map((email) => personKey('PARTY', email)),
      ...texts(file.consumers, 'email').map((email) => personKey('CONSUMER', email)),
    ]),
  }
}

/** Of all items, also of those of the wrong form: what refers to these is not wrong because of that. */
function texts(section: Section<unknown>, member: string): string[] {
  return section.all.map((item) => textOf(item, member)).filter((text) => text !== undefined)
}

function textOf(item: unknown, member: string): string | undefined {
  const value = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[member] : undefined
  return typeof value === 'string' ? value : undefined
}

function pairsOf(file: ImportFile): { typeCode: string; categoryCode: string }[] {
  return file.typeCategories.all.map((item) => ({
    typeCode: textOf(item, 'typeCode') ?? '',
    categoryCode: textOf(item, 'categoryCode') ?? '',
  }))
}

function fieldsOf(
  file: ImportFile,
  storedTypes: readonly string[],
  storedFields: readonly (FieldDefinition & { typeCode: string })[],
): Map<string, readonly FieldDefinition[]> {
  const fields = new Map<string, FieldDefinition[]>(storedTypes.map((code) => [code, []]))
  for (const { typeCode, ...field } of storedFields) fields.get(typeCode)?.push(field)
  for (const [index, item] of file.types.all.entries()) {
    const type = file.types.items.get(index)
    if (type) fields.set(type.code, mergeFields(type, fields.get(type.code) ?? []))
    else fields.delete(textOf(item, 'code') ?? '')
  }
  return fields
}

/** An import removes nothing: the file's fields in their order, then those that the type has beside them. */
function mergeFields(type: Item<'types'>, stored: readonly FieldDefinition[]): FieldDefinition[] {
  const fields = (type.fields ?? []).map(({ name, label, kind, minimum, maximum, scale }) => ({
    name,
    label: label ?? name,
    kind,
    minimum: minimum ?? null,
    maximum: maximum ?? null,
    scale: scale ?? null,
  }))
  return [...fields, ...stored.filter(({ name }) => !fields.some((field) => field.name === name))]
}

/** The addresses by which the file refers to persons. */
export function mentionedEmails(file: ImportFile): Set<string> {
  const emails = new Set<string>()
  const add = (email: string | null | undefined) => email != null && emails.add(emailKey(email))
  for (const { memberEmails } of file.operatorGroups.items.values()) memberEmails?.forEach(add)
  for (const { email } of file.sessions.items.values()) add(email)
  for (const { partyEmail, assigneeEmail, comments } of file.cases.items.values()) {
    add(partyEmail)
    add(assigneeEmail)
    comments?.forEach(({ authorEmail }) => add(authorEmail))
  }
  return emails
}

const personsByEmail = statement<{ kind: LoginKind; emailKey: string; id: number }>(`
  select p.kind, p.email_key as "emailKey", p.id
  from jsonb_array_elements_text($1::jsonb) as e(email_key)
  join persons p on p.email_key = e.email_key and p.kind in ('CONSUMER', 'OPERATOR', 'PARTY')
`)

const addressesAtOnce = 5_000

/** The persons who have one of these addresses, by `personKey`. */
export async function personIds(database: Queryable, emailKeys: ReadonlySet<string>): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const keys = [...emailKeys]
  for (let start = 0; start < keys.length; start += addressesAtOnce) {
    const some = JSON.stringify(keys.slice(start, start + addressesAtOnce))
    for (const { kind, emailKey: key, id } of await database.run(personsByEmail, [some])) {
      ids.set(personKey(kind, key), id)
    }
  }
  return ids
}
