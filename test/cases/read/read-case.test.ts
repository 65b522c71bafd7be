import { describe, expect, test } from 'vitest'
import { type Credentials, olga, paula } from '../../support/requests/credentials.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { restFace } from '../../support/requests/rest-face.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
const face = restFace(server)

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

async function readCase<Case>(id: number | string, fields: string, caller: Credentials = olga): Promise<Case> {
  const document = `query ($id: ID!) { case(id: $id) { ${fields} } }`
  return (await graphqlData<{ case: Case }>(server.url, document, { id: `${id}` }, caller)).case
}

describe('a case', () => {
  const fields = `id categoryCode typeCode status resolution version caseData createdAt updatedAt
    party { email firstname login } assignee { email firstname login } group { name }`

  test('has the imported values', async () => {
    const found = await readCase(1001, fields)
    expect(found).toEqual({
      id: '1001',
      ...codes,
      status: 'Open',
      resolution: 'Unresolved',
      version: 1,
      caseData: refundData,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      party: { email: 'paula@example.com', firstname: 'Paula', login: 'PARTY' },
      assignee: null,
      group: null,
    })
  })

  test('has the changed values', async () => {
    const createdAt = '2026-07-01T00:00:00.000Z'
    const id = await server.addCase({ partyEmail: null, createdAt, updatedAt: createdAt })
    await face.assign({ id, body: { email: 'olga@example.com' } })
    await face.update({ id, body: { ...codes, status: 'Resolved', caseData: { ...refundData, amount: 1 } } })
    const after = await readCase<{ updatedAt: string }>(id, fields)
    expect(after).toMatchObject({
      version: 3,
      status: 'Resolved',
      caseData: { ...refundData, amount: 1 },
      createdAt,
      party: null,
      assignee: { email: 'olga@example.com', firstname: 'Olga', login: 'OPERATOR' },
      group: null,
    })
    expect(after.updatedAt > createdAt).toBe(true)
    await face.assign({ id, body: { groupName: 'Billing team' } })
    expect(await readCase(id, fields)).toMatchObject({ assignee: null, group: { name: 'Billing team' } })
  })

  test('is returned by a change in its new state', async () => {
    const id = await server.addCase()
    const document = `mutation ($id: ID!) { updateCase(input: {
      caseInstanceId: $id, categoryCode: "BILLING", typeCode: "REFUND", status: "New", comments: [{ text: "New." }]
    }) { ... on UpdateCasePayload { case {
      status version party { email } comments { edges { node { text } } } history { edges { node { sequence } } }
    } } } }`
    expect(await graphqlData(server.url, document, { id })).toEqual({
      updateCase: {
        case: {
          status: 'New',
          version: 2,
          party: { email: 'paula@example.com' },
          comments: { edges: [{ node: { text: 'New.' } }] },
          history: { edges: [{ node: { sequence: 1 } }, { node: { sequence: 2 } }] },
        },
      },
    })
  })
})

describe('the history', () => {
  interface CaseEvent {
    sequence: number
    kind: string
    actor: { email: string; login: string } | null
    touchpoint: string | null
    at: string
    changes: { path: string[]; from: unknown; to: unknown }[]
  }
  const fields = `history { edges { node {
    sequence kind actor { email login } touchpoint at changes { path from to }
  } } }`
  const readHistory = async (id: number) => {
    const { history } = await readCase<{ history: { edges: { node: CaseEvent }[] } }>(id, fields)
    return history.edges.map(({ node }) => node)
  }

  test('has one event for each version, with actor, touchpoint and changes', async () => {
    const id = await server.addCase()
    await face.update({ id, body: { ...codes, status: 'In progress', caseData: { ...refundData, amount: 7 } } })
    await face.assign({ id, body: { email: 'olga@example.com' } })
    await face.update({ id, ...paula, body: { ...codes, comments: [{ text: 'Hello.' }] } })
    await face.assign({ id, body: { groupName: 'Billing team' } })
    await face.update({ id, body: codes })
    const history = await readHistory(id)
    expect(history.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [1, 'IMPORTED'],
      [2, 'UPDATED'],
      [3, 'ASSIGNED'],
      [4, 'UPDATED'],
      [5, 'ASSIGNED'],
    ])
    const byOlga = { actor: { email: 'olga@example.com', login: 'OPERATOR' }, touchpoint: 'desk' }
    expect(history[0]).toMatchObject({ actor: null, touchpoint: null })
    expect(history[1]).toMatchObject(byOlga)
    expect(history[1]?.changes).toHaveLength(2)
    expect(history[1]?.changes).toEqual(
      expect.arrayContaining([
        { path: ['status'], from: 'Open', to: 'In progress' },
        { path: ['caseData', 'amount'], from: 42.5, to: 7 },
      ]),
    )
    expect(history[2]).toMatchObject(byOlga)
    expect(history[2]?.changes).toEqual([{ path: ['assignee'], from: null, to: 'olga@example.com' }])
    expect(history[3]).toMatchObject({
      actor: { email: 'paula@example.com', login: 'PARTY' },
      touchpoint: 'web',
      changes: [],
    })
    expect(history[4]?.changes).toEqual(
      expect.arrayContaining([
        { path: ['assignee'], from: 'olga@example.com', to: null },
        { path: ['group'], from: null, to: 'Billing team' },
      ]),
    )
    const instants = history.slice(1).map(({ at }) => at)
    expect(instants).toEqual([...instants].sort())
  })
})
