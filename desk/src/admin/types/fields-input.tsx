import type { ShownProblem } from '../../form/problems'
import { pairOptions } from '../../form/select-options'
import type { CaseFieldKind, CaseFieldRequirement } from '../gql/graphql'
import { CheckField, SelectField, SettableByField, TextField } from '../inputs/fields'
import { OrderedList } from '../inputs/ordered-list'
import { fieldKindNames, requirementNames } from '../words/words'
import { boundLabels, bounds, type ChoiceValues, type FieldValues, newChoice, newField } from './field-values'

interface Properties {
  problems: readonly ShownProblem[]
  value: readonly FieldValues[]
  onChange: (value: FieldValues[]) => void
}

/** The fields of a type, in their order. */
export function FieldsInput({ problems, value, onChange }: Properties) {
  return (
    <OrderedList
      name="fields"
      label="Fields"
      hint="Programs use the name. People see the label, or the name if there is no label."
      noun="field"
      problems={problems}
      entries={value}
      nameOf={({ name, label }, index) => label || name || `field ${index + 1}`}
      newEntry={newField}
      onChange={onChange}
    >
      {(field, index, replace) => (
        <FieldInputs path={`fields.${index}`} field={field} problems={problems} onChange={replace} />
      )}
    </OrderedList>
  )
}

interface FieldProperties {
  path: string
  field: FieldValues
  problems: readonly ShownProblem[]
  onChange: (field: FieldValues) => void
}

function FieldInputs({ path, field, problems, onChange }: FieldProperties) {
  const change = (values: Partial<FieldValues>) => onChange({ ...field, ...values })
  return (
    <>
      <TextField
        name={`${path}.name`}
        label="Name"
        problems={problems}
        value={field.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        name={`${path}.label`}
        label="Label"
        problems={problems}
        value={field.label}
        onChange={(label) => change({ label })}
      />
      <SelectField
        name={`${path}.kind`}
        label="Kind"
        problems={problems}
        value={field.kind}
        onChange={(kind) => change({ kind: kind as CaseFieldKind })}
      >
        {pairOptions(Object.entries(fieldKindNames))}
      </SelectField>
      <SelectField
        name={`${path}.required`}
        label="Required"
        problems={problems}
        value={field.required}
        onChange={(required) => change({ required: required as CaseFieldRequirement })}
      >
        {pairOptions(Object.entries(requirementNames))}
      </SelectField>
      <SettableByField
        name={`${path}.settableBy`}
        label="Can be set by"
        problems={problems}
        value={field.settableBy}
        onChange={(settableBy) => change({ settableBy })}
      />
      {bounds[field.kind].map((bound) => (
        <TextField
          key={bound}
          name={`${path}.${bound}`}
          label={boundLabels[bound]}
          hint={bound === 'maximumLength' ? '1,000 by default.' : undefined}
          problems={problems}
          value={field[bound]}
          onChange={(value) => change({ [bound]: value.trim() })}
        />
      ))}
      {field.kind === 'CHOICE' && (
        <ChoicesInput
          name={`${path}.choices`}
          problems={problems}
          value={field.choices}
          onChange={(choices) => change({ choices })}
        />
      )}
    </>
  )
}

interface ChoicesProperties {
  name: string
  problems: readonly ShownProblem[]
  value: readonly ChoiceValues[]
  onChange: (value: ChoiceValues[]) => void
}

function ChoicesInput({ name, problems, value, onChange }: ChoicesProperties) {
  return (
    <OrderedList
      name={name}
      label="Choices"
      noun="choice"
      problems={problems}
      entries={value}
      nameOf={({ value, label }, index) => label || value || `choice ${index + 1}`}
      newEntry={newChoice}
      onChange={onChange}
    >
      {(choice, index, replace) => (
        <>
          <TextField
            name={`${name}.${index}.value`}
            label="Value"
            problems={problems}
            value={choice.value}
            onChange={(value) => replace({ ...choice, value })}
          />
          <TextField
            name={`${name}.${index}.label`}
            label="Label"
            problems={problems}
            value={choice.label}
            onChange={(label) => replace({ ...choice, label })}
          />
          <CheckField
            name={`${name}.${index}.active`}
            label="Active"
            problems={problems}
            value={choice.active}
            onChange={(active) => replace({ ...choice, active })}
          />
        </>
      )}
    </OrderedList>
  )
}
