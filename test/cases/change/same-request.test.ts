import { describe, expect, test } from 'vitest'
import { credentialHeaders, olga } from '../../support/requests/credentials.ts'
import { routes } from '../../../src/routes.ts'
import { countRows } from '../../support/database/count-rows.ts'
import { sendRaw } from '../../support/requests/http.ts'
import { type ChangeName, change } from '../../support/requests/changes.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const { amount, ...others } = refundData

/** A request over one API: the input without what identifies the case, or the body and headers. */
interface Sent {
  input?: Record<string, unknown>
  body?: Record<string, unknown>
  ifMatch?: string
}

let lastKey = 0

/** A new case, and how to send requests about it with the same key. */
async function requestsOf(mutation: ChangeName) {
  const comments = [{ text: 'Hello', authorEmail: 'olga@example.com' }]
  const id = await server.addCase({ groupName: 'Billing team', comments })
  const idempotencyKey = `same ${++lastKey}`
  async function overGraphQL(input: Record<string, unknown> = {}) {
    const target = mutation.endsWith('Comment') ? { commentId: `comment:${id}:1:1` } : { caseInstanceId: `${id}` }
    const named = mutation === 'createCase' || mutation === 'takeNextCase' ? {} : target
    const { case: found, code, error } = await change(server.url, mutation, { ...named, ...input, idempotencyKey })
    return { id: Number(found?.id), code: code ?? error?.code }
  }
  async function overRest(sent: Record<string, unknown> = {}, ifMatch?: string) {
    const { method, path } = routes.find(({ operation }) => operation === mutation)!
    const body = method === 'DELETE' ? undefined : JSON.stringify(sent)
    const headers = {
      ...credentialHeaders(olga),
      'idempotency-key': `"${idempotencyKey}"`,
      ...(body && { 'content-type': 'application/json' }),
      ...(ifMatch && { 'if-match': ifMatch }),
    }
    const target = path.replace(':caseInstanceId', `${id}`).replace(':commentId', `comment:${id}:1:1`)
    const response = await sendRaw(server.url, { method, path: target, headers, ...(body && { body }) })
    const answer = JSON.parse(response.body) as { case?: { id: number }; code?: string }
    return { id: Number(answer.case?.id), code: answer.code }
  }
  return ({ input, body, ifMatch }: Sent) => (input ? overGraphQL(input) : overRest(body, ifMatch))
}

const same: [mutation: ChangeName, one: Sent, other: Sent][] = [
  [
    'updateCase',
    { input: { ...codes, comments: [{ text: ' Hello ' }], resolution: null } },
    { body: { ...codes, comments: ['Hello\n'], caseData: null } },
  ],
  ['updateCase', { input: { ...codes, status: 'Resolved' } }, { body: { ...codes, status: 'Resolved', comments: [] } }],
  ['updateCase', { input: { ...codes, subject: ' Bill ', priority: null } }, { body: { ...codes, subject: 'Bill' } }],
  ['patchCase', { input: { subject: ' ', priority: null } }, { body: { subject: null, priority: 'NORMAL' } }],
  ['updateCase', { input: { ...codes, expectedVersion: 1 } }, { body: codes, ifMatch: '"1"' }],
  ['patchCase', { input: { status: 'Resolved' } }, { body: { status: 'Resolved', comments: null } }],
  ['patchCase', { input: { status: 'Resolved', caseData: {} } }, { body: { status: 'Resolved' } }],
  ['patchCase', { input: { caseData: { amount: 3 } } }, { body: { caseData: { amount: 3.0 }, comments: [] } }],
  [
    'assignCase',
    { input: { email: 'OLGA@example.com', groupName: null } },
    { body: { email: 'olga@example.com', groupName: null } },
  ],
  ['unassignCase', { input: { expectedVersion: null } }, { body: {} }],
  ['takeNextCase', { input: { groupName: null } }, { body: {} }],
  ['addComments', { input: { comments: [{ text: 'Hi', internal: null }] } }, { body: { comments: ['Hi '] } }],
  ['addComments', { input: { comments: [] } }, { body: { comments: [] } }],
  ['editComment', { input: { text: 'Changed ' } }, { body: { text: ' Changed' } }],
  ['removeComment', { input: {} }, {}],
  // Last, because the cases that tests add have the IDs that follow.
  [
    'createCase',
    { input: { ...codes, caseData: refundData, partyEmail: 'Paula@Example.com' } },
    {
      body: { ...codes, caseData: { ...others, amount }, partyEmail: 'paula@example.com', comments: [], status: null },
    },
  ],
  [
    'createCase',
    { input: { categoryCode: 'BILLING', typeCode: 'QUESTION', caseData: null, subject: '', priority: 'NORMAL' } },
    { body: { categoryCode: 'BILLING', typeCode: 'QUESTION', caseData: {} } },
  ],
]

describe.each(same)('%s is the same request as', (mutation, one, other) => {
  test.each([
    [one, other],
    [other, one],
  ])('%j is %j', async (first, second) => {
    const send = await requestsOf(mutation)
    const answer = await send(first)
    expect(answer.id).toBeGreaterThan(0)
    const rows = await countRows(server.database)
    expect(await send(second)).toEqual(answer)
    expect(await countRows(server.database)).toEqual(rows)
  })
})

test.each<[mutation: ChangeName, one: Sent, other: Sent]>([
  ['updateCase', { input: { ...codes, status: 'Open' } }, { body: codes }],
  ['updateCase', { input: codes }, { body: { ...codes, caseData: {} } }],
  ['updateCase', { body: codes }, { body: codes, ifMatch: '"1"' }],
  [
    'updateCase',
    { body: { ...codes, caseData: refundData } },
    { body: { ...codes, caseData: { ...refundData, amount: '42.5' } } },
  ],
  ['updateCase', { body: { ...codes, comments: ['a', 'b'] } }, { body: { ...codes, comments: ['b', 'a'] } }],
  ['updateCase', { input: { ...codes, subject: '' } }, { body: codes }],
  ['patchCase', { input: { priority: null } }, { body: {} }],
  ['patchCase', { input: { status: null } }, { body: {} }],
  ['patchCase', { body: { caseData: null } }, { body: { caseData: {} } }],
  ['patchCase', { body: codes }, { body: { ...codes, caseData: { amount: null } } }],
  ['addComments', { body: { comments: ['a'] } }, { input: { comments: [{ text: 'a', internal: true }] } }],
])('%s is another request with %j than with %j', async (mutation, one, other) => {
  const send = await requestsOf(mutation)
  await send(one)
  expect((await send(other)).code?.toLowerCase()).toBe('conflict')
})

test('deeply nested case data is refused like any other, over both APIs', async () => {
  const id = await server.addCase()
  const headers = { ...credentialHeaders(olga), 'content-type': 'application/json', 'idempotency-key': 'deep' }
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const withData = (body: object, depth: number) => JSON.stringify(body).replace('"nested"', nested(depth))
  const overRest = async (depth: number) => {
    const body = withData({ ...codes, caseData: { amount: 'nested' } }, depth)
    const { body: text } = await sendRaw(server.url, { method: 'PUT', path: `/api/v4/cases/${id}`, headers, body })
    return JSON.parse(text).code
  }
  const overGraphQL = async (depth: number) => {
    const input = { caseInstanceId: `${id}`, ...codes, caseData: { amount: 'nested' }, idempotencyKey: 'deep' }
    const query = `mutation ($input: UpdateCaseInput!) { updateCase(input: $input) { ... on UpdateCaseError { code } } }`
    const body = withData({ query, variables: { input } }, depth)
    const { body: text } = await sendRaw(server.url, { method: 'POST', path: '/graphql', headers, body })
    const { data, errors } = JSON.parse(text)
    return data.updateCase?.code ?? errors[0].extensions.code
  }
  expect([await overRest(100_000), await overGraphQL(100_000)]).toEqual(['invalidCaseField', 'invalidCaseField'])
  expect([await overRest(99_999), await overGraphQL(99_999)]).toEqual(['conflict', 'CONFLICT'])
})
