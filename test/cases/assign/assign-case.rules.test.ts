import { describe, expect, test } from 'vitest'
import { decideAssignee } from '../../../src/cases/assign/assign-case.rules.ts'
import type { AssignmentTarget } from '../../../src/cases/assign/assign-facts.ts'

const nobody: AssignmentTarget = {
  operatorId: null,
  operatorEmail: null,
  operatorActive: null,
  operatorBlocked: null,
  operatorAuthorised: false,
  targetGroupId: null,
  targetGroupName: null,
}
const operator: AssignmentTarget = {
  ...nobody,
  operatorId: 7,
  operatorEmail: 'Olga@example.com',
  operatorActive: true,
  operatorBlocked: false,
  operatorAuthorised: true,
}
const group: AssignmentTarget = { ...nobody, targetGroupId: 3, targetGroupName: 'Billing team' }
const email = 'olga@example.com'
const groupName = 'Billing team'

type Input = Parameters<typeof decideAssignee>[0]

describe('the assignee', () => {
  test.each<[string, Input, AssignmentTarget, object]>([
    ['is an operator', { email }, operator, { assigneeId: 7, groupId: null, name: 'Olga@example.com' }],
    ['is a group', { groupName }, group, { assigneeId: null, groupId: 3, name: 'Billing team' }],
    ['may come with a null', { email, groupName: null }, operator, { assigneeId: 7 }],
  ])('%s', (_, input, target, expected) => {
    expect(decideAssignee(input, target)).toMatchObject(expected)
  })

  test.each<[string, Input, AssignmentTarget, code: string, path: string[]]>([
    ['both fields', { email, groupName }, { ...operator, ...group }, 'invalid', []],
    ['two empty fields', { email: '', groupName: '' }, nobody, 'invalid', []],
    ['no field', {}, operator, 'missing', []],
    ['two nulls', { email: null, groupName: null }, group, 'missing', []],
    ['an unknown operator', { email }, nobody, 'operatorNotValid', ['email']],
    ['an empty address', { email: '' }, nobody, 'operatorNotValid', ['email']],
    ['an inactive operator', { email }, { ...operator, operatorActive: false }, 'operatorNotValid', ['email']],
    [
      'an inactive operator who is blocked',
      { email },
      { ...operator, operatorActive: false, operatorBlocked: true },
      'operatorNotValid',
      ['email'],
    ],
    [
      'a blocked operator who is not authorised',
      { email },
      { ...operator, operatorBlocked: true, operatorAuthorised: false },
      'blocked',
      ['email'],
    ],
    [
      'an operator who is not authorised',
      { email },
      { ...operator, operatorAuthorised: false },
      'isNotAuthorized',
      ['email'],
    ],
    ['an unknown group', { groupName }, operator, 'invalidName', ['groupName']],
    ['an empty group name', { groupName: '' }, nobody, 'invalidName', ['groupName']],
  ])('is not %s', (_, input, target, code, path) => {
    expect(decideAssignee(input, target)).toMatchObject({ problems: [{ code, path }] })
  })
})
