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

/** The inputs of whatever a type defines: no field of any type is known here. */
export function CaseDataInputs({ fields, values, problems }: Properties) {
  if (fields.length === 0) return null
  return (
    <fieldset>
      <legend>Case data</legend>
      {unmask(FieldDefinition, fields).map((field) => (
        <Field
          key={field.name}
          name={placeOf(field)}
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

/** The data as it is sent; undefined where the type has no fields. The service judges the values. */
export function readCaseData(fields: Definitions, sent: FormData): Record<string, unknown> | undefined {
  if (fields.length === 0) return undefined
  return Object.fromEntries(
    unmask(FieldDefinition, fields).flatMap((field) => {
      const text = sent.get(placeOf(field))
      if (field.kind === 'BOOLEAN') return [[field.name, text !== null]]
      // What is left empty is not sent, and is told to be missing.
      return text === null || text === '' ? [] : [[field.name, valueOf(field, String(text).trim())]]
    }),
  )
}

/** The path of the field's problems, as the service gives it. */
function placeOf({ name }: FieldDefinitionFragment): string {
  return `caseData.${name}`
}

/** A decimal goes as text, which keeps all its digits. */
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
