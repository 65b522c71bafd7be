import { describe, expect, test } from 'vitest'
import { sql } from '../../support/database/database.ts'
import { ada, adminData } from '../../support/requests/configure.ts'
import { recordStatements } from '../../support/database/statement-recorder.ts'
import { change } from '../../support/requests/changes.ts'
import { carla, type Credentials, olga, odette, paula } from '../../support/requests/credentials.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { restClient } from '../../support/requests/rest-client.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer({ data: adminData })
const rest = restClient(server)

interface Found {
  case: { unread: boolean; version: number; updatedAt: string } | null
}

async function read(id: number | string, caller = olga) {
  const query = `query { case(id: "${id}") { unread version updatedAt } }`
  return (await graphqlData<Found>(server.url, query, {}, caller)).case
}

const isUnread = async (id: number | string, caller?: Credentials) => (await read(id, caller))?.unread

async function list(filter: string, caller = olga): Promise<string[]> {
  const query = `query { cases(first: 100, filter: { ${filter} }) { totalCount nodes { id } } }`
  const { cases } = await graphqlData<{ cases: { totalCount: number; nodes: { id: string }[] } }>(
    server.url,
    query,
    {},
    caller,
  )
  expect(cases.nodes).toHaveLength(cases.totalCount)
  return cases.nodes.map(({ id }) => id)
}

const comment = (id: number | string, caller: Credentials, input: object = { text: 'Hello.' }) =>
  change(server.url, 'addComments', { caseInstanceId: `${id}`, comments: [input] }, caller)

/** A case of Paula's that is assigned to Olga. */
const newCase = async (values: object = {}) =>
  `${await server.addCase({ partyEmail: 'paula@example.com', assigneeEmail: 'olga@example.com', ...values })}`

/** Marks a case over one of the APIs. Returns what went wrong. */
type Mark = (id: number | string, version: unknown, caller?: Credentials) => Promise<unknown>

const overGraphql: Mark = async (id, version, caller = olga) => {
  const query = `mutation($input: MarkCaseReadInput!) { markCaseRead(input: $input) {
    ... on MarkCaseReadPayload { case { id unread } }
    ... on MarkCaseReadError { problems { code path } }
  } }`
  const { data, errors } = await graphql<{ markCaseRead: { problems?: { code: string }[] } | null }>(
    server.url,
    query,
    { input: { caseInstanceId: id, version } },
    caller,
  )
  return errors?.[0]?.extensions?.['code'] ?? data?.markCaseRead?.problems?.[0]?.code
}

const overRest: Mark = async (id, version, caller = olga) => {
  const { status, body } = await rest.send('PUT', `cases/${id}/read`, { body: { version } as object, caller })
  if (status === 204) return undefined
  const { code } = JSON.parse(body) as { code: string }
  return (
    { forbidden: 'FORBIDDEN', malformedRequest: 'BAD_USER_INPUT', unauthenticated: 'UNAUTHENTICATED' }[code] ?? code
  )
}

describe.each([
  ['GraphQL', overGraphql],
  ['REST', overRest],
])('marking a case over %s', (_name, mark) => {
  test('makes it read up to a version, for the caller alone, and changes nothing of it', async () => {
    const id = await newCase()
    await comment(id, paula)
    const before = await read(id)
    expect(before).toMatchObject({ unread: true, version: 2 })
    expect(await mark(id, 2)).toBeUndefined()
    expect(await read(id)).toEqual({ ...before, unread: false })
    expect(await isUnread(id, odette)).toBe(true)
    await comment(id, paula)
    expect(await isUnread(id)).toBe(true)
  })

  test('with a lower version changes nothing, and 0 makes it unread', async () => {
    const id = await newCase()
    await comment(id, paula)
    await mark(id, 2)
    await mark(id, 1)
    expect(await isUnread(id)).toBe(false)
    await mark(id, 0)
    expect(await isUnread(id)).toBe(true)
    await mark(id, 1)
    expect(await isUnread(id)).toBe(true)
    await mark(id, 2)
    expect(await isUnread(id)).toBe(false)
  })

  test('with a version that it does not have yet marks only what there is', async () => {
    const id = await newCase()
    await comment(id, paula)
    await mark(id, 1_000_000)
    expect(await isUnread(id)).toBe(false)
    await comment(id, paula)
    expect(await isUnread(id)).toBe(true)
  })

  test('refuses what is not a case of the caller, and other logins before the case is looked at', async () => {
    const id = await newCase()
    expect(await mark('x', 1)).toBe('invalidId')
    expect(await mark(9_999_999, 1)).toBe('invalidId')
    for (const caller of [paula, carla, ada]) {
      expect(await mark(id, 1, caller)).toBe('FORBIDDEN')
      expect(await mark('x', 1, caller)).toBe('FORBIDDEN')
    }
  })

  test.each([-1, 1.5, '1', null, 2 ** 40])('refuses the version %j', async (version) => {
    expect(await mark(await newCase(), version)).toBe('BAD_USER_INPUT')
  })
})

describe('a case', () => {
  test('is unread because of a comment of somebody else, also an internal one and one by another operator', async () => {
    const id = await newCase()
    expect(await isUnread(id)).toBe(false)
    await comment(id, odette, { text: 'Look.', internal: true })
    expect(await isUnread(id)).toBe(true)
    expect(await isUnread(id, odette)).toBe(false)
  })

  test('is not unread if the latest comment is the own one', async () => {
    const id = await newCase()
    await comment(id, paula)
    await comment(id, olga)
    expect(await isUnread(id)).toBe(false)
    expect(await isUnread(id, odette)).toBe(true)
  })

  test('does not become unread by changes without comments', async () => {
    const id = await newCase()
    await change(server.url, 'patchCase', { caseInstanceId: id, priority: 'HIGH' }, odette)
    expect(await isUnread(id)).toBe(false)
  })

  test('is as unread as before a comment that was removed', async () => {
    const id = await newCase()
    await comment(id, paula, { text: 'First.' })
    await overRest(id, 2)
    await comment(id, odette, { text: 'Second.', internal: true })
    await comment(id, odette, { text: 'Third.', internal: true })
    await change(server.url, 'removeComment', { commentId: `comment:${id}:3:1` }, odette)
    expect(await isUnread(id)).toBe(true)
    await change(server.url, 'removeComment', { commentId: `comment:${id}:4:1` }, odette)
    expect(await isUnread(id)).toBe(false)
    await change(server.url, 'removeComment', { commentId: `comment:${id}:2:1` }, odette)
    await overRest(id, 0)
    expect(await isUnread(id)).toBe(false)
  })

  test('that was just created by a party is unread for operators', async () => {
    const input = {
      typeCode: 'REFUND',
      categoryCode: 'BILLING',
      caseData: { amount: 1, invoiceCount: 1, goodwill: false },
      comments: [{ text: 'New.' }],
    }
    const { case: created } = await change(server.url, 'createCase', input, paula)
    expect(await isUnread(created!.id)).toBe(true)
    expect(await isUnread(created!.id, paula)).toBe(false)
  })

  test('that was imported is unread by the author of its latest comment', async () => {
    const by = (authorEmail: string) => ({ text: 'Old.', authorEmail, createdAt: '2026-01-01T00:00:00Z' })
    const answered = await newCase({ id: 8_000_001, comments: [by('paula@example.com'), by('olga@example.com')] })
    const asked = await newCase({ id: 8_000_002, comments: [by('olga@example.com'), by('paula@example.com')] })
    expect(await Promise.all([answered, asked].map((id) => isUnread(id)))).toEqual([false, true])
    expect(await isUnread(answered, odette)).toBe(true)
  })

  test('is neither read nor unread for a party', async () => {
    const id = await newCase()
    await comment(id, olga)
    expect(await isUnread(id, paula)).toBe(false)
    expect(await list('unread: true', paula)).toEqual([])
    expect(await list('unread: false', paula)).toEqual([])
  })
})

describe('the filter unread', () => {
  test('combines with others, also over REST', async () => {
    await sql(server.database, 'update cases set assignee_id = null')
    const unread = await newCase()
    const own = await newCase()
    const ofOdette = await newCase({ assigneeEmail: 'odette@example.com' })
    for (const id of [unread, own, ofOdette]) await comment(id, paula)
    await comment(own, olga)
    expect(await list('unread: true, assignedToMe: true')).toEqual([unread])
    expect(await list('unread: false, assignedToMe: true')).toEqual([own])
    expect(await list('unread: true, partyEmail: "paula@example.com", assigneeEmail: "odette@example.com"')).toEqual([
      ofOdette,
    ])
    expect(await list('unread: true, assignedToMe: true, status: "Closed"')).toEqual([])
    const { body } = await rest.get('cases?unread=true&assignedToMe=true')
    expect(JSON.parse(body).cases.map(({ id }: { id: number }) => `${id}`)).toEqual([unread])
    await overGraphql(unread, 2)
    expect(await list('unread: true, assignedToMe: true')).toEqual([])
    expect((await list('unread: false, assignedToMe: true')).toSorted()).toEqual([unread, own].toSorted())
  })
})

test('two statements mark a case', async () => {
  const id = await newCase()
  const statements = recordStatements()
  await overRest(id, 1)
  expect(statements).toHaveLength(2)
})
