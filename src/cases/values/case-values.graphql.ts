import type { EnumRef, FieldRef, InputFieldRef } from '@pothos/core'
import { canSeeInternal } from '../../viewer/viewer.ts'
import { builder, describedEnum } from '../../graphql/schema/builder.ts'
import type { CaseRow } from '../case-facts.ts'
import { fromCatalogue } from '../../catalogue/catalogue-of.ts'
import { TagObject } from '../../catalogue/tags.graphql.ts'
import {
  type CaseInput,
  type CaseValueDefinition,
  type CaseValueName,
  eachCaseValue,
  type ListChangeName,
  type ListDefinition,
  type ListName,
  lists,
} from './case-values.ts'

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
    const { description, default: byDefault, forOperators, list } = definition
    if (list) return listField(t, name as ListName, list)
    const type = caseValueTypes[name]
    if (!forOperators && byDefault !== null)
      return t.field({ type, description, resolve: (row) => row[name] as string })
    return t.field({
      type,
      nullable: true,
      description: `${description} ${forOperators ? 'Null for a party.' : 'Null if there is none.'}`,
      resolve: (row, _args, { viewer }) =>
        forOperators && !canSeeInternal(viewer) ? null : (row[name] as string | null),
    })
  })
}

/** The items of the configuration whose codes the list has. */
function listField(t: PothosSchemaTypes.ObjectFieldBuilder<Schema, CaseRow>, name: ListName, list: ListDefinition) {
  return t.field({
    type: [listTypes[list.of]],
    description: `The ${list.item}s, by code. Empty for a party.`,
    extensions: { items: 1 },
    resolve({ [name]: codes }, _args, context) {
      if (codes.length === 0 || !canSeeInternal(context.viewer)) return []
      return fromCatalogue(context, (catalogue) => codes.flatMap((code) => catalogue[list.of].get(code) ?? []))
    },
  })
}

const listTypes = { tags: TagObject }

type Operation = 'create' | 'update' | 'patch'

const schemaOf = ({ maximumLength }: CaseValueDefinition) =>
  maximumLength === undefined ? {} : { extensions: { jsonSchema: { maxLength: maximumLength } } }

/** The fields of the inputs that set the values of a case, and its first or further comments. */
export function caseInputFields(t: InputFields, operation: Operation) {
  const values = eachCaseValue<{ [Name in CaseValueName]-?: InputFieldRef<Schema, CaseInput[Name]> }>(
    (name, definition) =>
      t.field({
        ...schemaOf(definition),
        type: definition.list ? ['String'] : caseValueTypes[name],
        description: describeInput(definition, operation),
      }),
  )
  const first = operation === 'create'
  return {
    ...values,
    ...(!first && listChangeFields(t)),
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

/** The input fields that add to lists, and remove from them. */
function listChangeFields(t: InputFields) {
  const fields = lists.flatMap((list) => {
    const field = (name: ListChangeName, what: string) => {
      const description = `Codes of ${list.item}s that the case ${what}. It keeps its other ${list.item}s.`
      return [name, t.stringList({ description })] as const
    }
    return [field(list.add, 'gets'), field(list.remove, 'loses')]
  })
  return Object.fromEntries(fields) as Record<ListChangeName, (typeof fields)[number][1]>
}

function describeInput(definition: CaseValueDefinition, operation: Operation): string {
  const { required, initially, default: byDefault, maximumLength, list } = definition
  if (list) return describeList(definition.description, list, operation)
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

function describeList(description: string, { maximum }: ListDefinition, operation: Operation): string {
  const bounds = `${description} At most ${maximum}, in any order.`
  if (operation === 'create') return bounds
  return operation === 'update'
    ? `${bounds} If absent, they do not change.`
    : `${bounds} Null or an empty list clears them.`
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

export const CommentInput = builder.inputType('CommentInput', {
  description: 'A comment to add.',
  fields: (t) => ({
    text: t.string({
      required: true,
      description:
        'The text, with 1 to 10,000 characters after leading and trailing white space is removed. It may be empty if the ' +
        'comment has files.',
      extensions: { jsonSchema: { maxLength: 10_000 } },
    }),
    internal: t.boolean({
      description:
        'Whether the comment is visible to operators only. False if absent. Parties cannot add internal comments.',
    }),
    attachmentIds: t.idList({
      description:
        'The IDs of up to 10 files that the caller uploaded and that are not yet part of a comment. A file is named only ' +
        'once in a request.',
      extensions: { jsonSchema: { maxItems: 10 } },
    }),
  }),
})
