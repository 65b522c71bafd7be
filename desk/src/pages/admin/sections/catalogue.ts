import type { CaseFieldKind, CaseTypeFieldInput } from '../gql/graphql'
import { groupOfNewCases } from '../people/group-names'
import {
  active,
  check,
  checkList,
  choice,
  defaultCheck,
  key,
  list,
  longText,
  number,
  optionalSelect,
  select,
  settableBy,
  text,
} from '../inputs/kinds'
import { codeOptions, namedOptions } from '../inputs/options'
import type { InputsFor, Values } from '../item/inputs'
import { fieldKindNames, requirementNames } from '../configuration/words'
import type { Section } from '../item/section'

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

export const categories: Section<'categories'> = {
  part: 'categories',
  noun: 'category',
  path: '/categories',
  title: 'Categories',
  hint: 'The subject areas of cases.',
  examples: 'Each case is in a category, such as “Billing and payments” or “Network”.',
  inputs: {
    code: key('Code', 'Programs use it. It cannot be changed later.'),
    name: text('Name'),
    active: active('Cases can be created in it and moved to it.'),
    system: check('System category', {
      hint: 'Its cases cannot be changed.',
      badge: (value) => value && 'System',
    }),
  },
  describe: ({ code }) => code,
}

export const typeCategories: Section<'typeCategories'> = {
  part: 'typeCategories',
  noun: 'type category',
  target: 'typeCategory',
  path: '/type-categories',
  title: 'Type categories',
  hint: 'Which types are offered in which categories, and which group gets new cases.',
  examples:
    'They connect types and categories, such as “Refund in Billing and payments”. New cases can only have these.',
  inputs: {
    typeCode: select('Type', 'Choose', ({ types }) => codeOptions(types), {
      isKey: true,
      read: ({ caseType }) => caseType.code,
    }),
    categoryCode: select('Category', 'Choose', ({ categories }) => codeOptions(categories), {
      isKey: true,
      read: ({ category }) => category.code,
    }),
    active: active('Cases can be created with it and changed to it.'),
    appVisible: check('Visible in apps', {
      hint: 'Included when an app asks only for what is visible in apps.',
      badge: (value) => value && 'Visible in apps',
    }),
    groupName: groupOfNewCases,
    slaPolicyCode: optionalSelect('Service levels', 'None', ({ slaPolicies }) => codeOptions(slaPolicies)),
    defaultAnswer: longText('Default answer', { hint: 'What customers read before they create a case.' }),
  },
  nameOf: ({ typeCode, categoryCode }, { typeCategoryName }) => typeCategoryName(typeCode, categoryCode),
  describe: ({ group }) => (group ? `New cases go to ${group.name}` : 'New cases are not assigned'),
}

export const statuses: Section<'statuses'> = {
  part: 'statuses',
  noun: 'status',
  path: '/statuses',
  title: 'Statuses',
  hint: 'The states of a case. New cases get the default status.',
  examples: 'Begin with the status of new cases, such as “New”, and a status that counts as closed, such as “Closed”.',
  inputs: {
    name: key('Name', 'It cannot be changed later.'),
    active: active('Cases can be given this status. If it becomes inactive, cases that have it keep it.'),
    closed: check('Counts as closed', { badge: (value) => value && 'Closed' }),
    pausesSla: check('Pauses the resolution', {
      hint: 'The time for the resolution stands still while a case has the status.',
      badge: (value) => value && 'Pauses the resolution',
    }),
    default: defaultCheck,
    settableBy: settableBy('If only operators can, customers are not offered it.'),
    transitions: checkList(
      'Next statuses',
      ({ statuses }, values) =>
        namedOptions(statuses.filter(({ name, active }) => active && name !== values['name']).map(({ name }) => name)),
      { hint: 'Cases with this status can only be changed to these. If none is selected, any status may follow.' },
    ),
    afterPartyComment: optionalSelect(
      'When the customer writes',
      'The status stays',
      ({ statuses }, values) =>
        namedOptions(statuses.filter(({ name }) => name !== values['name']).map(({ name }) => name)),
      { hint: 'A message of the customer moves a case to this status, if it is active and may follow.' },
    ),
  },
  describe: ({ transitions }) => `Next: ${transitions.length > 0 ? transitions.join(', ') : 'any status'}`,
}

export const resolutions: Section<'resolutions'> = {
  part: 'resolutions',
  noun: 'resolution',
  path: '/resolutions',
  title: 'Resolutions',
  hint: 'The outcomes of a case. New cases get the default resolution.',
  examples:
    'Begin with the resolution of new cases, such as “Unresolved”. Others say how a case ended, such as “Fixed”.',
  inputs: {
    name: key('Name', 'It cannot be changed later.'),
    active: active('Cases can be given this resolution. If it becomes inactive, cases that have it keep it.'),
    default: defaultCheck,
    settableBy: settableBy('If only operators can, customers are not offered it.'),
  },
}

export const tags: Section<'tags'> = {
  part: 'tags',
  noun: 'tag',
  path: '/tags',
  title: 'Tags',
  hint: 'Operators mark cases with tags, and find cases by tag.',
  examples: 'A case can have several tags, such as “Waiting for a part” or “Press”.',
  inputs: {
    code: key('Code', 'Programs send it. It cannot be changed later.'),
    label: text('Label', { hint: 'What people see. Cases that have the tag show the new label at once.' }),
    active: active('The tag can be added to cases. If it becomes inactive, cases that have it keep it.'),
  },
  nameOf: ({ label, code }) => label || code,
  describe: ({ code }) => code,
}
