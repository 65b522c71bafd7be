import { describe, expect, test } from 'vitest'
import { carla, type Credentials, odette, olga, omar, paula, pedro } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { mutate } from '../../support/requests/mutations.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()
const add = (input: Record<string, unknown>, caller?: Credentials) =>
  mutate(server.url, 'addComments', { comments: [{ text: ' Hello ' }], ...input }, caller)
const newCase = async (values = {}) => `${await server.addCase(values)}`

describe('addComments', () => {
  test('adds comments in order and changes nothing else', async () => {
    const caseInstanceId = await newCase({ groupName: 'Billing team' })
    const comments = [{ text: ' One ' }, { text: 'Two', internal: true }]
    const { data } = await add({ caseInstanceId, comments })
    expect(data?.result).toMatchObject({
      context: { simpleProfile: { email: 'olga@example.com' } },
      case: {
        version: 2,
        status: 'Open',
        group: { name: 'Billing team' },
        comments: { edges: [{ node: { text: 'One' } }, { node: { text: 'Two' } }] },
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

  test('hides an event with internal comments alone from parties', async () => {
    const caseInstanceId = await newCase()
    await add({ caseInstanceId, comments: [{ text: 'Psst', internal: true }] })
    const document = `{ case(id: "${caseInstanceId}") { version comments { totalCount } history { totalCount } } }`
    const seen = { version: 2, comments: { totalCount: 0 }, history: { totalCount: 1 } }
    expect(await graphqlData(server.url, document, {}, paula)).toEqual({ case: seen })
  })

  test('without comments succeeds and writes nothing', async () => {
    const caseInstanceId = await newCase()
    expect((await add({ caseInstanceId, comments: [] })).data?.result?.case?.version).toBe(1)
  })

  test.each<[who: string, caller: Credentials, values: object, code: string | undefined]>([
    ['an authorised operator', olga, {}, undefined],
    ['an operator of the assigned group', odette, { groupName: 'Billing team' }, undefined],
    ['the party', paula, {}, undefined],
    ['another party', pedro, {}, 'invalidId'],
    ['an operator without permission', omar, {}, 'invalidId'],
    ['a consumer', carla, {}, 'invalidId'],
    ['an operator, in a system category', olga, { typeCode: 'MAINTENANCE', categoryCode: 'SYSTEM' }, undefined],
  ])('by %s', async (_who, caller, values, code) => {
    const caseInstanceId = await newCase(values)
    const { data } = await add({ caseInstanceId }, caller)
    expect(data?.result?.code).toBe(code)
    expect(await server.version(Number(caseInstanceId))).toBe(code ? 1 : 2)
  })

  test.each(['', '0', '01', 'x', '9007199254740992', '999999', 'comment:1:1:1'])(
    'refuses the ID %j like that of a case without permission',
    async (caseInstanceId) => {
      const { data } = await add({ caseInstanceId })
      const hidden = await add({ caseInstanceId: await newCase() }, pedro)
      expect(data?.result?.problems).toMatchObject([{ code: 'invalidId', path: ['caseInstanceId'] }])
      expect(data).toEqual(hidden.data)
    },
  )

  test('refuses invalid comments before the case is looked at', async () => {
    const comments = [{ text: ' ' }, { text: 'fine' }, { text: 'a\0' }]
    const { errors } = await add({ caseInstanceId: '1', comments })
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
    expect(errors?.[0]?.extensions?.problems?.map(({ path }) => path)).toEqual([
      ['comments', '0', 'text'],
      ['comments', '2', 'text'],
    ])
  })

  test('refuses more than 50 comments', async () => {
    const comments = Array.from({ length: 51 }, () => ({ text: 'x' }))
    const { errors } = await add({ caseInstanceId: await newCase(), comments })
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
  })

  test('forbids internal comments to parties, before the case is looked at', async () => {
    const { errors } = await add({ caseInstanceId: '1', comments: [{ text: 'x', internal: true }] }, paula)
    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  })

  test('requires a session, before the input is looked at', async () => {
    const { errors } = await add({ caseInstanceId: '1', comments: [{ text: '' }] }, { token: '', touchpoint: 'desk' })
    expect(errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
  })

  test('refuses another version than the expected one', async () => {
    const caseInstanceId = await newCase()
    const { errors } = await add({ caseInstanceId, expectedVersion: 2 })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'PRECONDITION_FAILED', currentVersion: 1 })
    expect((await add({ caseInstanceId, expectedVersion: 1 })).data?.result?.case?.version).toBe(2)
  })

  test('of several at once are all stored', async () => {
    const caseInstanceId = await newCase()
    const texts = Array.from({ length: 12 }, (_, index) => `Comment ${index}`)
    const document = `mutation ($input: AddCommentsInput!) { addComments(input: $input) { __typename } }`
    const inputs = texts.map((text) => ({ caseInstanceId, comments: [{ text }] }))
    await Promise.all(inputs.map((input) => graphqlData(server.url, document, { input })))
    const stored = await sql<{ text: string }>(server.database, 'select text from case_comments where case_id = $1', [
      caseInstanceId,
    ])
    expect(stored.map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
  })
})
