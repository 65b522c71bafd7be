import type { EnumRef, InputRef, InputType, InputTypeParam } from '@pothos/core'
import { z } from 'zod'
import { FieldKindEnum, FieldRequirementEnum, SettableByEnum } from '../catalogue/catalogue.graphql.ts'
import { requestFields } from '../cases/change/change.graphql.ts'
import { builder, describedEnum } from '../graphql/schema/builder.ts'
import { LoginKindEnum } from '../people/people.graphql.ts'
import { typeCategoryCodes } from './items/reply-format.ts'
import { openingHours, slaGoal } from './items/sla-format.ts'
import { caseValueTypes } from '../cases/values/case-values.graphql.ts'
import { WeekdayEnum } from './configured-items.graphql.ts'
import { choice, field } from './items/field-format.ts'
import { grant, itemSchemas } from './items/item-formats.ts'
import { forEachSection, sectionTable } from './items/sections.ts'
import { contextField } from '../auth/context.graphql.ts'
import { ChangedValueObject } from '../audit/changed-value.graphql.ts'
import { defineMutation } from '../graphql/schema/mutation.ts'
import { type ConfigurationChange, configure } from './configure.ts'
import { configureErrors } from './configure.errors.ts'

/** The types of the inputs and of the enums, by the schemas that they have in the formats. */
const inputs = new Map<z.core.$ZodType, InputRef<object>>()
const enums = {
  kind: FieldKindEnum,
  required: FieldRequirementEnum,
  settableBy: SettableByEnum,
  day: WeekdayEnum,
  priority: caseValueTypes.priority as EnumRef<Schema, string>,
}

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
  if (schema instanceof z.ZodEnum)
    return Object.hasOwn(enums, member) ? enums[member as keyof typeof enums] : LoginKindEnum
  if (schema instanceof z.ZodBoolean) return 'Boolean'
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'Int' : 'Float'
  return inputs.get(schema) ?? 'String'
}

inputType('CaseFieldChoiceInput', 'A choice of a `CHOICE` field.', choice)
inputType('CaseTypeFieldInput', 'A field of the case data of a type.', field)
inputType('OpeningHoursInput', 'Hours of a day. Several of one day do not overlap.', openingHours)
inputType('SlaGoalInput', 'Goals in minutes of working time, from 1 to 525,600. Null is no goal.', slaGoal)
inputType('TypeCategoryCodesInput', 'The codes of a type category.', typeCategoryCodes)
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

const ChangeKindEnum = describedEnum('ConfigurationChangeKind', 'What happens to an item.', {
  CREATED: 'The item is new.',
  UPDATED: 'The item exists and has other values.',
  UNCHANGED: 'The item already has these values. Its version stays the same.',
})

const ImpactKindEnum = describedEnum('ConfigurationImpactKind', 'What a change to the configuration affects.', {
  OPEN_CASES: 'Cases whose status does not count as closed.',
  CLOSED_CASES: 'Cases whose status counts as closed.',
  SESSIONS: 'Valid sessions. They are rejected after the change.',
  ASSIGNED_CASES: 'Open cases that are assigned to the operator or the group.',
  STORED_VALUES:
    'Cases with a value for a field that is removed. They lose it the next time their case data is sent. At most 100,000 ' +
    'cases of a type are read.',
  LOST_ACCESS: 'Open cases that operators who see them now no longer see, if no other rule lets them.',
})

const ImpactObject = builder.objectRef<ConfigurationChange['impact'][number]>('ConfigurationImpact').implement({
  description: 'The cases or sessions that a change affects. They do not prevent the change.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ImpactKindEnum, description: 'What is affected.' }),
    count: t.exposeInt('count', { description: 'How many are affected. At least 1.' }),
    message: t.exposeString('message', {
      description: 'A message for people, for example "12 open cases have this status. They keep it.".',
    }),
  }),
})

const ChangeObject = builder.objectRef<ConfigurationChange>('ConfigurationChange').implement({
  description: 'What happens to an item of the input.',
  fields: (t) => ({
    path: t.exposeStringList('path', { description: 'The place in the input, for example ["statuses", "0"].' }),
    kind: t.expose('kind', { type: ChangeKindEnum, description: 'What happens to the item.' }),
    version: t.exposeInt('version', { description: 'The version of the item after the change.' }),
    changes: t.expose('changes', {
      type: [ChangedValueObject],
      description:
        'The values that differ. The path of an element of a list is its name or its codes, for example ["fields", ' +
        '"severity"]. Persons are shown by ID, such as "person:7".',
    }),
    impact: t.expose('impact', {
      type: [ImpactObject],
      description:
        'The cases and sessions that the change affects. They do not prevent it. Counts of zero are left out.',
    }),
  }),
})

defineMutation('configure', {
  description:
    'Creates and changes parts of the configuration. The changes apply from the next request on. Nothing is written unless the ' +
    'whole input is valid. Items cannot be deleted, only deactivated. Login: admin.',
  input: ConfigureInputType,
  argument: 'The parts of the configuration.',
  payload: (t) => ({
    context: contextField(t, 'The session in which the change was made.'),
    changes: t.expose('changes', {
      type: [ChangeObject],
      description: 'One for each item of the input, in its order.',
    }),
    revision: t.exposeString('revision', {
      nullable: true,
      description: 'The revision of the configuration after the change. Null in a dry run.',
    }),
  }),
  result: 'What changed, or the problems that prevented it.',
  errors: configureErrors,
  resolve: configure,
})
