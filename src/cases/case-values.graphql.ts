import type { EnumRef, FieldRef, InputFieldRef } from '@pothos/core'
import { type builder, describedEnum } from '../graphql/builder.ts'
import type { CaseRow } from './case-facts.ts'
import { type CaseInput, type CaseValueDefinition, type CaseValueName, eachCaseValue } from './case-values.ts'
import { CommentInput } from './comments/comment-input.graphql.ts'

type Schema = typeof builder.$inferSchemaTypes
type InputFields = PothosSchemaTypes.InputFieldBuilder<Schema, 'InputObject'>

const types = eachCaseValue<Record<CaseValueName, 'String' | EnumRef<Schema, string>>>((_name, { choices }) => {
  return choices ? describedEnum(choices.type, choices.description, choices.values) : 'String'
})

/** The fields of a case that have its values. */
export function caseValueFields(t: PothosSchemaTypes.ObjectFieldBuilder<Schema, CaseRow>) {
  return eachCaseValue<Record<CaseValueName, FieldRef<Schema>>>((name, { description, default: byDefault }) =>
    t.field({ type: types[name], nullable: byDefault === null, description, resolve: (row) => row[name] }),
  )
}

type Operation = 'create' | 'update' | 'patch'

/** The fields of the inputs that set the values of a case, and its first or further comments. */
export function caseInputFields(t: InputFields, operation: Operation) {
  const values = eachCaseValue<{ [Name in CaseValueName]-?: InputFieldRef<Schema, CaseInput[Name]> }>(
    (name, definition) => t.field({ type: types[name], description: describeInput(definition, operation) }),
  )
  const first = operation === 'create'
  return {
    ...values,
    caseData: t.field({
      type: 'JSON',
      description: `${caseDataDescriptions[operation]} Decimals may be sent as strings.`,
    }),
    comments: t.field({
      type: [CommentInput],
      description: first
        ? 'The first comments, at most 50.'
        : 'Comments to add, at most 50. Existing comments are kept.',
    }),
  }
}

function describeInput(definition: CaseValueDefinition, operation: Operation): string {
  const { description, required, initially, default: byDefault } = definition
  const initial = initially ?? byDefault
  if (operation === 'patch') {
    if (byDefault === undefined) return `${description} It cannot be cleared.`
    return byDefault === null ? `${description} Null clears it.` : `${description} Null sets ${byDefault}.`
  }
  if (required) return `${description} Required: if it is missing, the result is the error \`CodeRequired\`.`
  return operation === 'create' && initial ? `${description} If absent, the case gets ${initial}.` : description
}

const caseDataDescriptions = {
  create: 'The case data, as an object keyed by field name. It must contain every field that the case type defines.',
  update:
    'The case data, as an object keyed by field name. It must contain every field that the case type defines, ' +
    'and replaces the stored data. Any other value results in the error `invalidCaseField`.',
  patch:
    'The fields of the case data to change, as an object keyed by field name. Fields that are absent keep their ' +
    'value, and a field that is null is cleared. The result must contain every field that the case type requires.',
}
