import type { Configuration } from '../configuration'
import { CheckField, TextField } from '../inputs/fields'
import type { Section } from '../section/section'

type Stored = Configuration['categories'][number]

interface Values {
  code: string
  name: string
  active: boolean
  system: boolean
}

export const categories: Section<Stored, Values, 'categories'> = {
  part: 'categories',
  noun: 'category',
  target: 'category',
  path: '/categories',
  title: 'Categories',
  hint: 'The subject areas of cases.',
  examples: 'Each case is in a category, such as “Billing and payments” or “Network”.',
  labels: { code: 'Code', name: 'Name', active: 'Active', system: 'System category' },
  storedIn: ({ categories }) => categories,
  valuesOf: ({ code, name, active, system }) => ({ code, name, active, system }),
  versionOf: ({ version }) => version,
  keyOf: ({ code }) => ({ code }),
  titleOf: ({ name, code }) => name || code,
  rowOf: ({ code, name, active, system }) => ({
    title: name,
    description: code,
    labels: [system && 'System', !active && 'Inactive'],
  }),
  empty: { code: '', name: '', active: true, system: false },
  toInput: (values) => values,
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
        hint="Cases can be created in it and moved to it."
        problems={problems}
        value={values.active}
        onChange={(active) => change({ active })}
      />
      <CheckField
        name="system"
        label="System category"
        hint="Its cases cannot be changed."
        problems={problems}
        value={values.system}
        onChange={(system) => change({ system })}
      />
    </>
  ),
}
