import { z } from 'zod'
import { checkCaseData } from '../cases/case-data.rules.ts'
import { commentTextProblem } from '../cases/comment.rules.ts'
import { fieldKinds } from '../catalogue/catalogue.entity.ts'
import { loginKinds } from '../people/people.entity.ts'
import { isValidPostgresText } from '../database/valid-text.ts'
import { type ImportErrors, placeIn } from './import-errors.ts'

// No schema here changes a value: what is checked is the file's own objects, so that a long file is not kept twice.

const storable = z.string().refine(isValidPostgresText, 'must not contain NUL or a lone surrogate')
/** Three of them fit into one entry of an index. */
const maximumTextBytes = 800
/** Codes, names and addresses are kept byte for byte. */
const text = storable
  .min(1, 'must not be empty')
  .refine((value) => Buffer.byteLength(value) <= maximumTextBytes, `must be at most ${maximumTextBytes} bytes long`)
const flag = z.boolean().nullish()
const code = text.nullish()

const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish()

/** RFC 3339. PostgreSQL keeps microseconds, has no year 0, and takes offsets below 16 hours. */
const instant = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'must be an instant with its offset, such as 2026-07-02T09:15:00Z',
  })
  .refine(
    (value) => !value.startsWith('0000') && /(Z|[+-](0\d|1[0-5]):\d\d)$/.test(value) && isFourDigitYear(value),
    'must be an instant from the year 1 to 9999, with an offset below 16 hours',
  )

function isFourDigitYear(value: string): boolean {
  const year = new Date(value).getUTCFullYear()
  return year >= 1 && year <= 9999
}

const pair = { typeCode: text, categoryCode: text }
const person = { email: text, firstname: text, active: flag, blocked: flag }

const field = z
  .strictObject({
    name: text,
    label: text.nullish(),
    kind: z.enum(fieldKinds),
    minimum: z.number().nullish(),
    maximum: z.number().nullish(),
    scale: z.int32().min(0, 'must not be negative').nullish(),
  })
  .superRefine(({ kind, minimum, maximum, scale }, context) => {
    const refuse = (member: string, message: string) => context.addIssue({ code: 'custom', path: [member], message })
    if (scale != null && kind !== 'DECIMAL') refuse('scale', 'only a DECIMAL has a scale')
    for (const [member, bound] of Object.entries({ minimum, maximum })) {
      if (bound == null) continue
      if (kind === 'BOOLEAN') refuse(member, 'a BOOLEAN has no bounds')
      else refuseUnfitBound(member, kind, bound, refuse)
    }
    if (minimum != null && maximum != null && minimum > maximum) refuse('minimum', 'is greater than the maximum')
  })

/** A bound is itself a value of the field's kind. */
function refuseUnfitBound(
  member: string,
  kind: 'DECIMAL' | 'INTEGER',
  bound: number,
  refuse: (member: string, message: string) => void,
): void {
  const unbounded = { name: member, label: member, kind, minimum: null, maximum: null, scale: null }
  if (checkCaseData([unbounded], { [member]: bound }).problems.length === 0) return
  const integer = 'must be an integer within ±9007199254740991'
  refuse(member, kind === 'INTEGER' ? integer : 'must have at most 15 significant digits')
}

const comment = z.strictObject({
  text: z.string().superRefine((value, context) => {
    const problem = commentTextProblem(value.trim())
    if (problem) context.addIssue({ code: 'custom', message: problem })
  }),
  authorEmail: text,
  /** Whose address it is, where persons of several kinds share it. */
  authorLogin: z.enum(loginKinds).nullish(),
  createdAt: instant.nullish(),
  internal: flag,
  touchpointCode: code,
})

const importedCase = z
  .strictObject({
    id: z.int().min(1, 'must be an integer from 1 to 9007199254740991'),
    ...pair,
    status: text,
    resolution: text,
    partyEmail: code,
    assigneeEmail: code,
    groupName: code,
    caseData: z.unknown().optional(),
    /** The caseData fits an earlier definition of the type's fields, and is taken as it is. */
    outdatedCaseData: flag,
    version: z.int().min(1, 'must be at least 1').max(1_000_000_000, 'must be at most 1000000000').nullish(),
    createdAt: instant.nullish(),
    updatedAt: instant.nullish(),
    comments: z.array(comment).max(32_767, 'must have at most 32767 items').nullish(),
  })
  .superRefine(({ assigneeEmail, groupName, caseData, outdatedCaseData }, context) => {
    if (assigneeEmail != null && groupName != null) {
      const message = 'a case is assigned to an operator or to a group, not to both'
      context.addIssue({ code: 'custom', path: ['groupName'], message })
    }
    if (outdatedCaseData && !isFlat(caseData)) {
      const message = 'must be an object of booleans and numbers'
      context.addIssue({ code: 'custom', path: ['caseData'], message })
    }
  })

function isFlat(caseData: unknown): boolean {
  if (typeof caseData !== 'object' || caseData === null || Array.isArray(caseData)) return false
  return Object.entries(caseData).every(
    ([name, value]) => isValidPostgresText(name) && (typeof value === 'boolean' || Number.isFinite(value)),
  )
}

const sections = {
  touchpoints: z.strictObject({
    code: text,
    name: text,
    allTypeCategories: flag,
    typeCategories: listOf(z.strictObject({ ...pair, modifyCases: flag })),
  }),
  categories: z.strictObject({ code: text, name: text, active: flag, system: flag }),
  types: z.strictObject({ code: text, name: text, active: flag, fields: listOf(field) }),
  typeCategories: z.strictObject({ ...pair, active: flag, appVisible: flag, defaultAnswer: storable.nullish() }),
  statuses: z.strictObject({ name: text, active: flag, closed: flag }),
  transitions: z.strictObject({ from: text, to: text }),
  resolutions: z.strictObject({ name: text, active: flag }),
  operators: z.strictObject({ ...person, typeCodes: listOf(text) }),
  operatorGroups: z.strictObject({ name: text, active: flag, typeCodes: listOf(text), memberEmails: listOf(text) }),
  parties: z.strictObject(person),
  consumers: z.strictObject(person),
  sessions: z.strictObject({
    token: text,
    touchpointCode: text,
    login: z.enum(loginKinds),
    email: text,
    expiresAt: instant.nullish(),
  }),
  cases: importedCase,
}

type Sections = typeof sections
export type SectionName = keyof Sections
export type Item<Name extends SectionName> = z.infer<Sections[Name]>
export type ImportedComment = z.infer<typeof comment>

export interface Section<Content> {
  /** The items as they stand in the file, also those of the wrong form. */
  readonly all: readonly unknown[]
  /** The items of the right form, by their place in the file. */
  readonly items: ReadonlyMap<number, Content>
}

export type ImportFile = { readonly [Name in SectionName]: Section<Item<Name>> }

/** Checks the form of an import file; what depends on other parts of it or on the database is not looked at. */
export function readImportFile(data: unknown, errors: ImportErrors): ImportFile {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
  if (!isObject) errors.add('', 'The file must be a JSON object.')
  const members = new Map(isObject ? Object.entries(data) : [])
  const names = Object.keys(sections) as SectionName[]
  for (const name of members.keys()) {
    if (!names.some((known) => known === name)) {
      errors.add(placeIn('', [name]), `is unknown; an import file may have ${names.join(', ')}`)
    }
  }
  const file = names.map((name) => [name, readSection(name, members.get(name), errors)])
  return Object.fromEntries(file) as ImportFile
}

function readSection(name: SectionName, value: unknown, errors: ImportErrors): Section<unknown> {
  const all: readonly unknown[] = Array.isArray(value) ? value : []
  const items = new Map<number, unknown>()
  if (value != null && !Array.isArray(value)) errors.add(name, 'must be an array')
  for (const [index, item] of all.entries()) {
    const { error } = sections[name].safeParse(item, { error: describe })
    if (error) for (const issue of error.issues) addIssue(errors, placeIn(name, [index]), issue)
    else items.set(index, item)
  }
  return { all, items }
}

function addIssue(errors: ImportErrors, start: string, issue: z.core.$ZodIssue): void {
  const place = placeIn(start, issue.path)
  if (issue.code !== 'unrecognized_keys') return errors.add(place, issue.message)
  for (const member of issue.keys) errors.add(placeIn(place, [member]), 'is unknown')
}

const nouns: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer within ±9007199254740991',
  int32: 'an integer up to 2147483647',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

function describe(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(', ').replace(/, (?=[^,]*$)/, ' or ')}`
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is missing' : `must be ${nouns[issue.expected] ?? issue.expected}`
  }
  if (issue.code === 'too_big' || issue.code === 'too_small') return `must be ${nouns[issue.origin] ?? issue.origin}`
  return undefined
}
