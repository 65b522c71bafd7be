import { Checkbox, CheckboxGroup, Select, Textarea, TextInput } from '@primer/react'
import { Field } from '../../form/field'
import { textOf } from '../../form/problem-list'
import type { ShownProblem } from '../../form/problems'
import { pairOptions } from '../../form/select-options'
import { namedOptions, type Option } from './options'

interface Properties {
  /** Equals the path of the problems that belong to the input. */
  name: string
  label: string
  hint?: string | undefined
  problems: readonly ShownProblem[]
}

interface TextProperties extends Properties {
  value: string
  onChange: (value: string) => void
  type?: 'email'
}

export function TextField({ value, onChange, type, ...field }: TextProperties) {
  return (
    <Field {...field}>
      <TextInput block type={type} autoComplete="off" value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

export function LongTextField({ value, onChange, ...field }: TextProperties) {
  return (
    <Field {...field}>
      <Textarea block rows={4} value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

interface SelectProperties extends TextProperties {
  options: readonly Option[]
}

export function SelectField({ value, onChange, options, ...field }: SelectProperties) {
  return (
    <Field {...field}>
      <Select block value={value} onChange={({ target }) => onChange(target.value)}>
        {pairOptions(options.map(({ value, label }) => [value, label]))}
      </Select>
    </Field>
  )
}

interface CheckProperties extends Properties {
  value: boolean
  onChange: (value: boolean) => void
}

export function CheckField({ value, onChange, ...field }: CheckProperties) {
  return (
    <Field {...field} inline>
      <Checkbox checked={value} onChange={({ target }) => onChange(target.checked)} />
    </Field>
  )
}

interface CheckListProperties extends Properties {
  options: readonly Option[]
  /** The chosen values, in the order of the options. */
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Chooses several of a few options. */
export function CheckListField({ name, label, hint, problems, options, value, onChange }: CheckListProperties) {
  const own = problems.filter(({ input }) => input === name)
  // What is stored may be inactive, and thus not among the options.
  const all = [...options, ...namedOptions(value.filter((each) => !options.some((option) => option.value === each)))]
  return (
    <div id={name} tabIndex={-1} className="check-list">
      <CheckboxGroup>
        <CheckboxGroup.Label>{label}</CheckboxGroup.Label>
        {hint && <CheckboxGroup.Caption>{hint}</CheckboxGroup.Caption>}
        {own.length > 0 && <CheckboxGroup.Validation variant="error">{textOf(own)}</CheckboxGroup.Validation>}
        {all.map((option) => (
          <Field key={option.value} label={option.label} inline>
            <Checkbox
              value={option.value}
              checked={value.includes(option.value)}
              onChange={({ target }) =>
                onChange(
                  all
                    .map((each) => each.value)
                    .filter((each) => (each === option.value ? target.checked : value.includes(each))),
                )
              }
            />
          </Field>
        ))}
      </CheckboxGroup>
    </div>
  )
}
