import { Checkbox, Select, Textarea, TextInput } from '../../elements/inputs'
import type { FocusEvent } from 'react'
import { ChoiceField } from './choice-field'
import { Field } from './field'
import { type FragmentType, graphql, unmask } from '../../../gql'
import type { FieldDefinitionFragment } from '../../../gql/graphql'
import type { ShownProblem } from '../problems/problems'

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
  /** Called instead with what is chosen, not typed, if it takes effect at once. */
  onChoose?: (name: string, value: string | boolean) => void
  /** Called when an input for text is left. */
  onLeave?: (event: FocusEvent) => void
}

/** Renders the fields that the case type defines. No field is hard-coded. */
export function CaseDataInputs({ fields, values, problems, onChange, onChoose, onLeave }: Properties) {
  return unmask(FieldDefinition, fields).map((field) => {
    const { name, kind } = field
    const isProblem = problems.some(({ input }) => input === inputOf(field))
    const shown = {
      name: inputOf(field),
      label: `${field.label}${requirements[field.required]}`,
      // The problem says the same.
      hint: isProblem ? undefined : hintOf(field),
      problems,
    }
    const value = values[name]
    if (onChoose && isSelect(kind) && !isCheckbox(field)) {
      return (
        <ChoiceField key={name} {...shown} value={asText(value)} onChoose={(chosen) => onChoose(name, chosen)}>
          {choiceOptions(field, asText(value))}
        </ChoiceField>
      )
    }
    const change = (entered: string | boolean) => (isCheckbox(field) ? (onChoose ?? onChange) : onChange)(name, entered)
    return (
      <Field key={name} {...shown} inline={isCheckbox(field)}>
        {inputFor(field, value, change, onLeave)}
      </Field>
    )
  })
}

function isSelect(kind: FieldDefinitionFragment['kind']): boolean {
  return kind === 'BOOLEAN' || kind === 'CHOICE'
}

function asText(value: string | boolean | undefined): string {
  return value === undefined ? '' : String(value)
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
    value: asText(value),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    ...(onLeave && { onBlur: onLeave }),
  }
  switch (kind) {
    case 'BOOLEAN':
    case 'CHOICE':
      return <Select {...bound}>{choiceOptions(field, bound.value)}</Select>
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

/** None, the active choices, and the one that the case has. */
function choiceOptions({ kind, choices, required }: FieldDefinitionFragment, current: string) {
  const offered =
    kind === 'BOOLEAN'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : choices.filter(({ value, active }) => active || value === current)
  const known = current === '' || offered.some(({ value }) => value === current)
  const none = { value: '', label: required === 'ALWAYS' ? 'Choose' : 'None' }
  return [none, ...offered, ...(known ? [] : [{ value: current, label: current }])].map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

/** What the inputs show for what is stored. */
export function enteredFrom(fields: readonly { name: string; value: unknown }[]): EnteredData {
  const given = fields.filter(({ value }) => value !== null)
  return Object.fromEntries(given.map(({ name, value }) => [name, typeof value === 'boolean' ? value : String(value)]))
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
    else if (kind === 'DECIMAL') data[name] = withPoint(text)
    else data[name] = kind === 'INTEGER' && /^-?\d+$/.test(text) ? Number(text) : text
  }
  return data
}

/** A decimal comma is understood unless it could separate thousands. */
function withPoint(text: string): string {
  return /^-?\d+,(\d{1,2}|\d{4,})$/.test(text) ? text.replace(',', '.') : text
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
  const isPlain = isSelect(kind) || kind === 'DATE'
  return isPlain ? undefined : accepted(field).replace(/^a/, 'A').concat('.')
}

function accepted({ kind, minimum, maximum, scale, maximumLength }: FieldDefinitionFragment): string {
  if (kind === 'BOOLEAN') return 'yes or no'
  if (kind === 'CHOICE') return 'one of the choices'
  if (kind === 'DATE') return 'a date'
  if (kind === 'TEXT') return `a text of at most ${maximumLength} characters`
  const bounds = [minimum !== null && `from ${minimum}`, maximum !== null && `to ${maximum}`].filter(Boolean)
  const decimals = scale === null ? [] : [`with at most ${scale} decimals after a point`]
  return [kind === 'INTEGER' ? 'a whole number' : 'a number', ...bounds, ...decimals].join(' ')
}
