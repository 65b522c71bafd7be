import { expect, it } from 'vitest'
import { type CaseAccess, mayModifyCase } from '../../src/auth/permission.rules.ts'
import type { Viewer } from '../../src/auth/viewer.ts'
import { buildCatalogue } from '../../src/catalogue/catalogue.ts'

const typeCategory = { active: true, appVisible: true, defaultAnswer: null, groupId: null, version: 1 }
/** A touchpoint with at most one grant. */
const touchpoint = (code: string, all: boolean, typeCode?: string, modify = false) => ({
  code,
  name: code,
  all,
  typeCodes: typeCode === undefined ? [] : [typeCode],
  categoryCodes: typeCode === undefined ? [] : ['C'],
  modify: typeCode === undefined ? [] : [modify],
  logins: [],
  registers: [],
  version: 1,
})
const catalogue = buildCatalogue({
  revision: 'r',
  categories: [{ code: 'C', name: 'C', active: true, system: false, version: 1 }],
  types: [
    { code: 'T', name: 'T', active: true, version: 1 },
    { code: 'U', name: 'U', active: true, version: 1 },
  ],
  fields: [],
  typeCategories: [
    { ...typeCategory, typeCode: 'T', categoryCode: 'C' },
    { ...typeCategory, typeCode: 'U', categoryCode: 'C' },
  ],
  statuses: [],
  resolutions: [],
  transitions: [],
  touchpoints: [
    touchpoint('none', false),
    touchpoint('all', true),
    touchpoint('seeing', false, 'T', false),
    touchpoint('modifying', true, 'T', true),
    touchpoint('modifyingOther', true, 'U', true),
  ],
})

const access: CaseAccess = {
  typeCode: 'T',
  categoryCode: 'C',
  partyId: 2,
  assigneeId: 3,
  viewerAuthorised: false,
  viewerInGroup: false,
}

const cases: [string, boolean, Partial<Viewer>, Partial<CaseAccess>][] = [
  ['an operator without any right', false, {}, {}],
  ['an operator authorised for the type', true, {}, { viewerAuthorised: true }],
  ['the assignee', true, { personId: 3 }, {}],
  ['a member of the assigned group', true, {}, { viewerInGroup: true }],
  ['an operator with the id of the party', false, { personId: 2 }, {}],
  ['an operator over a touchpoint granted every type category', false, { touchpointCode: 'all' }, {}],
  ['an operator over a touchpoint that sees the type category', false, { touchpointCode: 'seeing' }, {}],
  ['an operator over a touchpoint that modifies the type category', true, { touchpointCode: 'modifying' }, {}],
  ['an operator over one that modifies another type category', false, { touchpointCode: 'modifyingOther' }, {}],
  ["the case's party", true, { login: 'PARTY', personId: 2 }, {}],
  ['another party', false, { login: 'PARTY' }, {}],
  ['a party of a case without one', false, { login: 'PARTY' }, { partyId: null }],
  ['a party over a touchpoint that modifies', true, { login: 'PARTY', touchpointCode: 'modifying' }, {}],
  ['a party with the id of the assignee', false, { login: 'PARTY', personId: 3 }, {}],
  ['a consumer with the id of the party', false, { login: 'CONSUMER', personId: 2 }, {}],
  ['a consumer over a touchpoint that modifies', false, { login: 'CONSUMER', touchpointCode: 'modifying' }, {}],
]

it.each(cases)('%s: may modify the case: %s', (_name, may, viewer, facts) => {
  const olga = { login: 'OPERATOR', firstname: 'Olga', email: 'olga@example.com' } as const
  const someone: Viewer = { touchpointCode: 'none', personId: 1, ...olga, revision: 'r', ...viewer }
  expect(mayModifyCase(someone, { ...access, ...facts }, catalogue)).toBe(may)
})
