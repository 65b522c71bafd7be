import { describe, expect, test } from 'vitest'
import { importData } from '../../../src/transfer/import/import.ts'
import { type Credentials, olga, paula, pedro } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { recordStatements } from '../../support/database/statement-recorder.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

interface Result {
  __typename: string
  case?: { id: string; version: number; status: string }
  code?: string
  details?: object
}
type Input = Record<string, unknown>

const documentOf = (mutation: string, type: string) => `mutation ($inputs: [${type}Input!]!) {
  results: ${mutation}(inputs: $inputs) {
    __typename
    ... on ${type}Payload { case { id version status } }
    ... on ${type}Error { problem: code }
    ... on RejectedChange { code: errorCode details }
  }
}`
const updateCases = documentOf('updateCases', 'UpdateCase')
const assignCases = documentOf('assignCases', 'AssignCase')

const send = (document: string, inputs: Input[], caller?: Credentials) =>
  graphql<{ results: (Result & { problem?: string })[] | null }>(server.url, document, { inputs }, caller)
async function results(document: string, inputs: Input[], caller?: Credentials) {
  return (await graphqlData<{ results: (Result & { problem?: string })[] }>(server.url, document, { inputs }, caller))
    .results
}
let lastId = 600_000
async function newCases(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => ++lastId)
  const values = { ...codes, status: 'Open', resolution: 'Unresolved', partyEmail: 'paula@example.com' }
  await importData(server.database, { cases: ids.map((id) => ({ id, ...values, caseData: refundData })) })
  return ids.map(String)
}
/** The first request of a server loads the catalogue. */
const loadCatalogue = () => graphqlData(server.url, '{ statuses { name } }')
const update = (caseInstanceId: string, values: Input = {}): Input => ({ caseInstanceId, ...codes, ...values })

describe.each([
  ['updateCases', updateCases, { ...codes, status: 'In progress' }],
  ['assignCases', assignCases, { groupName: 'Billing team' }],
] as const)('%s', (_mutation, document, change) => {
  test('changes 100 cases in order, with one statement to load and one to write', async () => {
    const ids = (await newCases(100)).toReversed()
    await loadCatalogue()
    const texts = recordStatements()
    const changed = await results(
      document,
      ids.map((caseInstanceId) => ({ caseInstanceId, ...change })),
    )
    expect(changed.map((result) => result.case?.id)).toEqual(ids)
    expect(new Set(changed.map((result) => result.case?.version))).toEqual(new Set([2]))
    expect(texts).toHaveLength(2)
  })
  test('with keys takes only one statement more, which stores the keys of inputs that changed nothing', async () => {
    const ids = await newCases(20)
    const key = crypto.randomUUID()
    const unknown = Array.from({ length: 5 }, (_, index) => `${900_000 + index}`)
    const inputs = [...ids, ...unknown].map((caseInstanceId, index) => ({
      caseInstanceId,
      ...change,
      idempotencyKey: `${key} ${index}`,
    }))
    await loadCatalogue()
    const texts = recordStatements()
    const first = await results(document, inputs)
    expect(texts.filter((text) => text.includes('ordinal'))).toHaveLength(3)
    expect(first.map(({ __typename }) => __typename.replace(/^.*Case/, ''))).toEqual([
      ...ids.map(() => 'Payload'),
      ...unknown.map(() => 'Error'),
    ])
    expect(await results(document, inputs)).toEqual(first)
    expect(await server.version(Number(ids[0]))).toBe(2)
  })
  test('refuses more than 100 inputs and writes nothing', async () => {
    const [id = ''] = await newCases(1)
    const { data, errors } = await send(
      document,
      Array.from({ length: 101 }, () => ({ caseInstanceId: id, ...change })),
    )
    expect(data).toEqual({ results: null })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ path: ['inputs'] }] })
    expect(await server.version(Number(id))).toBe(1)
  })
  test.each([
    [[]],
    [[{ caseInstanceId: '1' }, { caseInstanceId: '2' }]],
    [Array.from({ length: 101 }, () => ({ caseInstanceId: '1' }))],
  ])('requires a session (%#)', async (inputs) => {
    for (const caller of [
      { token: 'x', touchpoint: 'desk' },
      { token: '', touchpoint: '' },
    ]) {
      const { data, errors } = await send(document, inputs, caller)
      expect(data).toEqual({ results: null })
      const isTooLong = inputs.length > 100 && caller.token !== ''
      expect(errors?.[0]?.extensions?.code).toBe(isTooLong ? 'BAD_USER_INPUT' : 'UNAUTHENTICATED')
    }
  })
  test('of nothing returns nothing', async () => {
    expect(await results(document, [])).toEqual([])
  })
  test('reports a rejection of each input in its place, even if all are rejected', async () => {
    const ids = await newCases(2)
    const stale = ids.map((caseInstanceId) => ({ caseInstanceId, ...change, expectedVersion: 7 }))
    const rejected = { __typename: 'RejectedChange', code: 'PRECONDITION_FAILED', details: { currentVersion: 1 } }
    expect(await results(document, stale)).toEqual([rejected, rejected])
    expect(await results(document, [stale[0]!, { caseInstanceId: ids[1], ...change }])).toMatchObject([
      rejected,
      { case: { version: 2 } },
    ])
  })
})

test('one selection has the problems of every result, whatever its type', async () => {
  const [id = ''] = await newCases(1)
  const document = `mutation ($inputs: [UpdateCaseInput!]!) {
    results: updateCases(inputs: $inputs) {
      __typename
      ... on MutationError { message problems { errorCode message path } }
    }
  }`
  const inputs = [
    update(id, { status: 'Done', resolution: 'Lost' }),
    update(id, { comments: [{ text: ' ' }, { text: '' }] }),
    update(id, { expectedVersion: 7 }),
  ]
  const { data } = await send(document, inputs)
  const problem = (errorCode: string, ...path: string[]) => ({ errorCode, path, message: expect.any(String) })
  const expected = [
    ['UpdateCaseError', problem('InvalidName', 'status'), problem('InvalidName', 'resolution')],
    [
      'RejectedChange',
      problem('BAD_USER_INPUT', 'comments', '0', 'text'),
      problem('BAD_USER_INPUT', 'comments', '1', 'text'),
    ],
    ['RejectedChange', problem('PRECONDITION_FAILED')],
  ].map(([__typename, ...problems]) => ({ __typename, message: expect.any(String), problems }))
  expect(data?.results).toEqual(expected)
  for (const { message, problems } of data!.results as unknown as {
    message: string
    problems: { message: string }[]
  }[]) {
    expect(problems[0]?.message).toBe(message)
  }
})

test.each<[code: string, inputs: (id: string) => Input[], caller: Credentials]>([
  ['CONFLICT', (id) => [update(id, { status: 'New', idempotencyKey: 'used' })], olga],
  ['BAD_USER_INPUT', (id) => [update(id, { comments: [{ text: ' ' }] })], olga],
  ['FORBIDDEN', (id) => [update(id, { comments: [{ text: 'x', internal: true }] })], paula],
])('%s of all inputs concerns each of them', async (code, inputs, caller) => {
  const [id = ''] = await newCases(1)
  await results(updateCases, [update(id, { status: 'Open', idempotencyKey: 'used' })])
  expect(await results(updateCases, [...inputs(id), ...inputs(id)], caller)).toMatchObject([{ code }, { code }])
})

test('an input that fails does not stop the others, and the results are in the order of the inputs', async () => {
  const [first = '', second = '', third = '', fourth = ''] = await newCases(4)
  const key = crypto.randomUUID()
  await results(updateCases, [update(fourth, { idempotencyKey: key })])
  const changed = await results(updateCases, [
    update(first, { status: 'New' }),
    update('999999'),
    update(second, { status: 'Gone' }),
    { caseInstanceId: second },
    update(second, { expectedVersion: 3 }),
    update(second, { comments: [{ text: ' ' }] }),
    update(second, { idempotencyKey: key }),
    update(second, { idempotencyKey: '' }),
    update(third, { status: 'New' }),
  ])
  expect(changed.map((result) => result.problem ?? result.code ?? result.case?.status)).toEqual([
    'New',
    'invalidId',
    'InvalidName',
    'CodeRequired',
    'PRECONDITION_FAILED',
    'BAD_USER_INPUT',
    'CONFLICT',
    'BAD_USER_INPUT',
    'New',
  ])
  expect(changed[5]?.details).toMatchObject({ problems: [{ path: ['comments', '0', 'text'] }] })
  expect(await server.version(Number(second))).toBe(1)
})

test('each assignment has its own code', async () => {
  const [id = ''] = await newCases(1)
  const targets = [
    { email: 'x@example.com', groupName: 'x' },
    {},
    { email: 'x@example.com' },
    { email: 'oona@example.com' },
    { email: 'omar@example.com' },
    { groupName: 'x' },
    { email: 'olga@example.com' },
  ]
  const changed = await results(assignCases, [
    { caseInstanceId: 'x', email: 'olga@example.com' },
    ...targets.map((target) => ({ caseInstanceId: id, ...target })),
  ])
  expect(changed.map(({ problem }) => problem)).toEqual([
    'invalidId',
    'invalid',
    'missing',
    'operatorNotValid',
    'blocked',
    'isNotAuthorized',
    'invalidName',
    undefined,
  ])
})

test('a party may send updates, and internal comments of parties are forbidden one by one', async () => {
  const [first = '', second = ''] = await newCases(2)
  const inputs = [update(first, { status: 'New' }), update(second, { comments: [{ text: 'x', internal: true }] })]
  const changed = await results(updateCases, inputs, paula)
  expect(changed).toMatchObject([{ case: { version: 2 } }, { code: 'FORBIDDEN' }])
  expect(await results(updateCases, inputs.slice(0, 1), pedro)).toMatchObject([{ problem: 'invalidId' }])
  expect(await results(assignCases, [{ caseInstanceId: first, groupName: 'Billing team' }], paula)).toMatchObject([
    { problem: 'invalidId' },
  ])
})

test('the same case several times gets every change, in order', async () => {
  const [id = '', other = ''] = await newCases(2)
  const statuses = ['New', 'In progress', 'Waiting for customer', 'Open']
  const inputs = [...statuses.map((status) => update(id, { status })), update(other, { status: 'New' })]
  const changed = await results(updateCases, inputs)
  expect(changed.map((result) => [result.case?.version, result.case?.status])).toEqual([
    [2, 'New'],
    [3, 'In progress'],
    [4, 'Waiting for customer'],
    [5, 'Open'],
    [2, 'New'],
  ])
})

test('the same key several times takes effect once', async () => {
  const ids = await newCases(2)
  const idempotencyKey = crypto.randomUUID()
  const input = (id = '') => update(id, { status: 'New', idempotencyKey })
  const changed = await results(updateCases, [input(ids[0]), input(ids[0]), input(ids[1])])
  expect(changed).toMatchObject([
    { case: { id: ids[0], version: 2 } },
    { case: { id: ids[0], version: 2 } },
    { code: 'CONFLICT' },
  ])
  expect([await server.version(Number(ids[0])), await server.version(Number(ids[1]))]).toEqual([2, 1])
})

test('the key of a change in a list is that of the same change alone', async () => {
  const [id = ''] = await newCases(1)
  const input = update(id, { status: 'New', idempotencyKey: crypto.randomUUID() })
  const [first] = await results(updateCases, [input])
  const document = `mutation ($input: UpdateCaseInput!) {
    result: updateCase(input: $input) { __typename ... on UpdateCasePayload { case { id version status } } }
  }`
  expect(await graphqlData(server.url, document, { input }, olga)).toEqual({ result: first })
})

test('keys of failed changes that are sent together are stored once', async () => {
  const idempotencyKey = crypto.randomUUID()
  const inputs = ['999998', '999998', '999999'].map((id) => update(id, { idempotencyKey }))
  expect(await results(updateCases, inputs)).toMatchObject([
    { problem: 'invalidId' },
    { problem: 'invalidId' },
    { code: 'CONFLICT' },
  ])
  const stored = await sql(server.database, 'select key from idempotency_keys where key = $1', [idempotencyKey])
  expect(stored).toHaveLength(1)
})

test('all changes together have at most 100 problems, and each that failed has one', async () => {
  const caseData = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`x${index}`, 1]))
  const ids = await newCases(3)
  const document = `mutation ($inputs: [UpdateCaseInput!]!) {
    results: updateCases(inputs: $inputs) {
      ... on UpdateCaseError { problems { path } }
      ... on RejectedChange { problems { path } details }
    }
  }`
  const comments = Array.from({ length: 50 }, () => ({ text: '' }))
  const inputs = [...ids.map((id) => update(id, { caseData })), update(ids[0]!, { comments })]
  const data = await graphqlData<{ results: { problems: object[]; details?: { problems: object[] } }[] }>(
    server.url,
    document,
    { inputs },
  )
  expect(data.results.map(({ problems }) => problems.length)).toEqual([93, 5, 1, 1])
  expect(data.results[3]?.details?.problems).toHaveLength(1)
})
