import { z } from 'zod'
import { checkCaseData } from '../cases/case-data.rules.ts'
import { commentTextProblem } from '../cases/comment.rules.ts'
import { fieldKinds } from '../catalogue/catalogue.entity.ts'
import { isValidPostgresText } from '../database/valid-text.ts'
import { loginKinds } from '../people/people.entity.ts'

// The schemas check values without changing them, so that a long file is not held in memory twice.

const storedText = z.string().refine(isValidPostgresText, 'must not contain NUL or a lone surrogate')
/** PostgreSQL limits the size of an index entry. Three such texts fit into one. */
const maximumKeyBytes = 800
/** Codes, names and email addresses. They are stored byte for byte. */
const key = storedText
  .min(1, 'must not be empty')
  .refine((value) => Buffer.byteLength(value) <= maximumKeyBytes, `must be at most ${maximumKeyBytes} bytes long`)
const optionalKey = key.nullish()
const flag = z.boolean().nullish()

const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish()

/** PostgreSQL stores microseconds, has no year 0 and accepts offsets of less than 16 hours. */
const dateTime = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'must be a date and time with an offset, such as 2026-07-02T09:15:00Z',
  })
  .refine(
    (value) => !value.startsWith('0000') && /(Z|[+-](0\d|1[0-5]):\d\d)$/.test(value) && isFourDigitYear(value),
    'must be between the years 1 and 9999, with an offset of less than 16 hours',
  )

function isFourDigitYear(value: string): boolean {
  const year = new Date(value).getUTCFullYear()
  return year >= 1 && year <= 9999
}

const typeCategory = { typeCode: key, categoryCode: key }
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

const comment = z.strictObject({
  text: z.string().superRefine((value, context) => {
    const problem = commentTextProblem(value.trim())
    if (problem) context.addIssue({ code: 'custom', message: problem })
  }),
  authorEmail: key,
  /** Selects the author if persons of different kinds share the email address. */
  authorLogin: z.enum(loginKinds).nullish(),
  createdAt: dateTime.nullish(),
  internal: flag,
  touchpointCode: optionalKey,
})

const importedCase = z
  .strictObject({
    id: z.int().min(1, 'must be an integer from 1 to 9007199254740991'),
    ...typeCategory,
    status: key,
    resolution: key,
    partyEmail: optionalKey,
    assigneeEmail: optionalKey,
    groupName: optionalKey,
    caseData: z.unknown().optional(),
    /** The caseData matches an earlier definition of the type's fields and is stored unchecked. */
    outdatedCaseData: flag,
    version: z.int().min(1, 'must be at least 1').max(1_000_000_000, 'must be at most 1000000000').nullish(),
    createdAt: dateTime.nullish(),
    updatedAt: dateTime.nullish(),
    comments: z.array(comment).max(32_767, 'must have at most 32767 items').nullish(),
  })
  .superRefine(({ assigneeEmail, groupName, caseData, outdatedCaseData }, context) => {
    if (assigneeEmail != null && groupName != null) {
      context.addIssue({ code: 'custom', path: ['groupName'], message: 'must not be set together with assigneeEmail' })
    }
    if (outdatedCaseData && !isFlat(caseData)) {
      const message = 'must be an object whose values are booleans or numbers'
      context.addIssue({ code: 'custom', path: ['caseData'], message })
    }
  })

function isFlat(caseData: unknown): boolean {
  if (typeof caseData !== 'object' || caseData === null || Array.isArray(caseData)) return false
  return Object.entries(caseData).every(
    ([name, value]) => isValidPostgresText(name) && (typeof value === 'boolean' || Number.isFinite(value)),
  )
}

/** The schema of an item of each section of an import file. */
export const sectionSchemas = {
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
export type Item<Name extends SectionName> = z.infer<(typeof sectionSchemas)[Name]>
export type ImportedComment = z.infer<typeof comment>

export interface Section<Content> {
  /** All items of the section, including malformed ones. */
  readonly all: readonly unknown[]
  /** The well-formed items, by their index in the file. */
  readonly items: ReadonlyMap<number, Content>
}

export type ImportFile = { readonly [Name in SectionName]: Section<Item<Name>> }
