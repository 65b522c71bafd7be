import { describe, expect, test } from 'vitest'
import {
  carla,
  type Credentials,
  odette,
  olga,
  omar,
  omarAtPartner,
  paula,
  paulaOnApp,
  pedro,
  pedroAtKiosk,
} from '../../support/requests/credentials.ts'
import { issueSession } from '../../../src/auth/sessions/command-sessions.ts'
import { sql } from '../../support/database/database.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { pagesOfTwo } from '../../support/requests/pages.ts'
import { incident, useServer } from '../../support/server/server.ts'

const server = useServer()

interface Connection {
  edges: { cursor: string; node: { id: string } }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
  totalCount: number
}

const document = `
query ($first: Int, $after: String, $last: Int, $before: String, $filter: CaseFilter, $orderBy: CaseOrder) {
  cases(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) {
    edges { cursor node { id } } totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`

async function list(variables: Record<string, unknown> = {}, caller: Credentials = olga): Promise<Connection> {
  return (await graphqlData<{ cases: Connection }>(server.url, document, { first: 100, ...variables }, caller)).cases
}

const idsOf = ({ edges }: Connection) => edges.map(({ node }) => node.id)

async function allIds(): Promise<string[]> {
  return (await sql<{ id: string }>(server.database, 'select id::text from cases order by id')).map(({ id }) => id)
}

describe('cases', () => {
  const callers = { olga, omar, odette, omarAtPartner, paula, paulaOnApp, pedro, pedroAtKiosk, carla }

  test.each(Object.entries(callers))('lists exactly the cases that %s can read', async (_name, caller) => {
    const ids = await allIds()
    const fields = ids.map((id) => `c${id}: case(id: "${id}") { id permissions { update { reason } } }`)
    const half = Math.ceil(fields.length / 2)
    const read: string[] = []
    for (const part of [fields.slice(0, half), fields.slice(half)]) {
      const data = await graphqlData<Record<string, { id: string } | null>>(
        server.url,
        `{ ${part.join(' ')} }`,
        {},
        caller,
      )
      read.push(...Object.values(data).flatMap((found) => (found ? [found.id] : [])))
    }
    const listed = await list({ orderBy: 'CREATED_ASC' }, caller)
    expect(idsOf(listed).toSorted()).toEqual(read.toSorted())
    expect(listed.totalCount).toBe(read.length)
  })

  test.each(['CREATED_ASC', 'CREATED_DESC', 'UPDATED_ASC', 'UPDATED_DESC'])(
    'are listed by %s, a page at a time',
    async (orderBy) => {
      const column = orderBy.startsWith('CREATED') ? 'created_at' : 'updated_at'
      const direction = orderBy.endsWith('ASC') ? 'asc' : 'desc'
      const all = idsOf(await list({ orderBy }))
      const sorted = await sql<{ id: string }>(
        server.database,
        `select id::text from cases where id = any($1::bigint[]) order by ${column} ${direction}, id ${direction}`,
        [all],
      )
      expect(all).toEqual(sorted.map(({ id }) => id))
      expect(all.length).toBeGreaterThan(4)
      const { forward, backward } = await pagesOfTwo(async (page) => {
        const read = await list({ orderBy, ...page })
        return { items: idsOf(read), pageInfo: read.pageInfo }
      })
      expect(forward).toEqual(all)
      expect(backward).toEqual(all)
    },
  )

  test('have cursors that stay valid while other cases change', async () => {
    const first = await list({ orderBy: 'UPDATED_ASC', first: 2 })
    const rest = idsOf(await list({ orderBy: 'UPDATED_ASC', after: first.pageInfo.endCursor }))
    await sql(server.database, 'update cases set updated_at = now() where id = $1', [idsOf(first)[0]])
    const again = idsOf(await list({ orderBy: 'UPDATED_ASC', after: first.pageInfo.endCursor }))
    expect(again).toEqual([...rest, idsOf(first)[0]])
  })

  const person = (name: string) => `(select id from persons where email = '${name}@example.com')`
  test.each<[string, Record<string, unknown>, string]>([
    ['status', { status: ['Open', 'New'] }, `status in ('Open', 'New')`],
    ['no status', { status: [] }, 'false'],
    ['closed', { closed: true }, `status in ('Resolved', 'Closed')`],
    ['not closed', { closed: false }, `status not in ('Resolved', 'Closed')`],
    ['resolution', { resolution: ['Fixed'] }, `resolution = 'Fixed'`],
    ['type', { typeCode: ['REFUND'] }, `type_code = 'REFUND'`],
    ['category', { categoryCode: ['BILLING', 'nothing'] }, `category_code = 'BILLING'`],
    ['own assignment', { assignedToMe: true }, `assignee_id = ${person('olga')}`],
    ['assignee', { assigneeEmail: 'OLGA@example.com' }, `assignee_id = ${person('olga')}`],
    ['ID', { id: ['1001', '1003', 'nothing'] }, 'id in (1001, 1003)'],
    ['no assignment', { unassigned: true }, 'assignee_id is null and group_id is null'],
    ['any assignment', { unassigned: false }, '(assignee_id is not null or group_id is not null)'],
    [
      'group',
      { groupName: ['Billing team'] },
      `group_id = (select id from operator_groups where name = 'Billing team')`,
    ],
    ['party', { partyEmail: 'paula@example.com' }, `party_id = ${person('paula')}`],
    ['no party', { partyEmail: 'no\u0000body' }, 'false'],
    [
      'creation',
      { createdAfter: '2026-01-01T00:00:00Z', createdBefore: '2026-07-03T00:00:00Z' },
      `created_at > '2026-01-01T00:00:00Z' and created_at < '2026-07-03T00:00:00Z'`,
    ],
    [
      'change',
      { updatedAfter: '2026-07-01T00:00:00Z', updatedBefore: '2027-07-03T00:00:00Z' },
      `updated_at > '2026-07-01T00:00:00Z' and updated_at < '2027-07-03T00:00:00Z'`,
    ],
    ['several', { status: ['Open'], closed: false, typeCode: ['REFUND'] }, `status = 'Open' and type_code = 'REFUND'`],
  ])('can be filtered by %s', async (_name, filter, condition) => {
    const all = idsOf(await list())
    const expected = await sql<{ id: string }>(
      server.database,
      `select id::text from cases where id = any($1::bigint[]) and (${condition}) order by updated_at desc, id desc`,
      [all],
    )
    const filtered = await list({ filter })
    expect(idsOf(filtered)).toEqual(expected.map(({ id }) => id))
    expect(filtered.totalCount).toBe(expected.length)
  })

  test('can be searched by words in comments that the caller may see', async () => {
    const author = { authorEmail: 'olga@example.com' }
    const id = await server.addCase({
      comments: [
        { ...author, text: 'The invoice mentions a zeppelin.' },
        { ...author, text: 'Secret airship', internal: true },
      ],
    })
    expect(idsOf(await list({ filter: { text: 'ZEPPELIN invoice' } }))).toEqual([`${id}`])
    expect(idsOf(await list({ filter: { text: '"airship"' } }))).toEqual([`${id}`])
    expect(idsOf(await list({ filter: { text: 'zeppelin airship' } }))).toEqual([])
    expect(idsOf(await list({ filter: { text: 'zeppelin' } }, paula))).toEqual([`${id}`])
    expect(idsOf(await list({ filter: { text: 'airship' } }, paula))).toEqual([])
    await graphqlData(
      server.url,
      `mutation { removeComment(input: { commentId: "comment:${id}:1:1" }) { __typename } }`,
    )
    for (const caller of [olga, paula]) expect(idsOf(await list({ filter: { text: 'zeppelin' } }, caller))).toEqual([])
  })

  test('can be searched by the name of the customer, for operators, or by words', async () => {
    const author = { authorEmail: 'olga@example.com' }
    const id = `${await server.addCase({ comments: [{ ...author, text: 'About a Hovercraft.' }] })}`
    const ofPaula = await list({ filter: { partyEmail: 'paula@example.com' } })
    for (const search of ['PAUL', ' aula@exam ']) {
      const found = await list({ filter: { search } })
      expect(idsOf(found)).toEqual(idsOf(ofPaula))
      expect(found.totalCount).toBe(ofPaula.totalCount)
    }
    expect(idsOf(await list({ filter: { search: 'paula', text: 'hovercr' } }))).toEqual([id])
    expect(idsOf(await list({ filter: { search: 'hovercr', text: 'paula' } }))).toEqual([])
    for (const search of ['hovercr', 'a hovercr']) expect(idsOf(await list({ filter: { search } }))).toEqual([id])
    expect(idsOf(await list({ filter: { search: 'pa' } }))).toEqual([])
    for (const search of ['pedro', 'paula@example.com', '\0'])
      expect(idsOf(await list({ filter: { search } }, paula))).toEqual([])
  })

  test('are not found by the email address of another person by a party, which must not find it out', async () => {
    const id = `${await server.addCase({ assigneeEmail: 'olga@example.com' })}`
    expect(idsOf(await list({ filter: { assigneeEmail: 'olga@example.com' } }, paula))).toEqual([])
    expect(idsOf(await list({ filter: { assigneeEmail: 'olga@example.com' } }))).toContain(id)
    expect(idsOf(await list({ filter: { partyEmail: 'PAULA@example.com' } }, paula))).toContain(id)
    const atPartner = await issueSession(server.database, {
      touchpoint: 'partner',
      login: 'PARTY',
      email: 'pedro@example.com',
    })
    const caller = { token: atPartner.token, touchpoint: 'partner' }
    const foreign = `${await server.addCase(incident)}`
    expect(idsOf(await list({}, caller))).toContain(foreign)
    expect(idsOf(await list({ filter: { partyEmail: 'paula@example.com' } }, caller))).toEqual([])
  })

  test('were created after a time to the millisecond, as times are returned', async () => {
    const id = `${await server.addCase({ createdAt: '2019-01-01T00:00:00.123456Z' })}`
    const filter = { createdAfter: '2019-01-01T00:00:00.122Z', createdBefore: '2019-01-01T00:00:00.124Z' }
    expect(idsOf(await list({ filter }))).toEqual([id])
    expect(idsOf(await list({ filter: { ...filter, createdAfter: '2019-01-01T00:00:00.123Z' } }))).toEqual([])
  })

  test.each([
    [{ text: 'a '.repeat(501) }, ['filter', 'text'], 'text must have at most 1000 characters.'],
    [{ status: Array(101).fill('New') }, ['filter', 'status'], 'status must have at most 100 values.'],
  ])('cannot be searched for with conditions that are too long: %#', async (filter, path, message) => {
    const { errors } = await graphql(server.url, document, { filter })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ message, path }] })
  })

  test('are counted only if the count is selected', async () => {
    const data = await graphqlData<{ cases: object }>(server.url, '{ cases(first: 0) { pageInfo { hasNextPage } } }')
    expect(data.cases).toEqual({ pageInfo: { hasNextPage: true } })
  })

  test.each(['x', Buffer.from('1.2.3').toString('base64url'), Buffer.from('1.x').toString('base64url')])(
    'reject the cursor %j',
    async (after) => {
      const { errors } = await graphql(server.url, document, { after })
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
    },
  )

  test('of a group that becomes inactive are listed no longer', async () => {
    // Odette sees it only because of the group: neither she nor the group is authorised for the type.
    const id = `${await server.addCase({ ...incident, groupName: 'Billing team' })}`
    const isListed = async () => idsOf(await list({}, odette)).includes(id)
    const isRead = async () => {
      const data = await graphqlData<{ case: object | null }>(server.url, `{ case(id: "${id}") { id } }`, {}, odette)
      return data.case !== null
    }
    expect([await isListed(), await isRead()]).toEqual([true, true])
    await sql(server.database, `update operator_groups set active = false where name = 'Billing team'`)
    expect([await isListed(), await isRead()]).toEqual([false, false])
    // A page that is full is read in another way than one that is not.
    const first = { ...incident, createdAt: '2999-01-02T00:00:00Z' }
    const hidden = `${await server.addCase({ ...first, groupName: 'Billing team' })}`
    const others = { ...first, createdAt: '2999-01-01T00:00:00Z', assigneeEmail: 'odette@example.com' }
    const own = [await server.addCase(others), await server.addCase(others)].map(String)
    expect(idsOf(await list({ first: 1, orderBy: 'CREATED_DESC' }, odette))).toEqual([own[1]])
    await sql(server.database, `update operator_groups set active = true where name = 'Billing team'`)
    expect(idsOf(await list({ first: 1, orderBy: 'CREATED_DESC' }, odette))).toEqual([hidden])
  })
})
