import { describe, expect, test } from 'vitest'
import { sql } from '../support/database/database.ts'
import { carla, omar, paula } from '../support/requests/credentials.ts'
import { problemOf } from '../support/requests/http.ts'
import { bodyOf, linkOf, restClient } from '../support/requests/rest-client.ts'
import { refundData, useServer } from '../support/server/server.ts'

const server = useServer()
const { follow, get, put, send } = restClient(server)
const refund = { categoryCode: 'BILLING', typeCode: 'REFUND' }

describe('GET /api/v4/cases/{id}', () => {
  test('returns the context and the complete case', async () => {
    const id = await server.addCase({ assigneeEmail: 'olga@example.com' })
    const { context, case: found } = bodyOf(await get(`cases/${id}`))
    expect(context).toEqual({ simpleProfile: { firstname: 'Olga', email: 'olga@example.com' } })
    const values = { ...refund, status: 'Open', resolution: 'Unresolved', caseData: refundData }
    const people = {
      party: { login: 'PARTY', email: 'paula@example.com' },
      assignee: { firstname: 'Olga' },
      group: null,
    }
    const permissions = { update: { allowed: true, reason: 'ASSIGNED_TO_YOU' } }
    const caseStatus = { name: 'Open', closed: false }
    expect(found).toMatchObject({ id, version: 1, ...values, caseStatus, ...people, permissions })
    expect(found.fields.map(({ name }: { name: string }) => name)).toEqual(Object.keys(refundData))
  })

  test('has a strong tag that If-Match takes, and that every change of the case changes', async () => {
    const id = await server.addCase({ version: 7 })
    const { etag } = (await get(`cases/${id}`)).headers
    expect(etag).toMatch(/^"7\.[\w-]{8}\.[\w-]{43}"$/)
    const change = () => put(`cases/${id}`, { ...refund, status: 'New' }, { 'if-match': etag! })
    expect((await change()).status).toBe(201)
    expect(problemOf(await change())).toMatchObject({ status: 412, currentVersion: 8, changedFields: [['status']] })
    expect((await get(`cases/${id}`)).headers.etag).toMatch(/^"8\./)
  })

  test('is 304 for its tag, in any encoding, and only for what the same caller sees', async () => {
    const id = await server.addCase()
    for (const accepted of ['identity', 'gzip', 'br']) {
      const first = await get(`cases/${id}`, { 'accept-encoding': accepted })
      const again = await get(`cases/${id}`, { 'if-none-match': first.headers.etag! })
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
      expect(again.headers['content-type']).toBeUndefined()
      expect([first, again].map(({ headers }) => headers['cache-control'])).toEqual(Array(2).fill('private, no-cache'))
      expect((await get(`cases/${id}`, { 'if-none-match': first.headers.etag! }, paula)).status).toBe(200)
    }
    expect((await get(`cases/${id}`, { 'if-none-match': '"1"' })).status).toBe(200)
  })

  test('with asOf is the case as it was', async () => {
    const id = await server.addCase()
    const { updatedAt } = bodyOf(await get(`cases/${id}`)).case
    await put(`cases/${id}`, { ...refund, status: 'New' })
    const asOf = (time: string) => get(`cases/${id}?asOf=${encodeURIComponent(time)}`)
    expect(bodyOf(await asOf(updatedAt)).case).toMatchObject({ version: 1, status: 'Open' })
    expect(bodyOf(await asOf('2999-01-01T00:00:00Z')).case).toMatchObject({ version: 2, status: 'New' })
    expect(problemOf(await asOf('2000-01-01T00:00:00Z')).status).toBe(404)
    expect(problemOf(await asOf('then')).problems).toMatchObject([{ parameter: 'asOf' }])
  })

  test('a change of a name changes the tag, although the version stays', async () => {
    const id = await server.addCase({ groupName: 'Billing team' })
    const { etag } = (await get(`cases/${id}`)).headers
    await sql(server.database, `update persons set firstname = 'Paulina' where email = 'paula@example.com'`)
    const changed = (await get(`cases/${id}`)).headers.etag
    expect([etag, changed]).toEqual(Array(2).fill(expect.stringMatching(/^"1\./)))
    expect(changed).not.toBe(etag)
  })

  test('HEAD has the same headers without a body', async () => {
    const [whole, head] = [await get('cases/1002'), await send('HEAD', 'cases/1002')]
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', whole.headers.etag])
  })

  test.each(['', '/comments', '/history', '/form', '/assignable-operators', '/assignable-groups'])(
    'a missing case and an inaccessible one cannot be distinguished: …%s',
    async (suffix) => {
      const id = await server.addCase()
      const missing = problemOf(await get(`cases/999999${suffix}`, {}, omar))
      expect(missing).toMatchObject({ status: 404, code: 'notFound' })
      for (const other of [`${id}`, 'x', '0', '01', '9'.repeat(30)]) {
        expect(problemOf(await get(`cases/${other}${suffix}`, {}, omar))).toEqual(missing)
      }
      expect(problemOf(await get(`cases/${id}${suffix}`, {}, carla)).status).toBe(404)
      expect((await get(`cases/${id}${suffix}`)).status).toBe(200)
    },
  )
})

describe('pages', () => {
  test('of comments and of the history follow their links in both directions', async () => {
    const comments = ['One.', 'Two.', 'Three.'].map((text) => ({ text, authorEmail: 'paula@example.com' }))
    const id = await server.addCase({ comments })
    for (const status of ['New', 'Open']) await put(`cases/${id}`, { ...refund, status })
    for (const name of ['comments', 'history']) {
      const path = `cases/${id}/${name}`
      const seen = [await get(`${path}?first=2&totalCount=true`)]
      expect(bodyOf(seen[0]!)).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } })
      seen.push(await follow(seen[0]!, 'next'))
      expect(bodyOf(seen[1]!)[name]).toHaveLength(1)
      expect(linkOf(seen[1]!, 'next')).toBeUndefined()
      expect(bodyOf(await follow(seen[1]!, 'prev'))[name]).toEqual(bodyOf(seen[0]!)[name])
      expect(bodyOf(await get(path))[name]).toEqual(seen.flatMap((page) => bodyOf(page)[name]))
      expect(bodyOf(await get(path))).not.toHaveProperty('totalCount')
      const { etag } = seen[0]!.headers
      expect(etag).toMatch(/^"3\./)
      expect((await get(`${path}?first=2&totalCount=true`, { 'if-none-match': etag! })).status).toBe(304)
    }
  })

  test('of the history have its filters', async () => {
    const id = await server.addCase()
    await put(`cases/${id}`, { ...refund, status: 'New' })
    await put(`cases/${id}/assignment`, { groupName: 'Billing team' })
    const kinds = async (query: string) =>
      bodyOf(await get(`cases/${id}/history?${query}`)).history.map(({ kind }: { kind: string }) => kind)
    expect(await kinds('kind=UPDATED&kind=IMPORTED')).toEqual(['IMPORTED', 'UPDATED'])
    expect(await kinds('field=group&field=nothing')).toEqual(['ASSIGNED'])
    expect(await kinds('actorEmail=OLGA@example.com')).toEqual(['UPDATED', 'ASSIGNED'])
    expect(await kinds('changedAfter=2999-01-01T00:00:00Z')).toEqual([])
    expect(await kinds('changedBefore=2999-01-01T00:00:00Z')).toHaveLength(3)
    const { problems } = problemOf(await get(`cases/${id}/history?kind=UPDATED&kind=x`))
    expect(problems).toMatchObject([{ parameter: 'kind' }])
  })

  test('of a party have no internal comments', async () => {
    const comments = [{ text: 'Secret.', authorEmail: 'olga@example.com', internal: true }]
    const id = await server.addCase({ comments })
    expect(bodyOf(await get(`cases/${id}/comments`, {}, paula)).comments).toEqual([])
    expect(bodyOf(await get(`cases/${id}/comments`)).comments).toMatchObject([{ text: 'Secret.', internal: true }])
  })

  test.each([
    ['comments?first=101', 'first'],
    ['comments?last=-1', 'last'],
    ['comments?first=1&last=1', 'last'],
    ['comments?first=x', 'first'],
    ['history?first=1&first=1', 'first'],
    ['history?after=x', 'after'],
    ['history?before=', 'before'],
    ['history?totalCount=1', 'totalCount'],
  ])('%s is malformedRequest', async (path, parameter) => {
    const answer = problemOf(await get(`cases/1001/${path}`))
    expect(answer).toMatchObject({ status: 400, code: 'malformedRequest', problems: [{ parameter }] })
    expect(answer.problems).toHaveLength(1)
  })

  test('with strict handling, unknown parameters are malformedRequest', async () => {
    const strict = { prefer: 'handling=strict' }
    expect((await get('cases/1001/comments?first=1&totalCount=true', strict)).status).toBe(200)
    const { problems } = problemOf(await get('cases/1001/comments?status=Open&id=1', strict))
    expect(problems).toMatchObject([{ parameter: 'status' }, { parameter: 'id' }])
  })
})
