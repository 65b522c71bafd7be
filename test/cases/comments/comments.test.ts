import { describe, expect, test } from 'vitest'
import { type Credentials, carla, olga, paula } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { describeFaces, failure, refused } from '../../support/requests/faces.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { change } from '../../support/requests/changes.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

interface Comment {
  text: string
  internal: boolean
  author: { email: string; firstname: string }
  touchpoint: string | null
  createdAt: string
}

async function read(id: number, caller: Credentials = olga): Promise<Comment[]> {
  const document = `query ($id: ID!) { case(id: $id) { comments(first: 100) { edges { node {
    text internal author { email firstname } touchpoint createdAt
  } } } } }`
  const data = await graphqlData<{ case: { comments: { edges: { node: Comment }[] } } }>(
    server.url,
    document,
    { id },
    caller,
  )
  return data.case.comments.edges.map(({ node }) => node)
}

const texts = async (id: number, caller?: Credentials) => (await read(id, caller)).map(({ text }) => text)

describeFaces('comments', server, (face) => {
  test('have their author, touchpoint and time', async () => {
    const id = await server.addCase()
    const [before] = await sql<{ now: Date }>(server.database, 'select now()')
    await face.update({ id, body: { ...codes, comments: [{ text: 'Noted.', internal: true }] } })
    await face.update({ id, ...paula, body: { ...codes, comments: [{ text: 'Thanks.' }] } })
    const [after] = await sql<{ now: Date }>(server.database, 'select now()')
    const comments = await read(id)
    expect(comments).toMatchObject([
      { text: 'Noted.', internal: true, author: { email: 'olga@example.com', firstname: 'Olga' }, touchpoint: 'desk' },
      { text: 'Thanks.', internal: false, author: { email: 'paula@example.com' }, touchpoint: 'web' },
    ])
    for (const { createdAt } of comments) {
      expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before?.now.getTime() ?? Infinity)
      expect(Date.parse(createdAt)).toBeLessThanOrEqual((after?.now.getTime() ?? 0) + 1)
    }
  })

  test('are appended in the order in which they were sent', async () => {
    const id = await server.addCase({ comments: [{ text: 'old', authorEmail: 'paula@example.com' }] })
    for (const round of [1, 2]) {
      const comments = Array.from({ length: 12 }, (_, i) => ({ text: `${round}.${i}` }))
      expect(await face.update({ id, body: { ...codes, comments } })).toMatchObject({ outcome: 'ok' })
    }
    const rounds = [1, 2].flatMap((round) => Array.from({ length: 12 }, (_, i) => `${round}.${i}`))
    expect(await texts(id)).toEqual(['old', ...rounds])
    expect(await server.version(id)).toBe(3)
  })

  test.each([
    ['surrounding white space', ' \t\r\n a  b\n\nc \u00a0\u2028\ufeff', 'a  b\n\nc'],
    ['no SQL', `'); drop table cases; -- $1 \\ "{}" %s`, `'); drop table cases; -- $1 \\ "{}" %s`],
    ['no Unicode', 'e\u0301 é 👩‍👩‍👧 \u202eabc\u200b', 'e\u0301 é 👩‍👩‍👧 \u202eabc\u200b'],
    ['no control characters', 'a\u0001\u001b[31m\u007fb', 'a\u0001\u001b[31m\u007fb'],
    ['no HTML', '<script>alert(1)</script>&amp;', '<script>alert(1)</script>&amp;'],
  ])('lose %s', async (_what, sent, stored) => {
    const id = await server.addCase()
    await face.update({ id, body: { ...codes, comments: [{ text: sent }] } })
    expect(await texts(id)).toEqual([stored])
  })

  test('are all rejected if one is invalid, and each invalid one is a problem with its location', async () => {
    const id = await server.addCase()
    const comments = [{ text: '\0' }, { text: 'Good.' }, { text: ' ' }]
    const paths = ['0', '2'].map((index) => ['comments', index, 'text'])
    const body = { ...codes, status: 'Nothing', comments }
    expect(await face.update({ id, body })).toEqual(refused('malformedRequest', ...paths))
    expect(await texts(id)).toEqual([])
  })

  test('are not written if anything else is wrong', async () => {
    const id = await server.addCase()
    const body = { ...codes, status: 'Nothing', comments: [{ text: 'Lost.' }] }
    expect(await face.update({ id, body })).toEqual(failure(['InvalidName', 'status']))
    expect(await texts(id)).toEqual([])
  })

  test('of a party must not be internal, for any case', async () => {
    const id = await server.addCase({ partyEmail: 'pedro@example.com' })
    const comments = [{ text: 'Good.' }, { text: 'Psst.', internal: true }]
    for (const any of [id, 999_999, 'x']) {
      expect(await face.update({ id: any, ...paula, body: { comments } })).toEqual(refused('forbidden'))
    }
    expect(await server.version(id)).toBe(1)
  })

  test('that are malformed are rejected before the login is checked', async () => {
    const body = { ...codes, comments: [{ text: '', internal: true }] }
    for (const caller of [paula, carla, { ...paula, token: 'unknown' }]) {
      const expected = refused('malformedRequest', ['comments', '0', 'text'])
      expect(await face.update({ id: 1001, ...caller, body })).toEqual(expected)
    }
  })

  test('that are malformed are not looked at without credentials', async () => {
    const body = { ...codes, comments: [{ text: '' }] }
    expect(await face.update({ id: 1001, token: '', body })).toEqual(refused('unauthenticated'))
  })
})

test('an imported comment has the author, the time and the optional touchpoint of the file', async () => {
  const imported = { authorEmail: 'paula@example.com', createdAt: '2026-07-02T09:15:00Z' }
  const comments = [
    { ...imported, text: 'By mail.' },
    { ...imported, text: 'On the web.', touchpointCode: 'web' },
  ]
  const id = await server.addCase({ comments })
  const author = { email: 'paula@example.com', firstname: 'Paula' }
  const common = { internal: false, author, createdAt: '2026-07-02T09:15:00.000Z' }
  expect(await read(id)).toEqual([
    { ...common, text: 'By mail.', touchpoint: null },
    { ...common, text: 'On the web.', touchpoint: 'web' },
  ])
})

const add = (input: Record<string, unknown>, caller?: Credentials) =>
  change(server.url, 'addComments', { comments: [{ text: ' Hello ' }], ...input }, caller)
const newCase = async (values = {}) => `${await server.addCase(values)}`

describe('addComments', () => {
  test('adds comments in order and changes nothing else', async () => {
    const caseInstanceId = await newCase({ groupName: 'Billing team' })
    const comments = [{ text: ' One ' }, { text: 'Two', internal: true }]
    const answer = await add({ caseInstanceId, comments })
    expect(answer).toMatchObject({
      context: { simpleProfile: { email: 'olga@example.com' } },
      case: {
        version: 2,
        status: 'Open',
        group: { name: 'Billing team' },
        comments: { nodes: [{ text: 'One' }, { text: 'Two' }] },
      },
    })
    const events = await sql(
      server.database,
      `select e.kind, e.changes, p.email, e.touchpoint_code, e.internal
      from case_events e join persons p on p.id = e.actor_id where case_id = $1 and e.version = 2`,
      [caseInstanceId],
    )
    const expected = { kind: 'COMMENTED', changes: [], email: 'olga@example.com', touchpointCode: 'desk' }
    expect(events).toEqual([{ ...expected, internal: false }])
  })

  test('returns the comments that it added, and the same ones to a repeated request', async () => {
    const caseInstanceId = await newCase()
    const document = `mutation ($input: AddCommentsInput!) {
      addComments(input: $input) { ... on AddCommentsPayload { case { version } comments { id text internal editedAt } } }
    }`
    const send = async (input: object) => {
      const variables = { input: { caseInstanceId, ...input } }
      const { addComments } = await graphqlData<{ addComments: object }>(server.url, document, variables)
      return addComments
    }
    await send({ comments: [{ text: 'Before' }] })
    const input = { comments: [{ text: ' One ' }, { text: 'Two', internal: true }], idempotencyKey: caseInstanceId }
    const first = await send(input)
    expect(first).toEqual({
      case: { version: 3 },
      comments: [
        { id: `comment:${caseInstanceId}:3:1`, text: 'One', internal: false, editedAt: null },
        { id: `comment:${caseInstanceId}:3:2`, text: 'Two', internal: true, editedAt: null },
      ],
    })
    await send({ comments: [{ text: 'After' }] })
    expect(await send(input)).toEqual(first)
    // Neither adds anything, although the case has comments of its version.
    expect(await send({ comments: [] })).toEqual({ case: { version: 4 }, comments: [] })
    expect(await send({ comments: [{ text: 'Dry' }], dryRun: true })).toEqual({ case: { version: 5 }, comments: [] })
  })

  test('without comments succeeds and writes nothing', async () => {
    const caseInstanceId = await newCase()
    expect((await add({ caseInstanceId, comments: [] })).case?.version).toBe(1)
  })

  test('works in a system category', async () => {
    const caseInstanceId = await newCase({ typeCode: 'MAINTENANCE', categoryCode: 'SYSTEM' })
    expect((await add({ caseInstanceId })).case?.version).toBe(2)
  })

  test.each<[code: string, comments: object[], caller: Credentials]>([
    ['BAD_USER_INPUT', [{ text: ' ' }], olga],
    ['BAD_USER_INPUT', Array.from({ length: 51 }, () => ({ text: 'x' })), olga],
    ['FORBIDDEN', [{ text: 'x', internal: true }], paula],
  ])('is %s before the case is looked at (%#)', async (code, comments, caller) => {
    const { error } = await add({ caseInstanceId: '1', comments }, caller)
    expect(error?.code).toBe(code)
  })
})
