import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import { emailKey } from '../../people/email.ts'
import type { Items } from '../items/items.rules.ts'

/** What is loaded before items are compared with the database, besides all statuses, resolutions and groups. */
export interface Wanted {
  categories: Set<string>
  types: Set<string>
  typeCategories: Set<string>
  touchpoints: Set<string>
  /** As `emailKey`. */
  emails: Set<string>
  /** The types whose fields are needed. */
  fields: Set<string>
}

/** What the items are, and what they refer to. */
export function wantedBy(items: Items): Wanted {
  const wanted: Wanted = {
    categories: new Set(items.categories.map(({ key }) => key)),
    types: new Set(items.types.map(({ key }) => key)),
    typeCategories: new Set(items.typeCategories.map(({ key }) => key)),
    touchpoints: new Set(items.touchpoints.map(({ key }) => key)),
    emails: new Set(),
    fields: new Set(items.types.flatMap(({ key, members }) => (members.fields ? [key] : []))),
  }
  for (const { members } of items.typeCategories) addCodes(wanted, members)
  for (const { members } of items.touchpoints) {
    for (const codes of members.typeCategories ?? []) addTypeCategory(wanted, codes)
  }
  for (const { members } of items.groups) {
    for (const code of members.typeCodes ?? []) wanted.types.add(code)
    for (const email of members.memberEmails ?? []) wanted.emails.add(emailKey(email))
  }
  for (const { members } of items.persons) {
    for (const code of members.typeCodes ?? []) wanted.types.add(code)
    for (const email of [members.email, members.newEmail]) if (email != null) wanted.emails.add(emailKey(email))
  }
  return wanted
}

interface Codes {
  typeCode: string
  categoryCode: string
}

/** A type category, and its parts, which problems name. */
export function addTypeCategory(wanted: Wanted, codes: Codes): void {
  wanted.typeCategories.add(typeCategoryKey(codes))
  addCodes(wanted, codes)
}

function addCodes(wanted: Wanted, { typeCode, categoryCode }: Codes): void {
  wanted.types.add(typeCode)
  wanted.categories.add(categoryCode)
}
