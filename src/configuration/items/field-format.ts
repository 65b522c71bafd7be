import { z } from 'zod'
import { isValidPostgresText } from '../../database/statements/valid-text.ts'
import { checkCaseData } from '../../cases/values/case-data.rules.ts'
import { type FieldKind, fieldKinds, fieldRequirements, settableBy } from '../../catalogue/catalogue.entity.ts'
import type { FieldDefinition } from '../../catalogue/catalogue.ts'

// The schemas check values without changing them, so that a long file is not held in memory twice.

export const storedText = z.string().refine(isValidPostgresText, 'must not contain NUL or a lone surrogate')
/** PostgreSQL limits the size of an index entry. Three such texts fit into one. */
const maximumKeyBytes = 800
/** Codes and names. They are stored byte for byte. */
export const key = storedText
  .min(1, 'must not be empty')
  .refine((value) => Buffer.byteLength(value) <= maximumKeyBytes, `must be at most ${maximumKeyBytes} bytes long`)
export const optionalKey = key.nullish()
/** A text in which the rule finds no problem. */
export const checkedText = (problemOf: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
/** The email address of a person. That of a new person is checked when it is known whether the person exists. */
export const email = storedText.min(1, 'must not be empty')
/** True or false. Null and absent mean the default. */
export const flag = (byDefault: boolean, description: string) =>
  z.boolean().nullish().meta({ description, default: byDefault })

/** Who can set a value. */
export const settable = z.enum(settableBy).nullish().meta({
  description: 'Who can set it: `ALL`, or `OPERATORS`. Parties can then only keep it.',
  default: 'ALL',
})

export const optionalListOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish()

export const typeCategory = {
  typeCode: key.describe('The code of the type.'),
  categoryCode: key.describe('The code of the category.'),
}

export const choice = z.strictObject({
  value: key.describe('The value in `caseData`.'),
  label: optionalKey.describe('The text that people see. By default, the `value`.'),
  active: flag(true, 'Whether cases can be given this choice. Cases that already have it keep it.'),
})

export const field = z
  .strictObject({
    name: key.describe('The name of the field in `caseData`.'),
    label: optionalKey.describe('The name that people see. By default, the `name`.'),
    kind: z
      .enum(fieldKinds)
      .describe('The kind of the values. `configure` cannot change it if stored cases have a value for the field.'),
    minimum: z.number().nullish().describe('The smallest value. Only for `INTEGER` and `DECIMAL` fields.'),
    maximum: z.number().nullish().describe('The largest value. Only for `INTEGER` and `DECIMAL` fields.'),
    scale: z
      .int32()
      .min(0, 'must not be negative')
      .nullish()
      .describe('How many decimal places values can have. Only for `DECIMAL` fields.'),
    maximumLength: z
      .int()
      .min(1, 'must be at least 1')
      .max(10_000, 'must be at most 10000')
      .nullish()
      .describe('How many characters values can have, at most 10000. Only for `TEXT` fields. By default, 1000.'),
    choices: z
      .array(choice)
      .max(1_000, 'must have at most 1000 items')
      .nullish()
      .describe('All choices, in their order. Only for `CHOICE` fields, which must have at least one.'),
    required: z.enum(fieldRequirements).nullish().meta({
      description:
        'When cases must have a value: `ALWAYS`, `WHEN_CLOSED` (if their status counts as closed) or `NEVER`.',
      default: 'ALWAYS',
    }),
    settableBy: settable,
  })
  .superRefine((members, context) => {
    const { kind, minimum, maximum, choices } = members
    const addIssue = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
    for (const [member, kinds] of Object.entries(kindsByMember)) {
      if (members[member as keyof typeof kindsByMember] == null || kinds.includes(kind)) continue
      addIssue([member], `is allowed only for ${kinds.join(' and ')} fields`)
    }
    if (kind === 'INTEGER' || kind === 'DECIMAL') {
      for (const [member, bound] of Object.entries({ minimum, maximum })) {
        if (bound != null && !isValueOf(kind, bound)) addIssue([member], boundMessages[kind])
      }
    }
    if (minimum != null && maximum != null && minimum > maximum) {
      addIssue(['minimum'], 'must not be greater than the maximum')
    }
    if (kind === 'CHOICE' && !choices?.length) addIssue(['choices'], 'must have at least one item')
    const values = choices?.map(({ value }) => value) ?? []
    for (const [index, value] of values.entries()) {
      const first = values.indexOf(value)
      if (first === index) continue
      const message = `must not repeat choices[${first}].value`
      context.addIssue({ code: 'custom', path: ['choices', index, 'value'], message, params: { isDuplicate: true } })
    }
  })

/** The kinds of fields that a member is for. All fields have the other members. */
const kindsByMember: Record<'minimum' | 'maximum' | 'scale' | 'maximumLength' | 'choices', readonly FieldKind[]> = {
  minimum: ['INTEGER', 'DECIMAL'],
  maximum: ['INTEGER', 'DECIMAL'],
  scale: ['DECIMAL'],
  maximumLength: ['TEXT'],
  choices: ['CHOICE'],
}

const boundMessages = {
  INTEGER: 'must be an integer within ±9007199254740991',
  DECIMAL: 'must have at most 15 significant digits',
}

function isValueOf(kind: 'DECIMAL' | 'INTEGER', value: number): boolean {
  const unbounded = toFieldDefinition({ name: 'value', kind })
  return checkCaseData([unbounded], { value }).problems.length === 0
}

const defaultLength = 1_000

export function toFieldDefinition(sent: z.input<typeof field>): FieldDefinition {
  const { name, label, kind, minimum, maximum, scale, maximumLength, choices, required, settableBy } = sent
  return {
    name,
    label: label ?? name,
    kind,
    minimum: minimum ?? null,
    maximum: maximum ?? null,
    scale: scale ?? null,
    maximumLength: maximumLength ?? (kind === 'TEXT' ? defaultLength : null),
    choices: (choices ?? []).map(({ value, label, active }) => ({
      value,
      label: label ?? value,
      active: active ?? true,
    })),
    required: required ?? 'ALWAYS',
    settableBy: settableBy ?? 'ALL',
  }
}
