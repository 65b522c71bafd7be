import type { ShownProblem } from '../../form/problems'
import type { CaseFieldKind, CaseFieldRequirement, CaseTypeFieldInput } from '../gql/graphql'
import type { Configuration } from '../configuration'
import type { SettableBy } from '../words/words'

export interface ChoiceValues {
  value: string
  label: string
  active: boolean
}

/** A field as the inputs contain it: numbers are texts, empty if there is no bound. */
export interface FieldValues {
  name: string
  label: string
  kind: CaseFieldKind
  minimum: string
  maximum: string
  scale: string
  maximumLength: string
  required: CaseFieldRequirement
  settableBy: SettableBy
  choices: readonly ChoiceValues[]
}

export const newField: FieldValues = {
  name: '',
  label: '',
  kind: 'TEXT',
  minimum: '',
  maximum: '',
  scale: '',
  maximumLength: '',
  required: 'ALWAYS',
  settableBy: 'ALL',
  choices: [],
}

export const newChoice: ChoiceValues = { value: '', label: '', active: true }

/** The inputs with numbers, by kind. */
export const bounds: Record<CaseFieldKind, readonly Bound[]> = {
  BOOLEAN: [],
  DECIMAL: ['minimum', 'maximum', 'scale'],
  INTEGER: ['minimum', 'maximum'],
  TEXT: ['maximumLength'],
  DATE: [],
  CHOICE: [],
}

export type Bound = 'minimum' | 'maximum' | 'scale' | 'maximumLength'

export const boundLabels: Record<Bound, string> = {
  minimum: 'Smallest value',
  maximum: 'Largest value',
  scale: 'Decimal places',
  maximumLength: 'Maximum length',
}

type Stored = Configuration['types'][number]['fields'][number]

export function fieldValues({ name, label, kind, required, settableBy, choices, ...bounds }: Stored): FieldValues {
  const text = (bound: number | null) => (bound === null ? '' : String(bound))
  return {
    name,
    label,
    kind,
    minimum: text(bounds.minimum),
    maximum: text(bounds.maximum),
    scale: text(bounds.scale),
    maximumLength: text(bounds.maximumLength),
    required,
    settableBy,
    choices: choices.map(({ value, label, active }) => ({ value, label, active })),
  }
}

/** Only what belongs to the kind is sent. */
export function fieldInput({
  name,
  label,
  kind,
  required,
  settableBy,
  choices,
  ...entered
}: FieldValues): CaseTypeFieldInput {
  return {
    name,
    // The service uses the name.
    label: label || undefined,
    kind,
    required,
    settableBy,
    ...Object.fromEntries(bounds[kind].map((bound) => [bound, entered[bound] === '' ? null : Number(entered[bound])])),
    ...(kind === 'CHOICE' && {
      choices: choices.map(({ value, label, active }) => ({ value, label: label || undefined, active })),
    }),
  }
}

/** Texts that are not numbers cannot be sent. */
export function unreadableNumbers(fields: readonly FieldValues[]): ShownProblem[] {
  return fields.flatMap((field, index) =>
    bounds[field.kind]
      .filter((bound) => !Number.isFinite(Number(field[bound])))
      .map((bound) => ({ input: `fields.${index}.${bound}`, message: `${boundLabels[bound]} must be a number.` })),
  )
}
