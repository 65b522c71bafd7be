import { active, choice, key, list, number, settableBy, text } from '../inputs/kinds'
import type { CaseFieldKind, CaseTypeFieldInput } from '../gql/graphql'
import type { InputsFor, Values } from '../item/inputs'
import { fieldKindNames, requirementNames } from '../words/words'
import type { Section } from './section'

const hasKind = (...kinds: CaseFieldKind[]) => ({
  isUsed: ({ kind }: Values) => kinds.includes(kind as CaseFieldKind),
})

/** The service uses the name or the value if there is no label. */
const label = text('Label', { send: (value) => value || undefined })

const choices = { value: text('Value'), label, active: active() }

const fields: InputsFor<CaseTypeFieldInput, unknown> = {
  name: text('Name'),
  label,
  kind: choice('Kind', fieldKindNames, 'TEXT'),
  required: choice('Required', requirementNames, 'ALWAYS'),
  settableBy: settableBy(),
  minimum: number('Smallest value', hasKind('DECIMAL', 'INTEGER')),
  maximum: number('Largest value', hasKind('DECIMAL', 'INTEGER')),
  scale: number('Decimal places', hasKind('DECIMAL')),
  maximumLength: number('Maximum length', { hint: '1,000 by default.', ...hasKind('TEXT') }),
  choices: list('Choices', 'choice', choices, hasKind('CHOICE')),
}

export const types: Section<'types'> = {
  part: 'types',
  noun: 'type',
  target: 'type',
  path: '/types',
  title: 'Types',
  hint: 'Kinds of requests, with the fields of their case data.',
  examples:
    'Each case has a type, such as “Question” or “Refund”. Its fields are what people are asked for, such as an amount.',
  inputs: {
    code: key('Code', 'Programs use it. It cannot be changed later.'),
    name: text('Name'),
    active: active('Cases can be created with it and changed to it.'),
    fields: list('Fields', 'field', fields, {
      hint: 'Programs use the name. People see the label, or the name if there is no label.',
    }),
  },
  describe: ({ code, fields }) => [code, ...fields.map(({ label }) => label)].join(' · '),
}
