import { z } from 'zod'
import { checkCaseData } from '../cases/case-data.rules.ts'
import { fieldKinds } from '../catalogue/catalogue.entity.ts'
import { loginKinds } from '../people/people.entity.ts'
import { importedCase } from './case-format.ts'
import { caseWithHistory } from './history-format.ts'
import { dateTime, flag, key, listOf, optionalKey, storedText, typeCategory } from './value-formats.ts'

const person = { email: key, firstname: key, active: flag, blocked: flag }

const field = z
  .strictObject({
    name: key,
    label: optionalKey,
    kind: z.enum(fieldKinds),
    minimum: z.number().nullish(),
    maximum: z.number().nullish(),
    scale: z.int32().min(0, 'must not be negative').nullish(),
  })
  .superRefine(({ kind, minimum, maximum, scale }, context) => {
    const addIssue = (member: string, message: string) => context.addIssue({ code: 'custom', path: [member], message })
    if (scale != null && kind !== 'DECIMAL') addIssue('scale', 'is allowed only for DECIMAL fields')
    for (const [member, bound] of Object.entries({ minimum, maximum })) {
      if (bound == null) continue
      if (kind === 'BOOLEAN') addIssue(member, 'is not allowed for BOOLEAN fields')
      else if (!isValueOf(kind, bound)) addIssue(member, boundMessages[kind])
    }
    if (minimum != null && maximum != null && minimum > maximum) {
      addIssue('minimum', 'must not be greater than the maximum')
    }
  })

const boundMessages = {
  INTEGER: 'must be an integer within ±9007199254740991',
  DECIMAL: 'must have at most 15 significant digits',
}

function isValueOf(kind: 'DECIMAL' | 'INTEGER', value: number): boolean {
  const unbounded = { name: 'value', label: 'value', kind, minimum: null, maximum: null, scale: null }
  return checkCaseData([unbounded], { value }).problems.length === 0
}

const sectionSchemas = {
  touchpoints: z.strictObject({
    code: key,
    name: key,
    allTypeCategories: flag,
    typeCategories: listOf(z.strictObject({ ...typeCategory, modifyCases: flag })),
  }),
  categories: z.strictObject({ code: key, name: key, active: flag, system: flag }),
  types: z.strictObject({ code: key, name: key, active: flag, fields: listOf(field) }),
  typeCategories: z.strictObject({
    ...typeCategory,
    active: flag,
    appVisible: flag,
    defaultAnswer: storedText.nullish(),
  }),
  statuses: z.strictObject({ name: key, active: flag, closed: flag, default: flag }),
  transitions: z.strictObject({ from: key, to: key }),
  resolutions: z.strictObject({ name: key, active: flag, default: flag }),
  operators: z.strictObject({ ...person, typeCodes: listOf(key) }),
  operatorGroups: z.strictObject({ name: key, active: flag, typeCodes: listOf(key), memberEmails: listOf(key) }),
  parties: z.strictObject(person),
  consumers: z.strictObject(person),
  sessions: z.strictObject({
    token: key,
    touchpointCode: key,
    login: z.enum(loginKinds),
    email: key,
    expiresAt: dateTime.nullish(),
  }),
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
