import { beforeAll, describe, expect, test } from 'vitest'
import { type Credentials, olga, paula } from '../../support/requests/credentials.ts'
import { describeFaces, refused } from '../../support/requests/faces.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { problemOf } from '../../support/requests/http.ts'
import { restClient } from '../../support/requests/rest-client.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
/** Above the IDs of cases that are created. */
let lastId = 4_600_000_000_000_000
const addCase = (values: Parameters<typeof server.addCase>[0]) => server.addCase({ id: ++lastId, ...values })
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const newCase = { ...codes, caseData: refundData }
const asParty = { ...paula, body: {} }

interface Values {
  subject: string | null
  priority: string | null
  customerWaitingSince: string | null
  createdAt: string
  updatedAt: string
  history: { nodes: { kind: string; changes: { path: string[]; from: unknown; to: unknown }[] }[]; totalCount: number }
}

const selection = `subject priority customerWaitingSince createdAt updatedAt
  history { nodes { kind changes { path from to } } totalCount }`

async function read(id: number | string, caller: Credentials = olga, asOf?: string): Promise<Values> {
  const document = `query ($id: ID!, $asOf: DateTime) { case(id: $id, asOf: $asOf) { ${selection} } }`
  return (await graphqlData<{ case: Values }>(server.url, document, { id: `${id}`, asOf }, caller)).case
}

const client = restClient(server, '/api/v4/cases')
const rest = (method: string, path: string, body?: object) => client.send(method, path, { body })

async function ids(filter: object, orderBy = 'CREATED_DESC', caller: Credentials = olga): Promise<number[]> {
  const document = `query ($filter: CaseFilter, $orderBy: CaseOrder) {
    cases(filter: $filter, orderBy: $orderBy, first: 100) { nodes { id } totalCount } }`
  const { cases } = await graphqlData<{ cases: { nodes: { id: string }[]; totalCount: number } }>(
    server.url,
    document,
    { filter, orderBy },
    caller,
  )
  expect(cases.totalCount).toBe(cases.nodes.length)
  return cases.nodes.map(({ id }) => Number(id))
}

describeFaces('the values of a case', server, (face) => {
  test('are set by a creation, and trimmed', async () => {
    const body = { ...newCase, subject: '  Wrong invoice \n', priority: 'HIGH' }
    const answer = await face.change('createCase', { body })
    if (answer.outcome !== 'ok') throw new Error(answer.code)
    expect(Object.keys(answer.case)).toEqual(['id', 'categoryCode', 'typeCode', 'status', 'resolution'])
    const { subject, priority, history } = await read(answer.case.id)
    expect([subject, priority]).toEqual(['Wrong invoice', 'HIGH'])
    expect(history.nodes[0]?.changes).toEqual(
      expect.arrayContaining([
        { path: ['subject'], from: null, to: 'Wrong invoice' },
        { path: ['priority'], from: null, to: 'HIGH' },
      ]),
    )
  })

  test('are null and NORMAL by default, and the first event then leaves them out', async () => {
    const answer = await face.change('createCase', { body: { ...newCase, subject: ' ', priority: 'NORMAL' } })
    if (answer.outcome !== 'ok') throw new Error(answer.code)
    const { subject, priority, history } = await read(answer.case.id)
    expect([subject, priority]).toEqual([null, 'NORMAL'])
    const paths = history.nodes[0]?.changes.map(({ path: [member] }) => member)
    expect(paths).not.toContain('subject')
    expect(paths).not.toContain('priority')
  })

  test('stay if an update does not send them, or sends null', async () => {
    const id = await addCase({ subject: 'Kept', priority: 'LOW' })
    await face.update({ id, body: { ...codes, status: 'New' } })
    await face.update({ id, body: { ...codes, subject: null, priority: null, status: 'Open' } })
    expect(await read(id)).toMatchObject({ subject: 'Kept', priority: 'LOW', history: { totalCount: 3 } })
  })

  test('are changed by an update, with an event that has both', async () => {
    const id = await addCase({ subject: 'Old' })
    await face.update({ id, body: { ...codes, subject: ' New ', priority: 'URGENT' } })
    await face.update({ id, body: { ...codes, subject: 'New', priority: 'URGENT' } })
    const { history, ...values } = await read(id)
    expect(values).toMatchObject({ subject: 'New', priority: 'URGENT' })
    expect(history.nodes.slice(1)).toEqual([
      {
        kind: 'UPDATED',
        changes: [
          { path: ['subject'], from: 'Old', to: 'New' },
          { path: ['priority'], from: 'NORMAL', to: 'URGENT' },
        ],
      },
    ])
    await face.update({ id, body: { ...codes, subject: ' ' } })
    expect((await read(id)).subject).toBeNull()
  })

  test('are cleared by null in a patch', async () => {
    const id = await addCase({ subject: 'Old', priority: 'HIGH' })
    await face.change('patchCase', { id, body: { status: 'New' } })
    expect(await read(id)).toMatchObject({ subject: 'Old', priority: 'HIGH' })
    await face.change('patchCase', { id, body: { subject: null, priority: null } })
    expect(await read(id)).toMatchObject({ subject: null, priority: 'NORMAL' })
  })

  test.each(['two\nlines', 'a\ttab', 'a\u0000b', 'a\u0085b', 'two\u2028lines', 'x'.repeat(201), '😀'.repeat(201)])(
    'have no subject such as %j',
    async (subject) => {
      const id = await addCase({})
      const problem = refused('malformedRequest', ['subject'])
      expect(await face.update({ id, body: { ...codes, subject } })).toEqual(problem)
      expect(await face.change('patchCase', { id, body: { subject } })).toEqual(problem)
      expect(await face.change('createCase', { body: { ...newCase, subject } })).toEqual(problem)
      expect(await server.version(id)).toBe(1)
    },
  )

  test('have a subject of up to 200 code points', async () => {
    const id = await addCase({})
    const subject = '😀'.repeat(200)
    expect(await face.update({ id, body: { ...codes, subject } })).toMatchObject({ outcome: 'ok' })
    expect((await read(id)).subject).toBe(subject)
  })

  test('are judged before the case, together with the comments', async () => {
    const body = { ...codes, subject: 'a\nb', comments: [{ text: '' }, { text: 'Hello' }] }
    const problem = refused('malformedRequest', ['subject'], ['comments', '0', 'text'])
    expect(await face.update({ id: 999_999, body })).toEqual(problem)
  })

  test('of a party have a subject, and no priority', async () => {
    const id = await addCase({ priority: 'HIGH' })
    const forbidden = refused('forbidden')
    expect(await face.update({ ...paula, id, body: { ...codes, subject: 'Mine' } })).toMatchObject({ outcome: 'ok' })
    expect((await read(id, paula)).subject).toBe('Mine')
    for (const unknown of [id, 999_999]) {
      expect(await face.update({ ...paula, id: unknown, body: { ...codes, priority: 'LOW' } })).toEqual(forbidden)
      expect(await face.change('patchCase', { ...paula, id: unknown, body: { priority: null } })).toEqual(forbidden)
    }
    expect(await face.change('createCase', { ...asParty, body: { ...newCase, priority: 'NORMAL' } })).toEqual(forbidden)
    expect(await face.update({ ...paula, id, body: { ...codes, priority: null } })).toMatchObject({ outcome: 'ok' })
    expect((await read(id)).priority).toBe('HIGH')
  })
})

describe('over REST', () => {
  test.each([7, '', 'high', 'NONE', ['HIGH']])('priority %j is malformed', async (priority) => {
    const id = await addCase({})
    for (const [method, path] of [
      ['PUT', `/${id}`],
      ['PATCH', `/${id}`],
      ['POST', ''],
    ] as const) {
      const { code, problems } = problemOf(await rest(method, path, { ...newCase, priority, subject: {} }))
      expect([code, problems?.map(({ pointer }) => pointer)]).toEqual(['malformedRequest', ['#/subject', '#/priority']])
    }
  })

  test('a complete case has the values, and the answer to a PUT only those of the source', async () => {
    const id = await addCase({ subject: 'Refund', priority: 'LOW' })
    const complete = { subject: 'Refund', priority: 'LOW', customerWaitingSince: expect.any(String) }
    expect(JSON.parse((await rest('GET', `/${id}`)).body).case).toMatchObject(complete)
    expect(JSON.parse((await rest('PATCH', `/${id}`, { status: 'New' })).body).case).toMatchObject(complete)
    const listed = JSON.parse((await rest('GET', '?first=1&orderBy=UPDATED_DESC')).body).cases
    expect(listed[0]).toMatchObject({ id, ...complete })
    const { case: updated } = JSON.parse((await rest('PUT', `/${id}`, { ...codes, subject: 'Other' })).body)
    expect(Object.keys(updated)).toEqual(['id', 'categoryCode', 'typeCode', 'status', 'resolution'])
  })

  test('a list is filtered by several priorities, and refuses unknown ones', async () => {
    const id = await addCase({ priority: 'LOW' })
    const found = JSON.parse((await rest('GET', '?priority=LOW&priority=URGENT&orderBy=CREATED_DESC')).body).cases
    expect(found.map((each: { id: number }) => each.id)).toContain(id)
    const refusal = problemOf(await rest('GET', '?priority=NONE'))
    expect([refusal.code, refusal.problems?.[0]?.parameter]).toEqual(['malformedRequest', 'priority'])
  })
})

test('over GraphQL, an unknown priority is an error of the schema', async () => {
  const document = 'mutation ($input: UpdateCaseInput!) { updateCase(input: $input) { __typename } }'
  const input = { caseInstanceId: '1001', ...codes, priority: 'NONE' }
  expect((await graphql(server.url, document, { input })).errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
})

describe('a party', () => {
  let id: number
  beforeAll(async () => {
    id = await addCase({ subject: 'Seen', priority: 'URGENT' })
    const body = (more: object) => ({ ...codes, ...more })
    await rest('PUT', `/${id}`, body({ priority: 'HIGH' }))
    await rest('PUT', `/${id}`, body({ priority: 'LOW', comments: [{ text: 'Secret', internal: true }] }))
    await rest('PUT', `/${id}`, body({ priority: 'NORMAL', status: 'New' }))
    await rest('PUT', `/${id}`, body({ priority: 'HIGH', comments: ['Hello'] }))
  })

  test('sees neither the priority nor who waits, nor events that have nothing else', async () => {
    const { history, ...values } = await read(id, paula)
    expect(values).toMatchObject({ subject: 'Seen', priority: null, customerWaitingSince: null })
    expect([history.totalCount, history.nodes.map(({ changes }) => changes)]).toEqual([
      3,
      [[], [{ path: ['status'], from: 'Open', to: 'New' }], []],
    ])
    expect((await read(id)).history.totalCount).toBe(5)
  })

  test('does not find out about the priority by a filter of the history, or by the version', async () => {
    const document = `query ($id: ID!) { case(id: $id) { history(filter: { field: ["priority"] }) { totalCount } } }`
    const total = async (caller: Credentials) =>
      (await graphqlData<{ case: Pick<Values, 'history'> }>(server.url, document, { id: `${id}` }, caller)).case.history
    expect([await total(paula), await total(olga)]).toEqual([{ totalCount: 0 }, { totalCount: 4 }])
    const change = 'mutation ($input: UpdateCaseInput!) { updateCase(input: $input) { __typename } }'
    const input = { caseInstanceId: `${id}`, ...codes, expectedVersion: 1 }
    const fields = async (caller: Credentials) =>
      (await graphql(server.url, change, { input }, caller)).errors?.[0]?.extensions as { changedFields?: unknown }
    expect((await fields(paula)).changedFields).toEqual([['status']])
    expect((await fields(olga)).changedFields).toContainEqual(['priority'])
  })

  test('does not find out about them by a list', async () => {
    expect(await ids({ priority: ['LOW', 'NORMAL', 'HIGH', 'URGENT'] }, 'CREATED_DESC', paula)).toEqual([])
    expect(await ids({ customerWaiting: true }, 'CREATED_DESC', paula)).toEqual([])
    expect(await ids({ customerWaiting: false }, 'CREATED_DESC', paula)).toContain(id)
    expect(await ids({}, 'WAITING_LONGEST', paula)).toEqual([])
  })
})

describe('the past', () => {
  test('has the values of its time, and nobody who waits', async () => {
    const id = await addCase({ subject: 'First', priority: 'LOW' })
    const { updatedAt } = await read(id)
    await rest('PUT', `/${id}`, { ...codes, subject: 'Second', priority: 'URGENT' })
    await rest('PATCH', `/${id}`, { subject: null })
    expect(await read(id, olga, updatedAt)).toMatchObject({
      subject: 'First',
      priority: 'LOW',
      customerWaitingSince: null,
    })
    const now = await read(id)
    expect(await read(id, olga, now.updatedAt)).toMatchObject({ subject: null, customerWaitingSince: null })
    expect(now.customerWaitingSince).not.toBeNull()
  })

  test('is what a repeated request returns, with since when somebody waited then', async () => {
    const id = await addCase({})
    const send = (key = `past-${id}`) => {
      const headers = { 'content-type': 'application/merge-patch+json', 'idempotency-key': `"${key}"` }
      return client.send('PATCH', `/${id}`, { headers, body: { subject: 'Once', priority: 'HIGH' } })
    }
    const first = await send()
    const unchanged = await send(`unchanged-${id}`)
    for (const { body } of [first, unchanged]) expect(JSON.parse(body).case.customerWaitingSince).not.toBeNull()
    await rest('PATCH', `/${id}`, { subject: 'Twice', priority: 'LOW', comments: ['Answered.'] })
    expect((await read(id)).customerWaitingSince).toBeNull()
    expect((await send()).body).toBe(first.body)
    expect((await send(`unchanged-${id}`)).body).toBe(unchanged.body)
  })
})

describe('a list', () => {
  test('is searched by words of the subject', async () => {
    const id = await addCase({ subject: 'Zeppelin landed twice' })
    const comments = [{ text: 'A zeppelin', authorEmail: 'paula@example.com' }]
    const other = await addCase({ subject: 'Something else', comments })
    expect(await ids({ text: 'zeppel' })).toEqual([other, id])
    expect(await ids({ text: '"landed twice"' }, 'CREATED_DESC', paula)).toEqual([id])
    expect(await ids({ text: 'zeppelin else' })).toEqual([])
    await rest('PATCH', `/${id}`, { subject: 'Nothing' })
    expect(await ids({ text: 'landed' })).toEqual([])
  })

  test('has cases of some priorities', async () => {
    const urgent = await addCase({ priority: 'URGENT', subject: 'priorities' })
    const normal = await addCase({ subject: 'priorities' })
    expect(await ids({ text: 'priorities', priority: ['URGENT', 'LOW'] })).toEqual([urgent])
    expect(await ids({ text: 'priorities', priority: ['NORMAL'] })).toEqual([normal])
    expect(await ids({ text: 'priorities', priority: [] })).toEqual([])
  })

  test('has the cases that wait, the longest first, on every page', async () => {
    const subject = 'queueing'
    const second = await addCase({ subject, createdAt: '2025-03-02T00:00:00Z' })
    const first = await addCase({ subject, createdAt: '2025-03-01T00:00:00Z' })
    const third = await addCase({ subject, createdAt: '2025-03-03T00:00:00Z' })
    const closed = await addCase({ subject, status: 'Closed', createdAt: '2025-03-01T00:00:00Z' })
    const filter = { text: subject }
    expect(await ids(filter, 'WAITING_LONGEST')).toEqual([first, second, third])
    expect(await ids({ ...filter, customerWaiting: false })).toEqual([closed])
    expect((await ids({ ...filter, customerWaiting: true })).toSorted()).toEqual([first, second, third].toSorted())
    expect(await ids({ ...filter, customerWaiting: false }, 'WAITING_LONGEST')).toEqual([])
    const page = async (query: string) =>
      JSON.parse((await rest('GET', `?orderBy=WAITING_LONGEST&text=${subject}&${query}`)).body)
    const one = await page('first=1')
    const next = await page(`first=2&after=${one.pageInfo.endCursor}`)
    const back = await page(`last=1&before=${next.pageInfo.endCursor}`)
    const idsOf = ({ cases }: { cases: { id: number }[] }) => cases.map(({ id }) => id)
    expect([one, next, back].map(idsOf)).toEqual([[first], [second, third], [second]])
  })
})
