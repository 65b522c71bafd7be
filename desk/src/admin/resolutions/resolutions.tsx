import type { Configuration } from '../configuration'
import { CheckField, SettableByField, TextField } from '../inputs/fields'
import { type SettableBy, settableByNames } from '../words/words'
import type { Section } from '../section/section'

type Stored = Configuration['resolutions'][number]

interface Values {
  name: string
  active: boolean
  default: boolean
  settableBy: SettableBy
}

export const resolutions: Section<Stored, Values, 'resolutions'> = {
  part: 'resolutions',
  noun: 'resolution',
  target: 'resolution',
  path: '/resolutions',
  title: 'Resolutions',
  hint: 'The outcomes of a case. New cases get the default resolution.',
  examples:
    'Begin with the resolution of new cases, such as “Unresolved”. Others say how a case ended, such as “Fixed”.',
  labels: { name: 'Name', active: 'Active', default: 'Default', settableBy: 'Can be set by' },
  storedIn: ({ resolutions }) => resolutions,
  valuesOf: ({ name, active, default: isDefault, settableBy }) => ({ name, active, default: isDefault, settableBy }),
  versionOf: ({ version }) => version,
  keyOf: ({ name }) => ({ name }),
  titleOf: ({ name }) => name,
  rowOf: ({ name, active, default: isDefault, settableBy }) => ({
    title: name,
    labels: [isDefault && 'Default', settableBy === 'OPERATORS' && settableByNames.OPERATORS, !active && 'Inactive'],
  }),
  empty: { name: '', active: true, default: false, settableBy: 'ALL' },
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
      <SettableByField
        name="settableBy"
        label="Can be set by"
        hint="If only operators can, customers are not offered it."
        problems={problems}
        value={values.settableBy}
        onChange={(settableBy) => change({ settableBy })}
      />
    </>
  ),
}
