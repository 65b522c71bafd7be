import { describe, expect, test } from 'vitest'
import { carla, type Credentials, olga, paula, pedro } from '../support/requests/credentials.ts'
import { problemOf, type RawResponse } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()
const client = restClient(server, '/api/v4/cases')
const send = (method: string, path: string, body?: object, headers = {}, caller: Credentials = olga) =>
  client.send(method, path && `/${path}`, { body, headers, caller })
const json = ({ body }: RawResponse) => JSON.parse(body)
const commentsOf = async (id: number) =>
  json(await send('GET', `${id}/comments`)).comments as { id: string; text: string }[]

describe('comments', () => {
  test('are added, changed and removed', async () => {
    const id = await server.addCase()
    const added = await send('POST', `${id}/comments`, { comments: [' First. ', { text: 'Second.', internal: true }] })
    const fields = ['id', 'categoryCode', 'typeCode', 'status', 'resolution']
    expect([added.status, json(added).case.id, Object.keys(json(added).case)]).toEqual([201, id, fields])
    const [first, second] = await commentsOf(id)
    const edited = await send('PATCH', `${id}/comments/${first!.id}`, { text: 'Changed.' })
    expect([edited.status, (await send('DELETE', `${id}/comments/${second!.id}`)).status]).toEqual([200, 200])
    expect([(await commentsOf(id)).map(({ text }) => text), await server.version(id)]).toEqual([['Changed.'], 4])
  })

  test('are returned as they are listed, and one comment has a location', async () => {
    const id = await server.addCase()
    const one = await send('POST', `${id}/comments`, { comments: ['First.'] })
    const two = [{ text: 'Second.', internal: true }, ' Third. ']
    const several = await send('POST', `${id}/comments`, { comments: two })
    const [first, second, third] = await commentsOf(id)
    expect([json(one).comments, json(several).comments]).toEqual([[first], [second, third]])
    expect(one.headers.location).toBe(`/api/v4/cases/${id}/comments/${first!.id}`)
    expect(several.headers.location).toBeUndefined()
    const edited = await send('PATCH', one.headers.location!.replace('/api/v4/cases/', ''), { text: 'Changed.' })
    expect(json(edited).comment).toEqual((await commentsOf(id))[0])
    expect(json(edited).comment).toMatchObject({ id: first!.id, text: 'Changed.', editedAt: expect.any(String) })
    const removed = json(await send('DELETE', `${id}/comments/${third!.id}`))
    expect(removed).toEqual({ context: expect.anything(), case: expect.anything(), commentId: third!.id })
  })

  test('are read at their location, with a tag for the next change', async () => {
    const id = await server.addCase()
    const added = await send('POST', `${id}/comments`, { comments: ['First.'] })
    const path = added.headers.location!.replace('/api/v4/cases/', '')
    const found = await send('GET', path)
    expect([found.status, json(found)]).toEqual([200, { comment: json(added).comments[0] }])
    const { etag } = found.headers
    expect(etag).toMatch(/^"2\.[\w-]{8}\.[\w-]{43}"$/)
    expect(found.headers['cache-control']).toBe('private, no-cache')
    const [again, head] = [await send('GET', path, undefined, { 'if-none-match': etag! }), await send('HEAD', path)]
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', etag])
    const edit = () => send('PATCH', path, { text: 'Changed.' }, { 'if-match': etag! })
    expect([(await edit()).status, (await edit()).status]).toEqual([200, 412])
    const changed = await send('GET', path, undefined, { 'if-none-match': etag! })
    expect([changed.status, json(changed).comment]).toEqual([200, (await commentsOf(id))[0]])
    expect(changed.headers.etag).toMatch(/^"3\./)
  })

  test('of a dry run have no location, and are the stored ones', async () => {
    const id = await server.addCase({ comments: [{ text: 'Stored.', authorEmail: 'olga@example.com' }] })
    const [stored] = await commentsOf(id)
    const added = await send('POST', `${id}/comments?dryRun=true`, { comments: ['New.'] })
    expect([json(added).comments, added.headers.location]).toEqual([[], undefined])
    expect(json(await send('PATCH', `${id}/comments/${stored!.id}?dryRun=true`, { text: 'x' })).comment).toEqual(stored)
  })

  test('of another case, and those that the caller may not see, answer alike', async () => {
    const comments = [{ text: 'Secret.', authorEmail: 'olga@example.com', internal: true }]
    const [id, other] = [await server.addCase({ comments }), await server.addCase({ comments })]
    const [comment] = await commentsOf(id)
    const missing = problemOf(await send('PATCH', `${id}/comments/comment:${id}:1:9`, { text: 'x' }, {}, paula))
    expect(missing).toMatchObject({ status: 400, code: 'invalidId', problems: [{ code: 'invalidId' }] })
    expect(missing.problems?.[0]).not.toHaveProperty('pointer')
    for (const [path, caller] of [
      [`${id}/comments/${comment!.id}`, paula],
      [`${id}/comments/${comment!.id}`, pedro],
      [`${other}/comments/${comment!.id}`, olga],
      [`${id}/comments/x`, olga],
      [`0${id}/comments/${comment!.id}`, olga],
    ] as const) {
      expect(problemOf(await send('PATCH', path, { text: 'x' }, {}, caller)), path).toEqual(missing)
      expect(problemOf(await send('DELETE', path, undefined, {}, caller)).code, path).toBe('invalidId')
    }
    expect(await commentsOf(id)).toMatchObject([{ text: 'Secret.' }])
  })

  test('that are missing, removed, invisible or of another case are not found, in the same way', async () => {
    const authorEmail = 'olga@example.com'
    const comments = [
      { text: 'Secret.', authorEmail, internal: true },
      { text: 'Removed.', authorEmail },
      { text: 'Open.', authorEmail },
    ]
    const [id, other] = [await server.addCase({ comments }), await server.addCase({ comments })]
    const [secret, removed, open] = (await commentsOf(id)).map((comment) => comment.id)
    await send('DELETE', `${id}/comments/${removed}`)
    for (const caller of [olga, paula]) {
      const { status, body } = await send('GET', `${id}/comments/${open}`, undefined, {}, caller)
      expect([status, JSON.parse(body).comment.text]).toEqual([200, 'Open.'])
    }
    const missing = problemOf(await send('GET', `${id}/comments/comment:${id}:1:9`))
    const detail = 'There is no such comment, or the caller may not see it.'
    expect(missing).toMatchObject({ status: 404, code: 'notFound', detail })
    for (const [path, caller] of [
      [`${id}/comments/${secret}`, paula],
      [`${id}/comments/${removed}`, olga],
      [`${id}/comments/${open}`, pedro],
      [`${id}/comments/${open}`, carla],
      [`${other}/comments/${open}`, olga],
      [`0${id}/comments/${open}`, olga],
      [`999999999/comments/comment:999999999:1:1`, olga],
      [`${id}/comments/${id}`, olga],
      [`${id}/comments/event:${id}:1`, olga],
      [`${id}/comments/comment:${id}:1`, olga],
    ] as const) {
      expect(problemOf(await send('GET', path, undefined, {}, caller)), path).toEqual(missing)
    }
  })

  test.each<[string, object, string]>([
    ['no comments', {}, '#/comments'],
    ['null', { comments: null }, '#/comments'],
    ['an empty comment', { comments: ['x', ' '] }, '#/comments/1'],
  ])('%s are malformedRequest', async (_what, body, pointer) => {
    const answer = problemOf(await send('POST', '1001/comments', body))
    expect(answer).toMatchObject({ code: 'malformedRequest', problems: [{ pointer }] })
  })

  test.each([{}, { text: null }, { text: 7 }, { text: ' ' }])('the text %j is malformedRequest', async (body) => {
    const answer = problemOf(await send('PATCH', '1001/comments/comment:1001:1:1', body))
    expect(answer).toMatchObject({ code: 'malformedRequest', problems: [{ pointer: '#/text' }] })
  })

  test('take the headers and the parameter of every change', async () => {
    const id = await server.addCase()
    const body = { comments: ['Once.'] }
    await send('POST', `${id}/comments?dryRun=true`, body)
    const key = { 'idempotency-key': `"comment-${id}"` }
    for (const _ of [1, 2]) expect((await send('POST', `${id}/comments`, body, key)).status).toBe(201)
    const [comment] = await commentsOf(id)
    expect(await server.version(id)).toBe(2)
    const stale = { 'if-match': '"1"' }
    for (const answer of [
      await send('POST', `${id}/comments`, body, stale),
      await send('PATCH', `${id}/comments/${comment!.id}`, { text: 'x' }, stale),
      await send('DELETE', `${id}/comments/${comment!.id}`, undefined, stale),
      await send('DELETE', `${id}/assignment`, undefined, stale),
    ]) {
      expect(problemOf(answer)).toMatchObject({ status: 412, currentVersion: 2 })
    }
    await send('DELETE', `${id}/comments/${comment!.id}?dryRun=true`)
    expect(await commentsOf(id)).toHaveLength(1)
  })
})

test('every change has a tag for the next one, except in a dry run', async () => {
  const groupName = 'Billing team'
  const id = await server.addCase({ groupName, createdAt: '2000-01-01T00:00:00Z' })
  const refund = { categoryCode: 'BILLING', typeCode: 'REFUND' }
  const comment = `${id}/comments/comment:${id}:2:1`
  const changes: [string, string, object?][] = [
    ['POST', 'take-next', { groupName }],
    ['PUT', `${id}`, { ...refund, comments: ['Once.'] }],
    ['PATCH', `${id}`, { status: 'New' }],
    ['PUT', `${id}/assignment`, { groupName }],
    ['DELETE', `${id}/assignment`],
    ['POST', `${id}/comments`, { comments: ['Twice.'] }],
    ['PATCH', comment.replace(':2:1', ':3:1'), { text: 'First.' }],
    ['DELETE', comment.replace(':2:1', ':3:1')],
    // It changes nothing.
    ['PATCH', `${id}`, {}],
  ]
  let tag = (await send('GET', `${id}`)).headers.etag!
  for (const [method, path, body] of changes) {
    const dry = await send(method, `${path}?dryRun=true`, body, { 'if-match': tag })
    expect([dry.status < 300, dry.headers.etag], `${method} ${path}`).toEqual([true, undefined])
    const { status, headers } = await send(method, path, body, { 'if-match': tag })
    expect([status < 300, headers.etag], `${method} ${path}`).toEqual([true, expect.stringMatching(/^"\d+\./)])
    tag = headers.etag!
    expect((await send('GET', `${id}`)).headers.etag).toMatch(tag.split('.')[0]!)
  }
  const created = await send('POST', '', { categoryCode: 'BILLING', typeCode: 'QUESTION' })
  const path = `${json(created).case.id}`
  expect((await send('PATCH', path, { status: 'Open' }, { 'if-match': created.headers.etag! })).status).toBe(200)
  expect((await send('PATCH', path, { status: 'New' }, { 'if-match': created.headers.etag! })).status).toBe(412)
})

describe('assignments', () => {
  test('are removed', async () => {
    const id = await server.addCase({ assigneeEmail: 'olga@example.com' })
    const answer = await send('DELETE', `${id}/assignment`)
    expect([answer.status, json(answer).case.id]).toEqual([200, id])
    expect(json(await send('GET', `${id}`)).case).toMatchObject({ version: 2, assignee: null, group: null })
    expect(problemOf(await send('DELETE', `${id}/assignment`, undefined, {}, paula)).code).toBe('invalidId')
  })

  test('of the next case go to the caller, once for each key', async () => {
    const groupName = 'Billing team'
    const id = await server.addCase({ groupName, createdAt: '2001-01-01T00:00:00Z' })
    const take = (headers = {}) => send('POST', 'take-next', { groupName }, headers)
    const key = { 'idempotency-key': '"take"' }
    const dry = await send('POST', 'take-next?dryRun=true', { groupName })
    const withoutBody = await send('POST', 'take-next?dryRun=true')
    expect([withoutBody.status, json(withoutBody).case]).toEqual([200, expect.objectContaining({})])
    expect([dry.status, json(dry).case.id]).toEqual([200, id])
    expect(json(await send('GET', `${id}`)).case).toMatchObject({ version: 1, assignee: null })
    const answers = [await take(key), await take(key)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map((answer) => json(answer).case?.id)).toEqual([id, id])
    expect(json(await send('GET', `${id}`, undefined)).case.assignee.email).toBe('olga@example.com')
    expect(json(await take()).case).toBeNull()
    expect(problemOf(await send('POST', 'take-next', { groupName: 'Nobody' })).code).toBe('invalidName')
  })
})
