import { expect, it } from 'vitest'
import { type CaseAccess, mayModifyCase } from '../../src/auth/permission.rules.ts'
import type { Viewer } from '../../src/viewer/viewer.ts'
import { catalogueOf, touchpoint } from '../support/data/catalogue-rows.ts'

const grant = (typeCode: string, modify: boolean) => ({ typeCodes: [typeCode], categoryCodes: ['C'], modify: [modify] })
const catalogue = catalogueOf(
  ['T', 'U'],
  [
    touchpoint('none', {}),
    touchpoint('all', { allTypeCategories: true }),
    touchpoint('seeing', grant('T', false)),
    touchpoint('modifying', { allTypeCategories: true, ...grant('T', true) }),
    touchpoint('modifyingOther', { allTypeCategories: true, ...grant('U', true) }),
  ],
)

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
