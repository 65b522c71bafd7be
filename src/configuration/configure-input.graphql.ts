import { z } from 'zod'
import { FieldKindEnum, FieldRequirementEnum } from '../catalogue/fields.graphql.ts'
import { requestFields } from '../cases/change/change.graphql.ts'
import { builder } from '../graphql/builder.ts'
import { LoginKindEnum } from '../people/people.graphql.ts'
import { choice, field } from './items/field-format.ts'
import { grant, itemSchemas } from './items/item-formats.ts'

/** The types of the inputs and of the enums, by the schemas that they have in the formats. */
const inputs = new Map<z.ZodType, ReturnType<typeof inputType>>()
const enums = { kind: FieldKindEnum, required: FieldRequirementEnum, login: LoginKindEnum }

/** The input type of a schema, with its descriptions. A schema in it must have its type before. */
function inputType<Schema extends z.ZodObject>(name: string, description: string, schema: Schema) {
  const type = builder.inputRef<z.input<Schema>>(name).implement({
    description,
    fields: (t) => {
      const fields = Object.entries<z.ZodType>(schema.shape).map(([member, value]) => {
        const { description: text = '', default: byDefault } = value.meta() ?? {}
        const shownDefault =
          byDefault === undefined
            ? ''
            : ` ${byDefault === true ? 'True' : byDefault === false ? 'False' : `\`${String(byDefault)}\``} by default.`
        const required = !value.isOptional()
        return [
          member,
          t.field({ type: typeOf(member, value) as 'String', required, description: `${text}${shownDefault}` }),
        ]
      })
      return Object.fromEntries(fields) as never
    },
  })
  inputs.set(schema, type)
  return type
}

function typeOf(member: string, schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return typeOf(member, schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodArray) return [typeOf(member, schema.element as z.ZodType)]
  if (schema instanceof z.ZodEnum) return enums[member as keyof typeof enums] ?? LoginKindEnum
  if (schema instanceof z.ZodBoolean) return 'Boolean'
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'Int' : 'Float'
  return inputs.get(schema) ?? 'String'
}

inputType('CaseFieldChoiceInput', 'A choice of a `CHOICE` field.', choice)
inputType('CaseTypeFieldInput', 'A field of the case data of a type.', field)
inputType('GrantInput', 'A type category that is granted to a touchpoint.', grant)
const { categories, types, typeCategories, statuses, resolutions, touchpoints, groups, persons } = itemSchemas
const CategoryInput = inputType('CategoryInput', 'A case category, identified by `code`.', categories)
const CaseTypeInput = inputType('CaseTypeInput', 'A case type, identified by `code`.', types)
const TypeCategoryInput = inputType(
  'TypeCategoryInput',
  'A type category: a case type in a case category, identified by both codes.',
  typeCategories,
)
const StatusInput = inputType('StatusInput', 'A status, identified by `name`.', statuses)
const ResolutionInput = inputType('ResolutionInput', 'A resolution, identified by `name`.', resolutions)
const TouchpointInput = inputType('TouchpointInput', 'A touchpoint, identified by `code`.', touchpoints)
const GroupInput = inputType('GroupInput', 'An operator group, identified by `name`.', groups)
const PersonInput = inputType('PersonInput', 'A person, identified by `login` and `email`.', persons)

export const ConfigureInputType = builder.inputType('ConfigureInput', {
  description:
    'Parts of the configuration, at most 1,000 items. Items that do not exist are created. Absent items and absent members of ' +
    'an item stay as they are. A list within an item replaces the stored list. Items can refer to others in the same input.',
  fields: (t) => ({
    categories: t.field({ type: [CategoryInput], description: 'Case categories.' }),
    types: t.field({ type: [CaseTypeInput], description: 'Case types with their fields.' }),
    typeCategories: t.field({ type: [TypeCategoryInput], description: 'Type categories.' }),
    statuses: t.field({ type: [StatusInput], description: 'Statuses with their transitions.' }),
    resolutions: t.field({ type: [ResolutionInput], description: 'Resolutions.' }),
    touchpoints: t.field({ type: [TouchpointInput], description: 'Touchpoints with their grants.' }),
    groups: t.field({ type: [GroupInput], description: 'Operator groups.' }),
    persons: t.field({ type: [PersonInput], description: 'Persons.' }),
    expectedRevisions: t.stringList({
      description:
        'The revisions of the configuration that the caller has read. If the configuration has none of them, nothing is ' +
        'written and the error is `PRECONDITION_FAILED`. Its extensions contain `currentRevision`. Changes to persons and ' +
        'operator groups do not change the revision: send the `expectedVersion` of their items.',
    }),
    ...requestFields(t),
  }),
})
