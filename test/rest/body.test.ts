import { describe, expect, test } from 'vitest'
import { sql } from '../support/database/database.ts'
import { problemOf } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { refundData, useServer } from '../support/server/server.ts'

const server = useServer()
const { put } = restClient(server, '/api/v4/cases/')
const refund = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const update = (id: number | string, body: object) => put(id, JSON.stringify({ ...refund, ...body }))
const assign = (id: number | string, body: object) => put(`${id}/assignment`, JSON.stringify(body))

const commentsOf = async (id: number) =>
  sql(server.database, 'select text, internal from case_comments where case_id = $1 order by 1', [id])

describe('a successful response', () => {
  const context = { simpleProfile: { firstname: 'Olga', email: 'olga@example.com' } }

  test('to an update has the context and the five fields of the case', async () => {
    const id = await server.addCase()
    const answer = await update(id, { status: 'New' })
    expect([answer.status, answer.headers['content-type']]).toEqual([201, 'application/json'])
    const changed = { id, ...refund, status: 'New', resolution: 'Unresolved' }
    expect(JSON.parse(answer.body)).toStrictEqual({ context, case: changed })
  })

  test('to an assignment has the same members', async () => {
    const id = await server.addCase()
    const answer = await assign(id, { email: 'OLGA@example.com' })
    expect([answer.status, answer.headers['content-type']]).toEqual([201, 'application/json'])
    const present = { id, ...refund, status: 'Open', resolution: 'Unresolved' }
    expect(JSON.parse(answer.body)).toStrictEqual({ context, case: present })
  })
})

describe('a body', () => {
  const malformed: [string, string | Uint8Array][] = [
    ['an empty text', ''],
    ['white space', ' \n'],
    ['null', 'null'],
    ['an array', '[{}]'],
    ['a string', '"{}"'],
    ['a number', '7'],
    ['truncated JSON', '{"categoryCode":"BILLING"'],
    ['two objects', '{} {}'],
    ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf, 0xff]), Buffer.from('{}')])],
    ['Latin-1', Buffer.from('{"status":"é"}', 'latin1')],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
  ]
  test.each(malformed)('of %s is malformedRequest', async (_what, body) => {
    for (const path of ['1001', '1001/assignment']) {
      expect(problemOf(await put(path, body))).toMatchObject({ status: 400, code: 'malformedRequest' })
    }
  })

  test('may have unknown fields', async () => {
    const id = await server.addCase()
    const unknown = { id: 7, version: 'x', __proto__: null, constructor: [], categorycode: 'nothing', owner: {} }
    expect((await update(id, { ...unknown, status: 'New' })).status).toBe(201)
    expect((await assign(id, { ...unknown, comments: 7, groupName: 'Billing team' })).status).toBe(201)
    expect(await server.version(id)).toBe(3)
  })

  test('may be sent with unknown query parameters', async () => {
    const id = await server.addCase()
    expect((await update(`${id}?categoryCode=NOTHING&status=&x`, {})).status).toBe(201)
    expect((await assign(`${id}`, { email: 'olga@example.com' })).status).toBe(201)
  })

  test('treats null as not sent', async () => {
    const id = await server.addCase()
    expect((await update(id, { status: null, resolution: null, comments: null, caseData: null })).status).toBe(201)
    expect(await server.version(id)).toBe(1)
    const required = problemOf(await update(id, { categoryCode: null, typeCode: null }))
    expect(required.problems).toMatchObject([{ code: 'CodeRequired' }, { code: 'CodeRequired' }])
    expect(problemOf(await assign(id, { email: null, groupName: null })).code).toBe('missing')
    expect((await assign(id, { email: null, groupName: 'Billing team' })).status).toBe(201)
  })
})

describe('an invalid value', () => {
  const others = ['', 7, true, [], {}, ['BILLING'], { code: 'BILLING' }]

  test.each([
    ['categoryCode', 'InvalidCode'],
    ['typeCode', 'InvalidCode'],
    ['status', 'InvalidName'],
    ['resolution', 'InvalidName'],
  ])('for %s is %s, even if it is not a string', async (field, code) => {
    for (const value of others) {
      const { problems } = problemOf(await update(1001, { [field]: value }))
      expect(problems, JSON.stringify(value)).toMatchObject([{ code, pointer: `#/${field}` }])
    }
  })

  test.each([
    ['email', 'operatorNotValid'],
    ['groupName', 'invalidName'],
  ])('for %s is %s, even if it is not a string', async (field, code) => {
    for (const value of others) {
      const { problems } = problemOf(await assign(1001, { [field]: value }))
      expect(problems, JSON.stringify(value)).toMatchObject([{ code, pointer: `#/${field}` }])
    }
  })

  test.each(['', 'x', 3, true, false, [], [refundData]])('%j for caseData is invalidCaseField', async (caseData) => {
    expect(problemOf(await update(1001, { caseData })).code).toBe('invalidCaseField')
  })

  test('counts as sent', async () => {
    expect(problemOf(await assign(1001, { email: 7, groupName: {} })).code).toBe('invalid')
    expect(problemOf(await assign(1001, { email: '', groupName: '' })).code).toBe('invalid')
  })
})

describe('comments', () => {
  const length = 'must have 1 to 10,000 characters, not counting leading and trailing white space.'
  test.each<[unknown, [pointer: string, detail: string]]>([
    [{}, ['#/comments/1/text', 'comments[1].text must be a string.']],
    [{ text: 7 }, ['#/comments/1/text', 'comments[1].text must be a string.']],
    [{ text: '' }, ['#/comments/1/text', `comments[1].text ${length}`]],
    [{ text: 'x', internal: 'true' }, ['#/comments/1/internal', 'comments[1].internal must be true or false.']],
    [null, ['#/comments/1', 'comments[1] must be a string or an object with a text member.']],
    ['', ['#/comments/1', `comments[1] ${length}`]],
  ])('with %j get a message in the terms of the REST API', async (comment, [pointer, detail]) => {
    const { problems } = problemOf(await update(1001, { comments: ['Hello.', comment] }))
    expect(problems).toEqual([{ code: 'malformedRequest', detail, pointer }])
  })

  test('that are invalid are each a problem, in their order, and nothing else is reported', async () => {
    const comments = [{ text: ' ', internal: 1 }, 'Hello.', 7, { text: 'a\0' }, '\ud83d']
    const { detail, problems } = problemOf(await update(0, { status: 'Nothing', comments }))
    const pointers = ['0/text', '0/internal', '2', '3/text', '4'].map((place) => `#/comments/${place}`)
    expect(problems?.map(({ pointer }) => pointer)).toEqual(pointers)
    expect(detail).toBe(problems?.[0]?.detail)
  })

  test('are strings or objects, which may have unknown members', async () => {
    const id = await server.addCase()
    const comments = [' 1 is trimmed\n', { text: '2', internal: true, author: 7 }, { text: '3', internal: null }]
    expect((await update(id, { comments })).status).toBe(201)
    const stored = [
      { text: '1 is trimmed', internal: false },
      { text: '2', internal: true },
      { text: '3', internal: false },
    ]
    expect(await commentsOf(id)).toEqual(stored)
  })
})
