import { Checkbox, Select, Textarea, TextInput } from '../../../ui/elements/inputs'
import type { ReactNode } from 'react'
import { Field } from '../../../ui/form/inputs/field'
import { textOf } from '../../../ui/form/problems/problem-list'
import { pairOptions } from '../../../ui/form/inputs/select-options'
import type { InputProperties } from '../item/inputs'
import { namedOptions, type Option } from './options'

interface TextProperties extends InputProperties<string> {
  type?: 'email'
}

export function TextField({ value, onChange, type, ...field }: TextProperties) {
  return (
    <Field {...field}>
      <TextInput block type={type} autoComplete="off" value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

export function LongTextField({ value, onChange, ...field }: InputProperties<string>) {
  return (
    <Field {...field}>
      <Textarea block rows={4} value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

interface SelectProperties extends InputProperties<string> {
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

export function CheckField({ value, onChange, ...field }: InputProperties<boolean>) {
  return (
    <Field {...field} inline>
      <Checkbox checked={value} onChange={({ target }) => onChange(target.checked)} />
    </Field>
  )
}

interface GroupProperties extends Omit<InputProperties<never>, 'value' | 'onChange'> {
  className: string
  children: ReactNode
}

/** Inputs of one value, with its label, its hint and its problems. */
export function FieldGroup({ name, label, hint, problems, className, children }: GroupProperties) {
  return (
    <fieldset id={name} tabIndex={-1} className={className}>
      <legend>{label}</legend>
      {hint && <p className="faint">{hint}</p>}
      {problems.length > 0 && <p className="problem">{textOf(problems)}</p>}
      {children}
    </fieldset>
  )
}

interface CheckListProperties extends Omit<InputProperties<readonly string[]>, 'onChange'> {
  options: readonly Option[]
  onChange: (value: string[]) => void
}

/** Chooses several of a few options. */
export function CheckListField({ problems, options, value, onChange, ...field }: CheckListProperties) {
  const own = problems.filter(({ input }) => input === field.name)
  // What is stored may be inactive, and thus not among the options.
  const all = [...options, ...namedOptions(value.filter((each) => !options.some((option) => option.value === each)))]
  return (
    <FieldGroup {...field} problems={own} className="check-list">
      <div className="checks">
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
      </div>
    </FieldGroup>
  )
}
