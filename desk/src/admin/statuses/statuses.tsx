import type { Configuration } from '../configuration'
import { CheckField, CheckListField, SettableByField, TextField } from '../inputs/fields'
import { type SettableBy, settableByNames } from '../words/words'
import type { Section } from '../section/section'

type Stored = Configuration['statuses'][number]

interface Values {
  name: string
  active: boolean
  closed: boolean
  default: boolean
  settableBy: SettableBy
  transitions: readonly string[]
}

export const statuses: Section<Stored, Values, 'statuses'> = {
  part: 'statuses',
  noun: 'status',
  target: 'status',
  path: '/statuses',
  title: 'Statuses',
  hint: 'The states of a case. New cases get the default status.',
  examples: 'Begin with the status of new cases, such as “New”, and a status that counts as closed, such as “Closed”.',
  labels: {
    name: 'Name',
    active: 'Active',
    closed: 'Counts as closed',
    default: 'Default',
    settableBy: 'Can be set by',
    transitions: 'Next statuses',
  },
  storedIn: ({ statuses }) => statuses,
  valuesOf: ({ name, active, closed, default: isDefault, settableBy, transitions }) => ({
    name,
    active,
    closed,
    default: isDefault,
    settableBy,
    transitions,
  }),
  versionOf: ({ version }) => version,
  keyOf: ({ name }) => ({ name }),
  titleOf: ({ name }) => name,
  rowOf: ({ name, active, closed, default: isDefault, settableBy, transitions }) => ({
    title: name,
    description: transitions.length > 0 ? `Next: ${transitions.join(', ')}` : 'Next: any status',
    labels: [
      isDefault && 'Default',
      closed && 'Closed',
      settableBy === 'OPERATORS' && settableByNames.OPERATORS,
      !active && 'Inactive',
    ],
  }),
  empty: { name: '', active: true, closed: false, default: false, settableBy: 'ALL', transitions: [] },
  toInput: ({ transitions, ...values }) => ({ ...values, transitions: [...transitions] }),
  inputs: ({ values, isNew, problems, change }, { statuses }) => (
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
        hint="Cases can be given this status. If it becomes inactive, cases that have it keep it."
        problems={problems}
        value={values.active}
        onChange={(active) => change({ active })}
      />
      <CheckField
        name="closed"
        label="Counts as closed"
        problems={problems}
        value={values.closed}
        onChange={(closed) => change({ closed })}
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
      <CheckListField
        name="transitions"
        label="Next statuses"
        hint="Cases with this status can only be changed to these. If none is selected, any status may follow."
        problems={problems}
        options={statuses
          .filter(({ name, active }) => active && name !== values.name)
          .map(({ name }) => ({ value: name, label: name }))}
        value={values.transitions}
        onChange={(transitions) => change({ transitions })}
      />
    </>
  ),
}
