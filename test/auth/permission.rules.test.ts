import { expect, it } from 'vitest'
import { type CaseAccess, mayModifyCase } from '../../src/auth/permission.rules.ts'
import type { Viewer } from '../../src/auth/viewer.ts'
import { buildCatalogue } from '../../src/catalogue/catalogue.ts'

const pair = { active: true, appVisible: true, defaultAnswer: null }
const catalogue = buildCatalogue({
  revision: 'r',
  categories: [{ code: 'C', name: 'C', active: true, system: false }],
  types: [
    { code: 'T', name: 'T', active: true },
    { code: 'U', name: 'U', active: true },
  ],
  fields: [],
  pairs: [
    { ...pair, type: 'T', category: 'C' },
    { ...pair, type: 'U', category: 'C' },
  ],
  statuses: [],
  resolutions: [],
  transitions: [],
  touchpoints: [
    { code: 'none', all: false, types: [], categories: [], modify: [] },
    { code: 'all', all: true, types: [], categories: [], modify: [] },
    { code: 'seeing', all: false, types: ['T'], categories: ['C'], modify: [false] },
    { code: 'modifying', all: true, types: ['T'], categories: ['C'], modify: [true] },
    { code: 'modifyingOther', all: true, types: ['U'], categories: ['C'], modify: [true] },
  ],
})

const access: CaseAccess = {
  type_code: 'T',
  category_code: 'C',
  party_id: 2,
  assignee_id: 3,
  viewer_authorised: false,
  viewer_in_group: false,
}

const cases: [string, boolean, Partial<Viewer>, Partial<CaseAccess>][] = [
  ['an operator without any right', false, {}, {}],
  ['an operator authorised for the type', true, {}, { viewer_authorised: true }],
  ['the assignee', true, { person_id: 3 }, {}],
  ['a member of the assigned group', true, {}, { viewer_in_group: true }],
  ['an operator with the id of the party', false, { person_id: 2 }, {}],
  ['an operator over a touchpoint granted every pair', false, { touchpoint_code: 'all' }, {}],
  ['an operator over a touchpoint that sees the pair', false, { touchpoint_code: 'seeing' }, {}],
  ['an operator over a touchpoint that modifies the pair', true, { touchpoint_code: 'modifying' }, {}],
  ['an operator over a touchpoint that modifies another pair', false, { touchpoint_code: 'modifyingOther' }, {}],
  ["the case's party", true, { login: 'PARTY', person_id: 2 }, {}],
  ['another party', false, { login: 'PARTY' }, {}],
  ['a party of a case without one', false, { login: 'PARTY' }, { party_id: null }],
  ['a party over a touchpoint that modifies the pair', true, { login: 'PARTY', touchpoint_code: 'modifying' }, {}],
  ['a party with the id of the assignee', false, { login: 'PARTY', person_id: 3 }, {}],
  ['a consumer with the id of the party', false, { login: 'CONSUMER', person_id: 2 }, {}],
  [
    'a consumer over a touchpoint that modifies the pair',
    false,
    { login: 'CONSUMER', touchpoint_code: 'modifying' },
    {},
  ],
]

it.each(cases)('%s: may modify the case: %s', (_name, may, viewer, facts) => {
  const someone: Viewer = {
    touchpoint_code: 'none',
    person_id: 1,
    login: 'OPERATOR',
    firstname: 'Olga',
    email: 'olga@example.com',
    revision: 'r',
    ...viewer,
  }
  expect(mayModifyCase(someone, { ...access, ...facts }, catalogue)).toBe(may)
})
