import { describe, expect, test } from 'vitest'
import { type Credentials, odette, olga, omar } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { change, type ChangeName } from '../../support/requests/changes.ts'
import { incident, useServer } from '../../support/server/server.ts'

const server = useServer()
const ofBilling = { groupName: 'Billing team' }
const newCase = async (values = {}) => `${await server.addCase(values)}`
const unassign = (input: Record<string, unknown>, caller?: Credentials) =>
  change(server.url, 'unassignCase', input, caller)

const eventOf = (caseInstanceId: string) =>
  sql(server.database, 'select kind, changes from case_events where case_id = $1 and version = 2', [caseInstanceId])

describe('unassignCase', () => {
  test('removes the operator', async () => {
    const caseInstanceId = await newCase({ assigneeEmail: 'olga@example.com' })
    const answer = await unassign({ caseInstanceId })
    expect(answer.case).toMatchObject({ version: 2, assignee: null, group: null, status: 'Open' })
    const changes = [{ path: ['assignee'], from: 'olga@example.com', to: null }]
    expect(await eventOf(caseInstanceId)).toEqual([{ kind: 'UNASSIGNED', changes }])
  })

  test('removes the group', async () => {
    const caseInstanceId = await newCase(ofBilling)
    expect((await unassign({ caseInstanceId })).case).toMatchObject({ assignee: null, group: null })
    const changes = [{ path: ['group'], from: 'Billing team', to: null }]
    expect(await eventOf(caseInstanceId)).toEqual([{ kind: 'UNASSIGNED', changes }])
  })

  test('succeeds and writes nothing for a case without an assignment', async () => {
    const caseInstanceId = await newCase()
    expect((await unassign({ caseInstanceId })).case?.version).toBe(1)
    expect(await eventOf(caseInstanceId)).toEqual([])
  })

  test.each(['', '0', 'x', '9007199254740992', '999999'])('refuses the ID %j', async (caseInstanceId) => {
    const answer = await unassign({ caseInstanceId })
    expect(answer.problems).toMatchObject([{ code: 'invalidId', path: ['caseInstanceId'] }])
  })
})

describe('the case in a result', () => {
  const fields = `permissions { update { allowed reason } assign { allowed } comment { allowed } }
    availableStatuses { name } assignableGroups { totalCount }`
  const omars = { assigneeEmail: 'omar@example.com' }
  const toField = { groupName: 'Field engineers' }
  const moved = { typeCode: 'CHANGE_REQUEST', categoryCode: 'ACCOUNT', caseData: { confirmed: true } }

  test.each<[what: string, caller: Credentials, values: object, mutation: ChangeName, input: object]>([
    ['unassigned', omar, omars, 'unassignCase', {}],
    ['assigned to another operator', omar, omars, 'assignCase', { email: 'olga@example.com' }],
    ['assigned to another group', odette, { typeCode: 'QUESTION', ...ofBilling }, 'assignCase', toField],
    ['taken from the only group that gave access', odette, { ...incident, ...ofBilling }, 'assignCase', toField],
    ['assigned to the own group', olga, {}, 'assignCase', ofBilling],
    ['moved to another type', odette, { typeCode: 'QUESTION' }, 'updateCase', moved],
  ])('has the permissions that the caller has after it was %s', async (_what, caller, values, mutation, input) => {
    const id = await newCase(values)
    const result = await change<object>(server.url, mutation, { caseInstanceId: id, ...input }, caller, fields)
    const read = await graphqlData<{ case: object | null }>(
      server.url,
      `{ case(id: "${id}") { ${fields} } }`,
      {},
      caller,
    )
    const none = { allowed: false }
    expect(result.case).toEqual(
      read.case ?? {
        permissions: { update: { ...none, reason: 'NOT_AUTHORISED' }, assign: none, comment: none },
        availableStatuses: [],
        assignableGroups: { totalCount: 0 },
      },
    )
  })
})
