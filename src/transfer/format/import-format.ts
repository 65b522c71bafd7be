import { z } from 'zod'
import { loginKinds } from '../../people/people.entity.ts'
import { importedCase } from './case-format.ts'
import { field } from './field-format.ts'
import { caseWithHistory } from './history-format.ts'
import { dateTime, flag, key, listOf, optionalKey, storedText, typeCategory } from './value-formats.ts'

// docs/import-format.md is generated from the descriptions.

const person = {
  email: key.describe('The email address. Letter case is ignored.'),
  firstname: key.describe('The first name.'),
  subject: optionalKey.describe(
    'The `sub` of the person in JWTs of the issuer. Absent leaves it as it is, null removes it.',
  ),
  active: flag(true, 'If it is false, all sessions of the person are rejected.'),
  blocked: flag(false, 'If it is true, all sessions of the person are rejected.'),
}

const activeName = 'Whether a change can set a case to this value. Cases that already have the value keep it.'

const sectionSchemas = {
  touchpoints: z
    .strictObject({
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
      registers: listOf(z.enum(['PARTY', 'CONSUMER'])).describe('The login kinds of new persons that it registers.'),
      secrets: listOf(key).describe(
        'Secrets for demonstrations, at most two. Only their hashes are stored. On a PostgreSQL server, they need the ' +
          'option `--with-public-sessions`. A secret that was revoked stays revoked.',
      ),
    })
    .describe(
      'The channels through which programs call Casegate, identified by `code`. An existing touchpoint keeps the values of ' +
        'members that are absent.',
    ),
  categories: z
    .strictObject({
      code: key.describe('The code that programs send.'),
      name: key.describe('The name that people see.'),
      active: flag(
        true,
        'Whether the lookup lists type categories of this category, and new and moved cases can use it.',
      ),
      system: flag(
        false,
        'Whether the category is reserved: its cases cannot be changed, and new and moved cases cannot use it.',
      ),
    })
    .describe('The subject areas of cases, identified by `code`.'),
  types: z
    .strictObject({
      code: key.describe('The code that programs send.'),
      name: key.describe('The name that people see.'),
      active: flag(true, 'Whether the lookup lists type categories of this type, and new and moved cases can use it.'),
      fields: listOf(field).describe('The fields of the case data, in the order in which forms show them.'),
    })
    .describe('The kinds of requests that cases are about, identified by `code`.'),
  typeCategories: z
    .strictObject({
      ...typeCategory,
      active: flag(true, 'Whether the lookup lists the type category, and new and moved cases can use it.'),
      appVisible: flag(false, 'Whether the lookup lists the type category for applications (`visibility=app`).'),
      defaultAnswer: storedText.nullish().describe('An answer or instruction for people, which the lookup returns.'),
      groupName: optionalKey.describe(
        'The name of the group that new cases are assigned to, if it is active. Absent leaves it as it is, null removes it.',
      ),
    })
    .describe('The combinations of a type and a category that cases can have, identified by both codes.'),
  statuses: z
    .strictObject({
      name: key.describe('The name. Programs send it, and people see it.'),
      active: flag(true, activeName),
      closed: flag(
        false,
        'Whether cases with this status are closed. Closed cases cannot be taken, but can be archived.',
      ),
      default: flag(false, 'Whether new cases get this status by default. Only one status can be the default.'),
    })
    .describe('The states of cases, identified by `name`.'),
  transitions: z
    .strictObject({
      from: key.describe('The name of a status.'),
      to: key.describe('The name of a status that can follow it.'),
    })
    .describe(
      'The allowed changes of status, identified by `from` and `to`. A status without transitions can be followed by any ' +
        'status.',
    ),
  resolutions: z
    .strictObject({
      name: key.describe('The name. Programs send it, and people see it.'),
      active: flag(true, activeName),
      default: flag(false, 'Whether new cases get this resolution by default. Only one resolution can be the default.'),
    })
    .describe('The outcomes of cases, identified by `name`.'),
  admins: z.strictObject(person).describe('The persons who configure the service, identified by `email`.'),
  operators: z
    .strictObject({
      ...person,
      typeCodes: listOf(key).describe('The codes of the types whose cases the operator can read and change.'),
    })
    .describe(
      'The persons who work on cases, identified by `email`. Cases cannot be assigned to inactive or blocked operators.',
    ),
  operatorGroups: z
    .strictObject({
      name: key.describe('The name.'),
      active: flag(true, 'An inactive group authorises nobody, and cases cannot be assigned to it.'),
      typeCodes: listOf(key).describe('The codes of the types whose cases the members can read and change.'),
      memberEmails: listOf(key).describe('The email addresses of the operators in the group.'),
    })
    .describe('The teams of operators, identified by `name`.'),
  parties: z.strictObject(person).describe('The customers, identified by `email`.'),
  consumers: z.strictObject(person).describe('The visitors, identified by `email`. They can only use the lookup.'),
  sessions: z
    .strictObject({
      token: key.describe('The token. Only its hash is stored.'),
      touchpointCode: key.describe('The code of the touchpoint.'),
      login: z.enum(loginKinds).describe('The kind of the person.'),
      email: key.describe('The email address of the person.'),
      expiresAt: dateTime.nullish().describe('When the session ends. By default, it never ends.'),
    })
    .describe(
      'Sessions for demonstrations, identified by `token`. On a PostgreSQL server, they need the option `--with-public-sessions`, ' +
        'because everyone who can read the file has the tokens.',
    ),
  cases: importedCase,
}

export type SectionName = keyof typeof sectionSchemas
export const sectionNames = Object.keys(sectionSchemas) as SectionName[]

export type ImportedCase = z.infer<typeof importedCase> | z.infer<typeof caseWithHistory>
export type ImportedComment = NonNullable<ImportedCase['comments']>[number]

type Items = { [Name in Exclude<SectionName, 'cases'>]: z.infer<(typeof sectionSchemas)[Name]> } & {
  cases: ImportedCase
}
export type Item<Name extends SectionName> = Items[Name]

/** The schemas of the items of each section, with their descriptions. */
export const itemSchemas = { ...sectionSchemas, caseWithHistory }

/** The schema of an item of a section of an import file. */
export function schemaOf(name: SectionName, item: unknown): z.ZodType {
  const isCaseWithHistory = name === 'cases' && (item as { history?: unknown } | null)?.history != null
  return isCaseWithHistory ? caseWithHistory : sectionSchemas[name]
}

export interface Section<Content> {
  /** All items of the section, including malformed ones. */
  readonly all: readonly unknown[]
  /** The well-formed items, by their index in the file. */
  readonly items: ReadonlyMap<number, Content>
}

type Sections = { readonly [Name in SectionName]: Section<Item<Name>> }

export interface ImportFile extends Sections {
  /** Whether records that exist are left as they are. By default, only existing cases are. */
  readonly keepExisting: boolean
}
