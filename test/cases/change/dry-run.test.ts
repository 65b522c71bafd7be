import { expect, test } from 'vitest'
import { sql } from '../../support/database/database.ts'
import { olga } from '../../support/requests/credentials.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { type ChangeName, change } from '../../support/requests/changes.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

const inputs: [ChangeName, Record<string, unknown>, Record<string, unknown>][] = [
  ['createCase', { ...codes, caseData: refundData }, { status: 'Gone' }],
  ['updateCase', { ...codes, status: 'In progress', comments: [{ text: 'x' }] }, { status: 'Gone' }],
  ['assignCase', { email: 'olga@example.com' }, { email: 'oona@example.com' }],
  ['unassignCase', {}, { caseInstanceId: '1' }],
  ['takeNextCase', { groupName: 'Billing team' }, { groupName: 'Telex desk' }],
  ['addComments', { comments: [{ text: 'x' }] }, { caseInstanceId: '1' }],
  ['editComment', { text: 'x' }, { commentId: 'comment:1:1:1' }],
  ['removeComment', {}, { commentId: 'comment:1:1:1' }],
]

/** A case of a group with a comment, for each mutation that changes one. */
async function targetOf(mutation: ChangeName): Promise<Record<string, unknown>> {
  const comments = [{ text: 'Hello', authorEmail: 'olga@example.com' }]
  const id = await server.addCase({ groupName: 'Billing team', comments })
  if (mutation === 'createCase' || mutation === 'takeNextCase') return {}
  return mutation.endsWith('Comment') ? { commentId: `comment:${id}:1:1` } : { caseInstanceId: `${id}` }
}

async function everything(): Promise<unknown> {
  const tables = ['cases', 'case_events', 'case_comments', 'idempotency_keys']
  return Promise.all(tables.map((table) => sql(server.database, `select * from ${table} order by 1, 2, 3`)))
}

test.each(inputs)('a dry run of %s answers as the real one and writes nothing', async (mutation, input, wrong) => {
  const target = await targetOf(mutation)
  const before = await everything()
  const dry = await change(server.url, mutation, { ...target, ...input, dryRun: true, idempotencyKey: 'dry' })
  const failing = { ...target, ...input, ...wrong, dryRun: true, idempotencyKey: 'dry' }
  const dryFailure = await change(server.url, mutation, failing)
  expect(await everything()).toEqual(before)
  const { id: _, updatedAt: __, customerWaitingSince: ___, comments: ____, ...expected } = dry.case ?? {}
  expect(await change(server.url, mutation, { ...target, ...input, ...wrong })).toEqual(dryFailure)
  const real = await change(server.url, mutation, { ...target, ...input, dryRun: false })
  expect(Object.keys(expected).length).toBeGreaterThan(5)
  expect(real.case).toMatchObject(expected)
  expect(await everything()).not.toEqual(before)
})

test.each<[ChangeName, object]>([
  ['addComments', { comments: [{ text: 'x' }] }],
  ['editComment', { text: 'x' }],
  ['removeComment', {}],
])('a dry run of %s returns the stored comments and the stored history', async (mutation, input) => {
  const sent = { ...(await targetOf(mutation)), ...input, dryRun: true }
  const selection = 'comments { totalCount nodes { text } } history { totalCount }'
  const stored = { comments: { totalCount: 1, nodes: [{ text: 'Hello' }] }, history: { totalCount: 1 } }
  expect((await change<object>(server.url, mutation, sent, olga, selection)).case).toEqual(stored)
})

test.each(['updateCases', 'assignCases'])(
  'a dry run in %s writes nothing, beside changes that are written',
  async (mutation) => {
    const ids = [await server.addCase(), await server.addCase()]
    const change = mutation === 'updateCases' ? { ...codes, status: 'In progress' } : { groupName: 'Billing team' }
    const inputs = ids.map((id, index) => ({ caseInstanceId: `${id}`, ...change, dryRun: index === 0 }))
    const type = mutation === 'updateCases' ? 'UpdateCase' : 'AssignCase'
    const document = `mutation ($inputs: [${type}Input!]!) {
    results: ${mutation}(inputs: $inputs) { ... on ${type}Payload { case { version } } }
  }`
    const { results } = await graphqlData<{ results: unknown[] }>(server.url, document, { inputs })
    expect(results).toEqual([{ case: { version: 2 } }, { case: { version: 2 } }])
    expect([await server.version(ids[0]!), await server.version(ids[1]!)]).toEqual([1, 2])
  },
)

test('a dry run ignores its key, although another request used it', async () => {
  const input = { ...codes, caseData: refundData, idempotencyKey: 'used' }
  await change(server.url, 'createCase', input)
  const { code } = await change(server.url, 'createCase', { ...input, status: 'Gone', dryRun: true })
  expect(code).toBe('InvalidName')
})
