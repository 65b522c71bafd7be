import { Checkbox, TextInput } from '@primer/react'
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
}

/** Renders the fields that the case type defines. No field is hard-coded. */
export function CaseDataInputs({ fields, values, problems, onChange }: Properties) {
  return unmask(FieldDefinition, fields).map((field) => {
    const { name, label, kind } = field
    const value = values[name]
    return (
      <Field
        key={name}
        name={inputOf(field)}
        label={label}
        // The problem says the same.
        hint={problems.some(({ input }) => input === inputOf(field)) ? undefined : hintOf(field)}
        problems={problems}
        inline={kind === 'BOOLEAN'}
      >
        {kind === 'BOOLEAN' ? (
          <Checkbox checked={value === true} onChange={({ target }) => onChange(name, target.checked)} />
        ) : (
          <TextInput
            block
            inputMode={kind === 'INTEGER' ? 'numeric' : 'decimal'}
            autoComplete="off"
            value={typeof value === 'string' ? value : ''}
            onChange={({ target }) => onChange(name, target.value)}
          />
        )}
      </Field>
    )
  })
}

/** What is sent, decimals as text, which preserves all digits. Undefined if the type has no fields. */
export function caseDataFrom(fields: Definitions, values: EnteredData): Record<string, unknown> | undefined {
  if (fields.length === 0) return undefined
  const data: Record<string, unknown> = {}
  for (const { name, kind } of unmask(FieldDefinition, fields)) {
    const value = values[name]
    const text = String(value ?? '').trim()
    if (kind === 'BOOLEAN') data[name] = value === true
    // An empty input is not sent, so that the service reports it as missing.
    else if (text !== '') data[name] = kind === 'INTEGER' && /^-?\d+$/.test(text) ? Number(text) : text
  }
  return data
}

/** The problems with fields of the case data, with the labels of the inputs and with what they accept. */
export function inFormWords(problems: readonly ShownProblem[], fields: Definitions): ShownProblem[] {
  const messages = new Map(
    unmask(FieldDefinition, fields).map((field) => [inputOf(field), `${field.label} must be ${accepted(field)}.`]),
  )
  return problems.map(({ input, message }) => ({ input, message: messages.get(input) ?? message }))
}

function inputOf({ name }: { name: string }): string {
  return `caseData.${name}`
}

function hintOf(field: FieldDefinitionFragment): string | undefined {
  return field.kind === 'BOOLEAN' ? undefined : accepted(field).replace(/^a/, 'A').concat('.')
}

function accepted({ kind, minimum, maximum, scale }: FieldDefinitionFragment): string {
  if (kind === 'BOOLEAN') return 'yes or no'
  const bounds = [minimum !== null && `from ${minimum}`, maximum !== null && `to ${maximum}`].filter(Boolean)
  const decimals = scale === null ? [] : [`with at most ${scale} decimals`]
  return [kind === 'INTEGER' ? 'a whole number' : 'a number', ...bounds, ...decimals].join(' ')
}
