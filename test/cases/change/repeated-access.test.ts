import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Credentials,
  credentialHeaders,
  olga,
  omar,
  omarAtPartner,
  paula,
} from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { sendRaw } from '../../support/requests/http.ts'
import { change, type ChangeAnswer, type ChangeName } from '../../support/requests/changes.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
let lastKey = 0
let idempotencyKey: string
beforeEach(async () => {
  idempotencyKey = `access-${++lastKey}`
  await authorise(omar, ['QUESTION'])
})

/** Everything that a larger selection of a repeated request could ask for. */
const everything = `id version party { email } assignee { email } comments { totalCount nodes { text internal } }
  history { nodes { changes { path from to } } } permissions { update { allowed } }`

type Found = { id: string; version: number; comments: { totalCount: number; nodes: { text: string }[] } }
const send = (mutation: ChangeName, input: object, caller: Credentials, selection = everything) =>
  change<Found>(server.url, mutation, { ...input, idempotencyKey }, caller, selection)

const run = (text: string, values: unknown[] = []) => sql(server.database, text, values)
/** Authorises the operator of a demonstration session for these types, and no others. */
async function authorise({ token }: Credentials, types: string[]): Promise<void> {
  const person = `(select person_id from sessions where token_hash = sha256($1::text::bytea))`
  await run(`delete from operator_types where operator_id = ${person}`, [token])
  await run(`insert into operator_types (operator_id, type_code) select ${person}, unnest($2::text[])`, [token, types])
}

const comments = [
  { text: 'Hello', authorEmail: 'paula@example.com' },
  { text: 'Secret', authorEmail: 'olga@example.com', internal: true },
]
// Created cases have the IDs between these.
let lastId = 6_000
const newCase = (values = {}) => server.addCase({ id: (lastId += 100), comments, ...values })

/** Requests of an operator who is authorised for the type of the case, and the path of the problem afterwards. */
const requests: [mutation: ChangeName, target: (id: number) => object, path: string][] = [
  ['updateCase', (id) => ({ caseInstanceId: `${id}`, ...codes, status: 'In progress' }), 'caseInstanceId'],
  ['updateCase', (id) => ({ caseInstanceId: `${id}`, ...codes }), 'caseInstanceId'],
  ['updateCase', (id) => ({ caseInstanceId: `${id}`, ...codes, status: 'Gone' }), 'caseInstanceId'],
  ['patchCase', (id) => ({ caseInstanceId: `${id}`, status: 'In progress' }), 'caseInstanceId'],
  ['assignCase', (id) => ({ caseInstanceId: `${id}`, groupName: 'Field engineers' }), 'caseInstanceId'],
  ['unassignCase', (id) => ({ caseInstanceId: `${id}` }), 'caseInstanceId'],
  ['addComments', (id) => ({ caseInstanceId: `${id}`, comments: [{ text: 'x' }] }), 'caseInstanceId'],
  ['editComment', (id) => ({ commentId: `comment:${id}:1:1`, text: 'x' }), 'commentId'],
  ['removeComment', (id) => ({ commentId: `comment:${id}:1:2` }), 'commentId'],
  ['createCase', () => ({ ...codes, caseData: refundData }), 'idempotencyKey'],
]

describe.each(requests)('%s, repeated', (mutation, inputOf, path) => {
  test('by an operator who is no longer authorised, is refused as every other request is', async () => {
    await authorise(omar, ['REFUND'])
    const input = inputOf(await newCase())
    const first = await send(mutation, input, omar, 'id version')
    expect(first).not.toMatchObject({ problems: [{ code: 'invalidId' }] })
    await authorise(omar, [])
    expect(await send(mutation, input, omar)).toMatchObject({ problems: [{ code: 'invalidId', path: [path] }] })
    // The first answer is kept.
    await authorise(omar, ['REFUND'])
    expect(await send(mutation, input, omar, 'id version')).toEqual(first)
  })
})

describe('a repeated request is refused', () => {
  const refused = (path = 'caseInstanceId') => ({ problems: [{ code: 'invalidId', path: [path] }] })
  const update = (id: number) => ({ caseInstanceId: `${id}`, ...codes, status: 'In progress' })

  test('to an operator who took the case, and from whom it was taken', async () => {
    const id = await newCase({ groupName: 'Billing team' })
    await run(`insert into operator_group_members (operator_id, group_id)
      select p.id, g.id from persons p, operator_groups g where p.email = 'omar@example.com' and g.name = 'Billing team'`)
    expect((await send('takeNextCase', {}, omar)).case?.id).toBe(`${id}`)
    await run(`update cases set assignee_id = null where id = $1`, [id])
    await run(`delete from operator_group_members m using persons p
      where p.id = m.operator_id and p.email = 'omar@example.com'`)
    expect(await send('takeNextCase', {}, omar)).toMatchObject(refused('idempotencyKey'))
  })

  test('to a former member of the group', async () => {
    const id = await newCase({ groupName: 'Field engineers' })
    const member = `(select p.id, g.id from persons p, operator_groups g
      where p.email = 'omar@example.com' and g.name = 'Field engineers')`
    await run(`insert into operator_group_members (operator_id, group_id) ${member}`)
    const input = { caseInstanceId: `${id}`, comments: [{ text: 'x', internal: true }] }
    expect((await send('addComments', input, omar)).case?.version).toBe(2)
    await run(`delete from operator_group_members where (operator_id, group_id) in ${member}`)
    expect(await send('addComments', input, omar)).toMatchObject(refused())
  })

  test('to an operator who assigned the case to others', async () => {
    const id = await newCase({ assigneeEmail: 'omar@example.com' })
    const input = { caseInstanceId: `${id}`, groupName: 'Field engineers' }
    expect((await send('assignCase', input, omar)).case).toMatchObject({ version: 2 })
    expect(await send('assignCase', input, omar)).toMatchObject(refused())
  })

  test('without the grant of the touchpoint', async () => {
    const codes = { typeCode: 'INCIDENT', categoryCode: 'NETWORK' }
    const caseData = { severity: 1, signalDbm: -1, lineDown: true }
    const id = await newCase({ ...codes, caseData })
    const input = { caseInstanceId: `${id}`, ...codes, status: 'In progress' }
    expect((await send('updateCase', input, omarAtPartner)).case?.version).toBe(2)
    const grant = (modifies: boolean) =>
      run(`update touchpoint_grants set modify_cases = $1 where touchpoint_code = 'partner'`, [modifies])
    await grant(false)
    expect(await send('updateCase', input, omarAtPartner)).toMatchObject(refused())
    await grant(true)
  })

  test('to a party whose case it no longer is', async () => {
    const id = await newCase()
    expect((await send('updateCase', update(id), paula)).case?.version).toBe(2)
    await run(`update cases set party_id = null where id = $1`, [id])
    expect(await send('updateCase', update(id), paula)).toMatchObject(refused())
  })

  test('if the case was archived', async () => {
    const input = { ...codes, caseData: refundData }
    const id = (await send('createCase', input, olga)).case?.id
    await run(`delete from case_events where case_id = $1`, [id])
    await run(`delete from cases where id = $1`, [id])
    expect(await send('createCase', input, olga)).toMatchObject(refused('idempotencyKey'))
  })

  test('in a list of changes', async () => {
    const id = await newCase({ assigneeEmail: 'omar@example.com' })
    const inputs = [{ caseInstanceId: `${id}`, groupName: 'Field engineers', idempotencyKey }]
    const document = `mutation ($inputs: [AssignCaseInput!]!) {
      assignCases(inputs: $inputs) { __typename ... on AssignCaseError { code } }
    }`
    const assign = () => graphqlData(server.url, document, { inputs }, omar)
    expect(await assign()).toEqual({ assignCases: [{ __typename: 'AssignCasePayload' }] })
    expect(await assign()).toEqual({ assignCases: [{ __typename: 'AssignCaseError', code: 'invalidId' }] })
  })

  test('over REST', async () => {
    const id = await newCase({ assigneeEmail: 'omar@example.com' })
    const assign = async () => {
      const { status, body } = await sendRaw(server.url, {
        method: 'PUT',
        path: `/api/v4/cases/${id}/assignment`,
        headers: { ...credentialHeaders(omar), 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: '{"groupName": "Field engineers"}',
      })
      return [status, JSON.parse(body).code]
    }
    expect([await assign(), await assign()]).toEqual([
      [201, undefined],
      [400, 'invalidId'],
    ])
  })
})

test('an operator who creates a case for others gets the first answer again', async () => {
  const input = { ...codes, caseData: refundData, comments: [{ text: 'For you', internal: true }] }
  const first = await send('createCase', input, omar)
  expect(await graphqlData(server.url, `{ case(id: "${first.case?.id}") { id } }`, {}, omar)).toEqual({ case: null })
  expect(await send('createCase', input, omar)).toEqual(first)
})

test('a request whose first answer was invalidId gets it again, even if the caller may see the case now', async () => {
  const input = { caseInstanceId: `${await newCase()}`, ...codes }
  const first = await send('updateCase', input, omar)
  await run(`update cases set assignee_id = (select id from persons where email = 'omar@example.com') where id = $1`, [
    input.caseInstanceId,
  ])
  expect(await send('updateCase', input, omar)).toEqual(first)
})

describe('a repeated request of a party', () => {
  const texts = ({ case: found }: ChangeAnswer<Found>) => [
    found?.comments.totalCount,
    ...(found?.comments.nodes.map(({ text }) => text) ?? []),
  ]
  const remove = (commentId: string) =>
    graphqlData(server.url, `mutation { removeComment(input: { commentId: "${commentId}" }) { __typename } }`, {}, olga)

  test('returns no comment that was removed since, and texts as they are now', async () => {
    const id = await newCase()
    const input = { caseInstanceId: `${id}`, comments: [{ text: 'My card: 4111' }, { text: 'Thanks' }] }
    const first = await send('addComments', input, paula)
    expect(texts(first)).toEqual([3, 'Hello', 'My card: 4111', 'Thanks'])
    await remove(`comment:${id}:2:1`)
    const edit = `mutation { editComment(input: { commentId: "comment:${id}:1:1", text: "Hi" }) { __typename } }`
    await graphqlData(server.url, edit)
    const second = await send('addComments', input, paula)
    expect(texts(second)).toEqual([2, 'Hi', 'Thanks'])
    expect(second.case?.version).toBe(2)
  })

  test('of an operator returns them', async () => {
    const id = await newCase()
    const input = { caseInstanceId: `${id}`, comments: [{ text: 'My card: 4111' }] }
    const first = await send('addComments', input, olga)
    await remove(`comment:${id}:2:1`)
    expect(await send('addComments', input, olga)).toEqual(first)
  })

  test('for an edit is refused if the comment was removed since', async () => {
    const id = await newCase({ comments: [{ ...comments[0]!, createdAt: new Date().toISOString() }] })
    const input = { commentId: `comment:${id}:1:1`, text: 'Changed' }
    expect((await send('editComment', input, paula)).case?.version).toBe(2)
    await remove(input.commentId)
    expect(await send('editComment', input, paula)).toMatchObject({
      problems: [{ code: 'invalidId', path: ['commentId'] }],
    })
  })

  test('for a removal is answered again', async () => {
    const id = await newCase({ comments: [{ ...comments[0]!, createdAt: new Date().toISOString() }] })
    const input = { commentId: `comment:${id}:1:1` }
    const first = await send('removeComment', input, paula)
    expect(first.case?.version).toBe(2)
    expect(await send('removeComment', input, paula)).toEqual(first)
  })
})
