import { Checkbox, Select, Textarea, TextInput } from '@primer/react'
import type { FocusEvent } from 'react'
import { Field } from './field'
import { type FragmentType, graphql, unmask } from '../gql'
import type { FieldDefinitionFragment } from '../gql/graphql'
import type { ShownProblem } from './problems'

export const FieldDefinition = graphql(`
  fragment FieldDefinition on CaseFieldDefinition {
    name
    label
    kind
    minimum
    maximum
    scale
    maximumLength
    choices {
      value
      label
      active
    }
    required
  }
`)

type Definitions = readonly FragmentType<typeof FieldDefinition>[]

/** What is entered, by field name: a text, or true and false. */
export type EnteredData = Record<string, string | boolean>

interface Properties {
  fields: Definitions
  values: EnteredData
  problems: readonly ShownProblem[]
  onChange: (name: string, value: string | boolean) => void
  /** Called when an input for text is left. */
  onLeave?: (event: FocusEvent) => void
}

/** Renders the fields that the case type defines. No field is hard-coded. */
export function CaseDataInputs({ fields, values, problems, onChange, onLeave }: Properties) {
  return unmask(FieldDefinition, fields).map((field) => {
    const { name, label } = field
    return (
      <Field
        key={name}
        name={inputOf(field)}
        label={`${label}${requirements[field.required]}`}
        // The problem says the same.
        hint={problems.some(({ input }) => input === inputOf(field)) ? undefined : hintOf(field)}
        problems={problems}
        inline={isCheckbox(field)}
      >
        {inputFor(field, values[name], (value) => onChange(name, value), onLeave)}
      </Field>
    )
  })
}

const requirements: Record<FieldDefinitionFragment['required'], string> = {
  ALWAYS: '',
  WHEN_CLOSED: ' (needed to close)',
  NEVER: ' (optional)',
}

/** A Boolean that can be null has three values. */
function isCheckbox({ kind, required }: FieldDefinitionFragment): boolean {
  return kind === 'BOOLEAN' && required === 'ALWAYS'
}

/** Texts of up to this length have one line. */
const lineLength = 100

function inputFor(
  field: FieldDefinitionFragment,
  value: string | boolean | undefined,
  onChange: (value: string | boolean) => void,
  onLeave?: (event: FocusEvent) => void,
) {
  const { kind, maximumLength } = field
  if (isCheckbox(field)) {
    return <Checkbox checked={value === true} onChange={({ target }) => onChange(target.checked)} />
  }
  const bound = {
    block: true,
    value: value === undefined ? '' : String(value),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    ...(onLeave && { onBlur: onLeave }),
  }
  switch (kind) {
    case 'BOOLEAN':
    case 'CHOICE':
      return (
        <Select {...bound}>
          <Select.Option value="">{field.required === 'ALWAYS' ? 'Choose' : 'None'}</Select.Option>
          {optionsOf(field, bound.value)}
        </Select>
      )
    case 'DATE':
      return <TextInput type="date" {...bound} />
    case 'TEXT':
      return (maximumLength ?? 0) > lineLength ? (
        <Textarea rows={3} {...bound} />
      ) : (
        <TextInput autoComplete="off" {...bound} />
      )
    default:
      return <TextInput inputMode={kind === 'INTEGER' ? 'numeric' : 'decimal'} autoComplete="off" {...bound} />
  }
}

/** The active choices, and the one that the case has. */
function optionsOf({ kind, choices }: FieldDefinitionFragment, current: string) {
  const offered =
    kind === 'BOOLEAN'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : choices.filter(({ value, active }) => active || value === current)
  const known = current === '' || offered.some(({ value }) => value === current)
  return (known ? offered : [...offered, { value: current, label: current }]).map(({ value, label }) => (
    <Select.Option key={value} value={value}>
      {label}
    </Select.Option>
  ))
}

/** What is sent, decimals as text, which preserves all digits. Undefined if the type has no fields. */
export function caseDataFrom(fields: Definitions, values: EnteredData): Record<string, unknown> | undefined {
  if (fields.length === 0) return undefined
  const data: Record<string, unknown> = {}
  for (const field of unmask(FieldDefinition, fields)) {
    const { name, kind } = field
    const entered = String(values[name] ?? '')
    const text = kind === 'TEXT' || kind === 'CHOICE' ? entered : entered.trim()
    if (isCheckbox(field)) data[name] = values[name] === true
    // The service reports one that is required.
    else if (text === '') data[name] = null
    else if (kind === 'BOOLEAN') data[name] = text === 'true'
    else data[name] = kind === 'INTEGER' && /^-?\d+$/.test(text) ? Number(text) : text
  }
  return data
}

/** The problems with fields of the case data, with the labels of the inputs and with what they accept. */
export function inFormWords(problems: readonly ShownProblem[], fields: Definitions): ShownProblem[] {
  const messages = new Map(
    unmask(FieldDefinition, fields).map((field) => {
      const need = field.required === 'WHEN_CLOSED' ? ' It is needed to close the case.' : ''
      return [inputOf(field), `${field.label} must be ${accepted(field)}.${need}`]
    }),
  )
  return problems.map(({ input, message }) => ({ input, message: messages.get(input) ?? message }))
}

function inputOf({ name }: { name: string }): string {
  return `caseData.${name}`
}

function hintOf(field: FieldDefinitionFragment): string | undefined {
  const { kind } = field
  const isPlain = kind === 'BOOLEAN' || kind === 'CHOICE' || kind === 'DATE'
  return isPlain ? undefined : accepted(field).replace(/^a/, 'A').concat('.')
}

function accepted({ kind, minimum, maximum, scale, maximumLength }: FieldDefinitionFragment): string {
  if (kind === 'BOOLEAN') return 'yes or no'
  if (kind === 'CHOICE') return 'one of the choices'
  if (kind === 'DATE') return 'a date'
  if (kind === 'TEXT') return `a text of at most ${maximumLength} characters`
  const bounds = [minimum !== null && `from ${minimum}`, maximum !== null && `to ${maximum}`].filter(Boolean)
  const decimals = scale === null ? [] : [`with at most ${scale} decimals`]
  return [kind === 'INTEGER' ? 'a whole number' : 'a number', ...bounds, ...decimals].join(' ')
}
