import { z } from 'zod'
import { loginKinds } from '../../people/people.entity.ts'
import { field } from './field-format.ts'
import { email, flag, key, listOf, optionalKey, storedText, typeCategory } from './value-formats.ts'

// The members of the items of the configuration, in import files and in the input of `configure`. docs/import-format.md is
// generated from the descriptions.

const activeName = 'Whether a change can set a case to this value. Cases that already have the value keep it.'

export const categoryMembers = {
  code: key.describe('The code that programs send.'),
  name: optionalKey.describe('The name that people see.'),
  active: flag(true, 'Whether the lookup lists type categories of this category, and new and moved cases can use it.'),
  system: flag(
    false,
    'Whether the category is reserved: its cases cannot be changed, and new and moved cases cannot use it.',
  ),
}

export const typeMembers = {
  code: key.describe('The code that programs send.'),
  name: optionalKey.describe('The name that people see.'),
  active: flag(true, 'Whether the lookup lists type categories of this type, and new and moved cases can use it.'),
  fields: listOf(field).describe('The fields of the case data, in the order in which forms show them.'),
}

export const typeCategoryMembers = {
  ...typeCategory,
  active: flag(true, 'Whether the lookup lists the type category, and new and moved cases can use it.'),
  appVisible: flag(false, 'Whether the lookup lists the type category for applications (`visibility=app`).'),
  defaultAnswer: storedText.nullish().describe('An answer or instruction for people, which the lookup returns.'),
  groupName: optionalKey.describe(
    'The name of the group that new cases are assigned to, if it is active. If absent, it stays. Null removes it.',
  ),
}

export const statusMembers = {
  name: key.describe('The name. Programs send it, and people see it.'),
  active: flag(true, activeName),
  closed: flag(false, 'Whether cases with this status are closed. Closed cases cannot be taken, but can be archived.'),
  default: flag(false, 'Whether new cases get this status if none is sent. Only one status can be the default.'),
}

export const resolutionMembers = {
  name: key.describe('The name. Programs send it, and people see it.'),
  active: flag(true, activeName),
  default: flag(
    false,
    'Whether new cases get this resolution if none is sent. Only one resolution can be the default.',
  ),
}

export const touchpointMembers = {
  code: key.describe('The code that programs send as `Service-Touchpoint`.'),
  name: optionalKey.describe('The name that people see. Required for a new touchpoint.'),
  allTypeCategories: flag(false, 'Whether all type categories are granted, including those that are added later.'),
  typeCategories: listOf(
    z.strictObject({
      ...typeCategory,
      modifyCases: flag(
        false,
        'Whether every operator and every party of the touchpoint can read and change its cases.',
      ),
    }),
  ).describe('The type categories that are granted to the touchpoint.'),
  logins: listOf(z.enum(loginKinds)).describe('The login kinds of sessions that its secrets can create.'),
  registers: listOf(z.enum(['PARTY', 'CONSUMER'])).describe('The login kinds of the new persons that it can register.'),
}

export const groupMembers = {
  name: key.describe('The name.'),
  active: flag(true, 'Whether the group authorises its members and cases can be assigned to it.'),
  typeCodes: listOf(key).describe('The codes of the types whose cases the members can read and change.'),
  memberEmails: listOf(email).describe('The email addresses of the operators in the group.'),
}

export const personMembers = {
  email: email.describe(
    'The email address: one `@` with text on both sides, without white space and control characters, at most 254 ' +
      'characters. The case of the letters A to Z is ignored.',
  ),
  firstname: optionalKey.describe('The first name.'),
  subject: optionalKey.describe('The `sub` of the person in JWTs of the issuer. If absent, it stays. Null removes it.'),
  active: flag(true, 'Whether the sessions of the person are accepted.'),
  blocked: flag(false, 'Whether all sessions of the person are rejected.'),
}

export const operatorTypes = listOf(key).describe(
  'The codes of the types whose cases the operator can read and change.',
)

const expectedVersion = z.int32().nullish()

/** The items by section. Keys are required. Null means absent unless the value can be null. */
export const itemSchemas = {
  categories: z.strictObject({ ...categoryMembers, expectedVersion }),
  types: z.strictObject({ ...typeMembers, expectedVersion }),
  typeCategories: z.strictObject({ ...typeCategoryMembers, expectedVersion }),
  statuses: z.strictObject({ ...statusMembers, transitions: listOf(key), expectedVersion }),
  resolutions: z.strictObject({ ...resolutionMembers, expectedVersion }),
  touchpoints: z.strictObject({ ...touchpointMembers, expectedVersion }),
  groups: z.strictObject({ ...groupMembers, newName: optionalKey, expectedVersion }),
  persons: z.strictObject({
    login: z.enum(loginKinds),
    ...personMembers,
    newEmail: email.nullish(),
    typeCodes: operatorTypes,
    groupNames: listOf(key),
    expectedVersion,
  }),
}

/** The members of an item, by section. */
export type Members = { [S in keyof typeof itemSchemas]: z.infer<(typeof itemSchemas)[S]> }
