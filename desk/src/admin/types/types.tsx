import type { Configuration } from '../configuration'
import { CheckField, TextField } from '../inputs/fields'
import type { Section } from '../section/section'
import { boundLabels, fieldInput, fieldValues, type FieldValues, unreadableNumbers } from './field-values'
import { FieldsInput } from './fields-input'

type Stored = Configuration['types'][number]

interface Values {
  code: string
  name: string
  active: boolean
  fields: readonly FieldValues[]
}

export const types: Section<Stored, Values, 'types'> = {
  part: 'types',
  noun: 'type',
  target: 'type',
  path: '/types',
  title: 'Types',
  hint: 'Kinds of requests, with the fields of their case data.',
  examples:
    'Each case has a type, such as “Question” or “Refund”. Its fields are what people are asked for, such as an amount.',
  labels: {
    code: 'Code',
    name: 'Name',
    active: 'Active',
    fields: 'Fields',
    label: 'Label',
    kind: 'Kind',
    required: 'Required',
    settableBy: 'Can be set by',
    choices: 'Choices',
    value: 'Value',
    ...boundLabels,
  },
  storedIn: ({ types }) => types,
  valuesOf: ({ code, name, active, fields }) => ({ code, name, active, fields: fields.map(fieldValues) }),
  versionOf: ({ version }) => version,
  keyOf: ({ code }) => ({ code }),
  titleOf: ({ name, code }) => name || code,
  rowOf: ({ code, name, active, fields }) => ({
    title: name,
    description: [code, ...fields.map(({ label }) => label)].join(' · '),
    labels: [!active && 'Inactive'],
  }),
  empty: { code: '', name: '', active: true, fields: [] },
  toInput: ({ fields, ...values }) => ({ ...values, fields: fields.map(fieldInput) }),
  check: ({ fields }) => unreadableNumbers(fields),
  inputs: ({ values, isNew, problems, change }) => (
    <>
      {isNew && (
        <TextField
          name="code"
          label="Code"
          hint="Programs use it. It cannot be changed later."
          problems={problems}
          value={values.code}
          onChange={(code) => change({ code })}
        />
      )}
      <TextField
        name="name"
        label="Name"
        problems={problems}
        value={values.name}
        onChange={(name) => change({ name })}
      />
      <CheckField
        name="active"
        label="Active"
        hint="Cases can be created with it and changed to it."
        problems={problems}
        value={values.active}
        onChange={(active) => change({ active })}
      />
      <FieldsInput problems={problems} value={values.fields} onChange={(fields) => change({ fields })} />
    </>
  ),
}
