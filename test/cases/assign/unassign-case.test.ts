import { describe, expect, test } from 'vitest'
import { type Credentials, odette, olga, omar } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { change } from '../../support/requests/changes.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()
const incident = {
  typeCode: 'INCIDENT',
  categoryCode: 'NETWORK',
  caseData: { severity: 1, signalDbm: -1, lineDown: true },
}
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
    const caseInstanceId = await newCase({ groupName: 'Billing team' })
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
  const change = (mutation: string, type: string, input: string) =>
    `mutation { result: ${mutation}(input: { ${input} }) { ... on ${type}Payload { case { ${fields} } } } }`

  test.each<[what: string, caller: Credentials, values: object, document: (id: string) => string]>([
    [
      'unassigned',
      omar,
      { assigneeEmail: 'omar@example.com' },
      (id) => change('unassignCase', 'UnassignCase', `caseInstanceId: "${id}"`),
    ],
    [
      'assigned to another operator',
      omar,
      { assigneeEmail: 'omar@example.com' },
      (id) => change('assignCase', 'AssignCase', `caseInstanceId: "${id}", email: "olga@example.com"`),
    ],
    [
      'assigned to another group',
      odette,
      { typeCode: 'QUESTION', groupName: 'Billing team' },
      (id) => change('assignCase', 'AssignCase', `caseInstanceId: "${id}", groupName: "Field engineers"`),
    ],
    [
      'assigned to another group, although only its group gave access',
      odette,
      { ...incident, groupName: 'Billing team' },
      (id) => change('assignCase', 'AssignCase', `caseInstanceId: "${id}", groupName: "Field engineers"`),
    ],
    [
      'assigned to the own group',
      olga,
      {},
      (id) => change('assignCase', 'AssignCase', `caseInstanceId: "${id}", groupName: "Billing team"`),
    ],
    [
      'moved to another type',
      odette,
      { typeCode: 'QUESTION' },
      (id) =>
        change(
          'updateCase',
          'UpdateCase',
          `caseInstanceId: "${id}", typeCode: "CHANGE_REQUEST", categoryCode: "ACCOUNT", caseData: { confirmed: true }`,
        ),
    ],
  ])('has the permissions that the caller has after it was %s', async (_what, caller, values, document) => {
    const id = await newCase(values)
    const { result } = await graphqlData<{ result: { case: object } }>(server.url, document(id), {}, caller)
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
