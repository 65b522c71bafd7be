import { Field, type InputAttributes } from './field'
import { type FragmentType, graphql, unmask } from './gql'
import type { FieldDefinitionFragment } from './gql/graphql'
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

interface Properties {
  fields: Definitions
  values: Record<string, unknown>
  problems: readonly ShownProblem[]
}

/** Renders the fields that the case type defines. No field is hard-coded. */
export function CaseDataInputs({ fields, values, problems }: Properties) {
  if (fields.length === 0) return null
  return (
    <fieldset>
      <legend>Case data</legend>
      {unmask(FieldDefinition, fields).map((field) => (
        <Field
          key={field.name}
          name={inputName(field)}
          label={field.label}
          hint={hintOf(field)}
          problems={problems}
          inline={field.kind === 'BOOLEAN'}
        >
          {(attributes) => inputOf(field, values[field.name], attributes)}
        </Field>
      ))}
    </fieldset>
  )
}

/** Returns undefined if the type has no fields. The service validates the values. */
export function readCaseData(fields: Definitions, form: FormData): Record<string, unknown> | undefined {
  if (fields.length === 0) return undefined
  return Object.fromEntries(
    unmask(FieldDefinition, fields).flatMap((field) => {
      const text = form.get(inputName(field))
      if (field.kind === 'BOOLEAN') return [[field.name, text !== null]]
      // An empty input is not sent, so that the service reports it as missing.
      return text === null || text === '' ? [] : [[field.name, valueOf(field, String(text).trim())]]
    }),
  )
}

/** Equals the path of the field's problems. */
function inputName({ name }: FieldDefinitionFragment): string {
  return `caseData.${name}`
}

/** Decimals are sent as text, which preserves all digits. */
function valueOf({ kind }: FieldDefinitionFragment, text: string): unknown {
  return kind === 'INTEGER' && /^-?\d+$/.test(text) ? Number(text) : text
}

function inputOf({ kind }: FieldDefinitionFragment, value: unknown, attributes: InputAttributes) {
  switch (kind) {
    case 'BOOLEAN':
      return <input {...attributes} type="checkbox" defaultChecked={value === true} />
    case 'INTEGER':
      return <input {...attributes} inputMode="numeric" defaultValue={textOf(value)} autoComplete="off" />
    case 'DECIMAL':
      return <input {...attributes} inputMode="decimal" defaultValue={textOf(value)} autoComplete="off" />
  }
}

function textOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : ''
}

function hintOf({ kind, minimum, maximum, scale }: FieldDefinitionFragment): string | undefined {
  if (kind === 'BOOLEAN') return undefined
  const bounds = [minimum !== null && `from ${minimum}`, maximum !== null && `to ${maximum}`].filter(Boolean)
  const decimals = scale === null ? [] : [`with at most ${scale} decimals`]
  return [kind === 'INTEGER' ? 'A whole number' : 'A number', ...bounds, ...decimals].join(' ').concat('.')
}
