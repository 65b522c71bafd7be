import type { InputRef, InputType, InputTypeParam } from '@pothos/core'
import { z } from 'zod'
import { FieldKindEnum, FieldRequirementEnum } from '../catalogue/fields.graphql.ts'
import { requestFields } from '../cases/change/change.graphql.ts'
import { builder } from '../graphql/builder.ts'
import { LoginKindEnum } from '../people/people.graphql.ts'
import { choice, field } from './items/field-format.ts'
import { grant, itemSchemas } from './items/item-formats.ts'
import { forEachSection, sectionTable } from './items/sections.ts'

/** The types of the inputs and of the enums, by the schemas that they have in the formats. */
const inputs = new Map<z.core.$ZodType, InputRef<object>>()
const enums = { kind: FieldKindEnum, required: FieldRequirementEnum }

/** The input type of a schema, with its descriptions. A schema in it must have its type before. */
function inputType(name: string, description: string, schema: z.ZodObject): InputRef<object> {
  const type = builder.inputType(name, {
    description,
    fields: (t) => {
      const fields = Object.entries<z.ZodType>(schema.shape).map(([member, value]) => {
        const { description: text = '', default: byDefault } = value.meta() ?? {}
        const shown = typeof byDefault === 'boolean' ? (byDefault ? 'True' : 'False') : `\`${String(byDefault)}\``
        const fullText = byDefault === undefined ? text : `${text} ${shown} by default.`
        const required = !value.isOptional()
        return [member, t.field({ type: typeOf(member, value), required, description: fullText })]
      })
      return Object.fromEntries(fields)
    },
  })
  inputs.set(schema, type)
  return type
}

type Schema = typeof builder.$inferSchemaTypes

function typeOf(member: string, schema: z.core.$ZodType): InputTypeParam<Schema> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return typeOf(member, schema.unwrap())
  return schema instanceof z.ZodArray ? [valueTypeOf(member, schema.element)] : valueTypeOf(member, schema)
}

function valueTypeOf(member: string, schema: z.core.$ZodType): InputType<Schema> {
  if (schema instanceof z.ZodEnum) return member === 'kind' || member === 'required' ? enums[member] : LoginKindEnum
  if (schema instanceof z.ZodBoolean) return 'Boolean'
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'Int' : 'Float'
  return inputs.get(schema) ?? 'String'
}

inputType('CaseFieldChoiceInput', 'A choice of a `CHOICE` field.', choice)
inputType('CaseTypeFieldInput', 'A field of the case data of a type.', field)
inputType('GrantInput', 'A type category that is granted to a touchpoint.', grant)

const types = forEachSection((section) => {
  const { noun, target, key } = sectionTable[section]
  const name = section === 'types' ? 'CaseTypeInput' : `${target.charAt(0).toUpperCase()}${target.slice(1)}Input`
  const keys = key.map((member) => `\`${member}\``).join(' and ')
  return inputType(name, `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun}, identified by ${keys}.`, itemSchemas[section])
})

export const ConfigureInputType = builder.inputType('ConfigureInput', {
  description:
    'Parts of the configuration, at most 1,000 items. Items that do not exist are created. Absent items and absent members of ' +
    'an item stay as they are. A list within an item replaces the stored list. Items can refer to others in the same input.',
  fields: (t) => ({
    ...forEachSection((section) => t.field({ type: [types[section]], description: itemSchemas[section].description! })),
    expectedRevisions: t.stringList({
      description:
        'The revisions of the configuration that the caller has read. If the configuration has none of them, nothing is ' +
        'written and the error is `PRECONDITION_FAILED`. Its extensions contain `currentRevision`. Changes to persons and ' +
        'operator groups do not change the revision: send the `expectedVersion` of their items.',
    }),
    ...requestFields(t),
  }),
})
