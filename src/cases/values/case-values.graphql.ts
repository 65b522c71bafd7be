import type { EnumRef, FieldRef, InputFieldRef } from '@pothos/core'
import { canSeeInternal } from '../../viewer/viewer.ts'
import { type builder, describedEnum } from '../../graphql/schema/builder.ts'
import type { CaseRow } from '../case-facts.ts'
import { type CaseInput, type CaseValueDefinition, type CaseValueName, eachCaseValue } from './case-values.ts'
import { CommentInput } from './comment-input.graphql.ts'

type Schema = typeof builder.$inferSchemaTypes
type InputFields = PothosSchemaTypes.InputFieldBuilder<Schema, 'InputObject'>

/** The GraphQL types of the values. */
export const caseValueTypes = eachCaseValue<Record<CaseValueName, 'String' | EnumRef<Schema, string>>>(
  (_name, { choices }) => {
    return choices ? describedEnum(choices.type, choices.description, choices.values) : 'String'
  },
)

/** The fields of a case that have its values. */
export function caseValueFields(t: PothosSchemaTypes.ObjectFieldBuilder<Schema, CaseRow>) {
  return eachCaseValue<Record<CaseValueName, FieldRef<Schema>>>((name, definition) => {
    const { description, default: byDefault, forOperators } = definition
    const type = caseValueTypes[name]
    if (!forOperators && byDefault !== null) return t.field({ type, description, resolve: (row) => row[name]! })
    return t.field({
      type,
      nullable: true,
      description: `${description} ${forOperators ? 'Null for a party.' : 'Null if there is none.'}`,
      resolve: (row, _args, { viewer }) => (forOperators && !canSeeInternal(viewer) ? null : row[name]),
    })
  })
}

type Operation = 'create' | 'update' | 'patch'

const schemaOf = ({ maximumLength }: CaseValueDefinition) =>
  maximumLength === undefined ? {} : { extensions: { jsonSchema: { maxLength: maximumLength } } }

/** The fields of the inputs that set the values of a case, and its first or further comments. */
export function caseInputFields(t: InputFields, operation: Operation) {
  const values = eachCaseValue<{ [Name in CaseValueName]-?: InputFieldRef<Schema, CaseInput[Name]> }>(
    (name, definition) =>
      t.field({
        ...schemaOf(definition),
        type: caseValueTypes[name],
        description: describeInput(definition, operation),
      }),
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
  const { required, initially, default: byDefault, maximumLength } = definition
  const ofText = `At most ${maximumLength} characters, without control characters. An empty text means that there is none.`
  const description = maximumLength === undefined ? definition.description : `${definition.description} ${ofText}`
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
