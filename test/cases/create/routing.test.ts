import { describe, expect, test } from 'vitest'
import { importData } from '../../../src/transfer/import/import.ts'
import { sql } from '../../support/database/database.ts'
import { credentialHeaders, olga, omar, paula } from '../../support/requests/credentials.ts'
import { describeFaces } from '../../support/requests/faces.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { sendRaw } from '../../support/requests/http.ts'
import { change } from '../../support/requests/changes.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const routed = { typeCode: 'REFUND', categoryCode: 'BILLING' }
const nightTeam = { name: 'Night team', memberEmails: ['olga@example.com', 'omar@example.com'] }
const server = useServer({
  data: {
    operatorGroups: [nightTeam],
    typeCategories: [
      { ...routed, groupName: 'Night team' },
      { typeCode: 'QUESTION', categoryCode: 'ACCOUNT', groupName: 'Telex desk' },
    ],
  },
})
const refund = { ...routed, caseData: refundData }

const storedGroup = async (id: unknown) => {
  const [row] = await sql<{ name: string | null; changes: object[] }>(
    server.database,
    `select g.name, e.changes from cases c
    join case_events e on e.case_id = c.id and e.version = 1
    left join operator_groups g on g.id = c.group_id where c.id = $1`,
    [id],
  )
  return { group: row!.name, change: row!.changes.find((change) => 'path' in change && `${change.path}` === 'group') }
}

describeFaces('a new case of a type category with a group', server, ({ change }) => {
  const create = async (body: object, caller = olga) => {
    const outcome = await change('createCase', { body: { ...body }, ...caller })
    if (outcome.outcome !== 'ok') throw new Error(JSON.stringify(outcome))
    return storedGroup(outcome.case.id)
  }

  test('is assigned to it, whoever creates it, and its history says so', async () => {
    const assigned = { group: 'Night team', change: { path: ['group'], from: null, to: 'Night team' } }
    expect(await create(refund)).toEqual(assigned)
    expect(await create(refund, paula)).toEqual(assigned)
  })

  test('is assigned to nobody if the group is inactive', async () => {
    expect(await create({ typeCode: 'QUESTION', categoryCode: 'ACCOUNT' })).toEqual({ group: null, change: undefined })
  })

  test('is assigned to nobody if the type category has no group', async () => {
    expect(await create({ typeCode: 'QUESTION', categoryCode: 'BILLING' })).toEqual({ group: null, change: undefined })
  })
})

describe('routing', () => {
  const document = `
mutation ($input: CreateCaseInput!) {
  result: createCase(input: $input) {
    ... on CreateCasePayload {
      case { id version group { name } permissions { update { allowed reason } } history(first: 1) { nodes { changes { path to } } } }
    }
  }
}`
  const create = async (input: object, caller = olga) =>
    (await graphqlData<{ result: { case: { id: string; version: number } } }>(server.url, document, { input }, caller))
      .result.case

  test('is shown by the answer and by a dry run, and lets members of the group see the case', async () => {
    const shown = {
      version: 1,
      group: { name: 'Night team' },
      permissions: { update: { allowed: true, reason: 'ASSIGNED_TO_YOUR_GROUP' } },
    }
    expect(await create({ ...refund, dryRun: true }, omar)).toMatchObject({ id: '0', ...shown })
    const created = await create(refund, omar)
    expect(created).toMatchObject(shown)
    const path = `/api/v4/cases/${created.id}`
    const body = JSON.stringify(refund)
    const headers = { ...credentialHeaders(omar), 'content-type': 'application/json' }
    expect((await sendRaw(server.url, { path, headers })).status).toBe(200)
    const posted = await sendRaw(server.url, { method: 'POST', path: '/api/v4/cases', headers, body })
    expect(posted.headers.location).toMatch(/^\/api\/v4\/cases\/\d+$/)
  })

  test('is what takeNextCase and lists find, and what a case was like before it was taken', async () => {
    await sql(server.database, 'update cases set group_id = null')
    const { id } = await create(refund)
    const listed = '{ cases(filter: { groupName: ["Night team"] }) { nodes { id } } }'
    expect(await graphqlData(server.url, listed, {}, olga)).toEqual({ cases: { nodes: [{ id }] } })
    const [row] = await sql<{ at: Date }>(server.database, 'select created_at as at from cases where id = $1', [id])
    const answer = await change(server.url, 'takeNextCase', { groupName: 'Night team' })
    expect(answer.case).toMatchObject({ id, version: 2, group: null, assignee: { email: 'olga@example.com' } })
    const before = 'query ($id: ID!, $at: DateTime!) { case(id: $id, asOf: $at) { group { name } assignee { email } } }'
    expect(await graphqlData(server.url, before, { id, at: row!.at }, olga)).toEqual({
      case: { group: { name: 'Night team' }, assignee: null },
    })
  })

  test('ends when the group becomes inactive, from the next request on', async () => {
    await importData(server.database, { operatorGroups: [{ ...nightTeam, active: false }] })
    expect(await create(refund, omar)).toMatchObject({ group: null, permissions: { update: { allowed: false } } })
    await importData(server.database, { operatorGroups: [nightTeam] })
    expect(await create(refund, omar)).toMatchObject({ group: { name: 'Night team' } })
  })

  test('leaves imported cases as they are in the file', async () => {
    const id = await server.addCase({ ...routed, caseData: refundData })
    expect((await sql(server.database, 'select group_id from cases where id = $1', [id]))[0]).toEqual({ groupId: null })
  })
})
