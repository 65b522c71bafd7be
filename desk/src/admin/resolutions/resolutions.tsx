import type { Configuration } from '../configuration'
import { CheckField, TextField } from '../inputs/fields'
import type { Section } from '../section/section'

type Stored = Configuration['resolutions'][number]

interface Values {
  name: string
  active: boolean
  default: boolean
}

export const resolutions: Section<Stored, Values, 'resolutions'> = {
  part: 'resolutions',
  noun: 'resolution',
  path: '/resolutions',
  title: 'Resolutions',
  hint: 'The outcomes of a case. New cases get the default resolution.',
  labels: { name: 'Name', active: 'Active', default: 'Default' },
  storedIn: ({ resolutions }) => resolutions,
  valuesOf: ({ name, active, default: isDefault }) => ({ name, active, default: isDefault }),
  versionOf: ({ version }) => version,
  keyOf: ({ name }) => ({ name }),
  titleOf: ({ name }) => name,
  rowOf: ({ name, active, default: isDefault }) => ({
    title: name,
    labels: [isDefault && 'Default', !active && 'Inactive'],
  }),
  empty: { name: '', active: true, default: false },
  toInput: (values) => values,
  inputs: ({ values, isNew, problems, change }) => (
    <>
      {isNew && (
        <TextField
          name="name"
          label="Name"
          hint="It cannot be changed later."
          problems={problems}
          value={values.name}
          onChange={(name) => change({ name })}
        />
      )}
      <CheckField
        name="active"
        label="Active"
        hint="Cases can be given this resolution. If it becomes inactive, cases that have it keep it."
        problems={problems}
        value={values.active}
        onChange={(active) => change({ active })}
      />
      <CheckField
        name="default"
        label="Default"
        hint="New cases get it. It replaces the current default."
        problems={problems}
        value={values.default}
        onChange={(isDefault) => change({ default: isDefault })}
      />
    </>
  ),
}
