import { z } from 'zod'
import { checkCaseData } from '../../cases/case-data.rules.ts'
import { fieldKinds } from '../../catalogue/catalogue.entity.ts'
import { key, optionalKey } from '../../configuration/value-formats.ts'

/** A field of the case data of a type. */
export const field = z
  .strictObject({
    name: key.describe('The name of the field in `caseData`.'),
    label: optionalKey.describe('The name that people see. By default, the `name`.'),
    kind: z.enum(fieldKinds).describe('The kind of the values.'),
    minimum: z.number().nullish().describe('The smallest value. Not for `BOOLEAN` fields.'),
    maximum: z.number().nullish().describe('The largest value. Not for `BOOLEAN` fields.'),
    scale: z
      .int32()
      .min(0, 'must not be negative')
      .nullish()
      .describe('How many decimal places values can have. Only for `DECIMAL` fields.'),
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
