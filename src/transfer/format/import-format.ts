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

/** An item of `configure` as a file has it: without its version, and with members that differ. */
function itemOf<Members extends z.core.$ZodLooseShape, Others extends z.core.$ZodLooseShape = object>(
  schema: z.ZodObject<Members>,
  others = {} as Others,
  description = schema.description!,
) {
  const { expectedVersion: _, ...members } = schema.shape
  return z.strictObject({ ...members, ...others }).describe(description)
}

const { persons, groups, statuses, calendars, replies } = configured
const ofPerson = persons.omit({ login: true, newEmail: true, typeCodes: true, groupNames: true })
const firstname = key.describe('The first name.')
const person = (description: string) => itemOf(ofPerson, { firstname }, description)

const sectionSchemas = {
  touchpoints: itemOf(
    configured.touchpoints,
    {
      secrets: optionalListOf(key).describe(
        'Secrets for demonstrations, at most two. Only their hashes are stored. On a PostgreSQL server, they need the ' +
          'option `--with-public-sessions`. A secret that was revoked stays revoked.',
      ),
    },
    'The channels through which programs call Casegate, identified by `code`. An existing touchpoint keeps the values of ' +
      'members that are absent.',
  ),
  categories: itemOf(configured.categories, { name }),
  types: itemOf(configured.types, { name }),
  typeCategories: itemOf(configured.typeCategories),
  calendars: itemOf(calendars, { name, timeZone: timeZone.describe(calendars.shape.timeZone.description!) }),
  slaPolicies: itemOf(configured.slaPolicies, { name }),
  tags: itemOf(configured.tags, { label: key.describe('The text that people see.') }),
  replies: itemOf(replies, {
    label: key.describe('The label that operators see.'),
    text: replyText.describe(replies.shape.text.description!),
  }),
  statuses: itemOf(statuses.omit({ transitions: true }), {}, statuses.description),
  transitions: z
    .strictObject({
      from: key.describe('The name of a status.'),
      to: key.describe('The name of a status that can follow it.'),
    })
    .describe(
      'The allowed changes of status, identified by `from` and `to`. A status without transitions can be followed by any ' +
        'status.',
    ),
  resolutions: itemOf(configured.resolutions),
  admins: person('The persons who configure the service, identified by `email`.'),
  operators: itemOf(
    ofPerson,
    { firstname, typeCodes: operatorTypes },
    'The persons who work on cases, identified by `email`. Cases cannot be assigned to inactive or blocked operators.',
  ),
  operatorGroups: itemOf(groups.omit({ newName: true }), {}, groups.description),
  parties: person('The customers, identified by `email`.'),
  consumers: person('The visitors, identified by `email`. They can only use the lookup.'),
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
