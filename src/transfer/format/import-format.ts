import { z } from 'zod'
import { itemSchemas as configured, operatorTypes } from '../../configuration/items/item-formats.ts'
import { email, key, optionalListOf } from '../../configuration/items/field-format.ts'
import { replyText } from '../../configuration/items/reply-format.ts'
import { timeZone } from '../../configuration/items/sla-format.ts'
import { loginKinds } from '../../login-kinds.ts'
import { importedCase } from './case-format.ts'
import { dateTime } from './date-time.ts'
import { caseWithHistory } from './case-history-format.ts'

// docs/import-format.md is generated from the descriptions.

const name = key.describe('The name that people see.')

const expectedVersion = true
const person = configured.persons
  .omit({ login: true, newEmail: true, typeCodes: true, groupNames: true, expectedVersion })
  .extend({ firstname: key.describe('The first name.') })

const sectionSchemas = {
  touchpoints: configured.touchpoints
    .omit({ expectedVersion })
    .extend({
      secrets: optionalListOf(key).describe(
        'Secrets for demonstrations, at most two. Only their hashes are stored. On a PostgreSQL server, they need the ' +
          'option `--with-public-sessions`. A secret that was revoked stays revoked.',
      ),
    })
    .describe(
      'The channels through which programs call Casegate, identified by `code`. An existing touchpoint keeps the values of ' +
        'members that are absent.',
    ),
  categories: configured.categories
    .omit({ expectedVersion })
    .extend({ name })
    .describe(configured.categories.description!),
  types: configured.types.omit({ expectedVersion }).extend({ name }).describe(configured.types.description!),
  typeCategories: configured.typeCategories.omit({ expectedVersion }).describe(configured.typeCategories.description!),
  calendars: configured.calendars
    .omit({ expectedVersion })
    .extend({ name, timeZone: timeZone.describe(configured.calendars.shape.timeZone.description!) })
    .describe(configured.calendars.description!),
  slaPolicies: configured.slaPolicies
    .omit({ expectedVersion })
    .extend({ name })
    .describe(configured.slaPolicies.description!),
  tags: configured.tags
    .omit({ expectedVersion })
    .extend({ label: key.describe('The text that people see.') })
    .describe(configured.tags.description!),
  replies: configured.replies
    .omit({ expectedVersion })
    .extend({
      label: key.describe('The label that operators see.'),
      text: replyText.describe(configured.replies.shape.text.description!),
    })
    .describe(configured.replies.description!),
  statuses: configured.statuses.omit({ transitions: true, expectedVersion }).describe(configured.statuses.description!),
  transitions: z
    .strictObject({
      from: key.describe('The name of a status.'),
      to: key.describe('The name of a status that can follow it.'),
    })
    .describe(
      'The allowed changes of status, identified by `from` and `to`. A status without transitions can be followed by any ' +
        'status.',
    ),
  resolutions: configured.resolutions.omit({ expectedVersion }).describe(configured.resolutions.description!),
  admins: person.describe('The persons who configure the service, identified by `email`.'),
  operators: person
    .extend({ typeCodes: operatorTypes })
    .describe(
      'The persons who work on cases, identified by `email`. Cases cannot be assigned to inactive or blocked operators.',
    ),
  operatorGroups: configured.groups.omit({ newName: true, expectedVersion }).describe(configured.groups.description!),
  parties: person.describe('The customers, identified by `email`.'),
  consumers: person.describe('The visitors, identified by `email`. They can only use the lookup.'),
  sessions: z
    .strictObject({
      token: key.describe('The token. Only its hash is stored.'),
      touchpointCode: key.describe('The code of the touchpoint.'),
      login: z.enum(loginKinds).describe('The kind of the person.'),
      email: email.describe('The email address of the person.'),
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
export const fileSchemas = { ...sectionSchemas, caseWithHistory }

/** The schema of an item of a section of an import file. */
export function schemaOf(name: SectionName, item: unknown): z.ZodType {
  const isCaseWithHistory = name === 'cases' && (item as { history?: unknown } | null)?.history != null
  return isCaseWithHistory ? caseWithHistory : sectionSchemas[name]
}

export interface SectionItems<Content> {
  /** All items of the section, including malformed ones. */
  readonly all: readonly unknown[]
  /** The well-formed items, by their index in the file. */
  readonly items: ReadonlyMap<number, Content>
}

type Sections = { readonly [Name in SectionName]: SectionItems<Item<Name>> }

export interface ImportFile extends Sections {
  /** Whether records that exist are left as they are. By default, only existing cases are. */
  readonly keepExisting: boolean
}
