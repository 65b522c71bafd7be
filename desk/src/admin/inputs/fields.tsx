import { Checkbox, CheckboxGroup, Select, Textarea, TextInput } from '@primer/react'
import type { ReactNode } from 'react'
import { Field } from '../../form/field'
import { textOf } from '../../form/problem-list'
import type { ShownProblem } from '../../form/problems'
import { pairOptions } from '../../form/select-options'
import { type SettableBy, settableByNames } from '../words/words'

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
  type?: 'email' | 'number'
  isReadOnly?: boolean
}

export function TextField({ value, onChange, type, isReadOnly = false, ...field }: TextProperties) {
  return (
    <Field {...field}>
      <TextInput
        block
        type={type}
        step="any"
        autoComplete="off"
        readOnly={isReadOnly}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
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

interface SelectProperties extends Properties {
  value: string
  onChange: (value: string) => void
  isDisabled?: boolean
  /** The options. */
  children: ReactNode
}

export function SelectField({ value, onChange, isDisabled = false, children, ...field }: SelectProperties) {
  return (
    <Field {...field}>
      <Select block disabled={isDisabled} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </Select>
    </Field>
  )
}

interface SettableByProperties extends Properties {
  value: SettableBy
  onChange: (value: SettableBy) => void
}

/** Whether customers can set a value too. */
export function SettableByField({ onChange, ...field }: SettableByProperties) {
  return (
    <SelectField {...field} onChange={(value) => onChange(value === 'OPERATORS' ? value : 'ALL')}>
      {pairOptions(Object.entries(settableByNames))}
    </SelectField>
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
  options: readonly { value: string; label: string }[]
  /** The chosen values, in the order of the options. */
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** Chooses several of a few options. */
export function CheckListField({ name, label, hint, problems, options, value, onChange }: CheckListProperties) {
  const own = problems.filter(({ input }) => input === name)
  // What is stored may be inactive, and thus not among the options.
  const all = [...options, ...value.filter((each) => !options.some((option) => option.value === each)).map(asOption)]
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

function asOption(value: string) {
  return { value, label: value }
}
