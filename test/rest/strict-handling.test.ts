import { describe, expect, test } from 'vitest'
import { paula } from '../support/requests/credentials.ts'
import { problemOf, type RawResponse } from '../support/requests/http.ts'
import { type Headers, restClient } from '../support/requests/rest-client.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()
const strict = { prefer: 'handling=strict' }
const { get, put: putWith } = restClient(server, '/api/v4/cases/')
const put = (path: number | string, body: string, headers: Headers = strict) => putWith(path, body, headers)
const lookup = (query: string, headers: Headers = strict) => get(`typecategory${query}`, headers, paula)
const refund = '"categoryCode":"BILLING","typeCode":"REFUND"'
const refundData = '{"amount":42.5,"invoiceCount":1,"goodwill":false}'
const applied = ({ status, headers }: RawResponse) => [status, headers['preference-applied']]
const pointers = (answer: RawResponse) => problemOf(answer).problems?.map(({ pointer }) => pointer)

describe('with strict handling', () => {
  test('a request without unknown input succeeds, and the preference is confirmed', async () => {
    const id = await server.addCase()
    const comments = '["One.",{"text":"Two.","internal":true}]'
    const update = await put(id, `{${refund},"status":"New","caseData":${refundData},"comments":${comments}}`)
    expect(applied(update)).toEqual([201, 'handling=strict'])
    expect(applied(await put(`${id}/assignment`, '{"groupName":"Billing team"}'))).toEqual([201, 'handling=strict'])
    expect(applied(await lookup('?visibility=app&caseTypeCode=REFUND'))).toEqual([200, 'handling=strict'])
  })

  test.each<[body: string, pointers: string[]]>([
    ['{"owner":1}', ['#/owner']],
    ['{"categorycode":"BILLING","a/b":1,"":2}', ['#/categorycode', '#/a~1b', '#/']],
    ['{"caseInstanceId":1001}', ['#/caseInstanceId']],
    ['{"email":"x"}', ['#/email']],
    ['{"status":"New","status":"Open"}', ['#/status']],
    ['{"status":"New","st\\u0061tus":"Open","status":null}', ['#/status']],
    ['{"x":1,"x":2}', ['#/x']],
    [
      '{"comments":[{"text":"a","author":"x"},"b",{"text":"c","text":"d"}]}',
      ['#/comments/0/author', '#/comments/2/text'],
    ],
    ['{"caseData":{"amount":1,"nothing":2,"amount":3}}', ['#/caseData/amount']],
    ['{"comments":[],"comments":[],"x":{"y":1,"y":2}}', ['#/comments', '#/x']],
    ['{"__proto__":{},"constructor":1}', ['#/__proto__', '#/constructor']],
  ])('%s is malformedRequest', async (body, expected) => {
    const answer = await put(0, body)
    expect([...applied(answer), problemOf(answer).code]).toEqual([400, 'handling=strict', 'malformedRequest'])
    expect(pointers(answer)).toEqual(expected)
  })

  test('unknown fields of caseData are still invalidCaseField', async () => {
    const answer = await put(1001, `{${refund},"caseData":{"nothing":1,${refundData.slice(1)}}`)
    expect(problemOf(answer)).toMatchObject({ code: 'invalidCaseField', problems: [{ pointer: '#/caseData/nothing' }] })
  })

  test('the members of an assignment are its own', async () => {
    expect(pointers(await put('1001/assignment', '{"groupName":"Billing team","status":"New"}'))).toEqual(['#/status'])
  })

  test('unknown query parameters are malformedRequest, and credentials are known', async () => {
    const answer = problemOf(await put('1001?visibility=app&x=1&x=2&touchpoint=desk', `{${refund},"owner":1}`))
    const [first, second, third] = answer.problems ?? []
    expect([first?.parameter, second?.parameter, third?.pointer]).toEqual(['visibility', 'x', '#/owner'])
    expect(first?.detail).toBe('visibility is unknown. The known parameters are dryRun, touchpoint and token.')
    expect(problemOf(await lookup('?Visibility=app')).problems).toMatchObject([{ parameter: 'Visibility' }])
  })

  test('names the known members', async () => {
    expect(problemOf(await put('1001/assignment', '{"mail":"x"}')).detail).toBe(
      'mail is unknown. The known members are email and groupName.',
    )
  })

  test('at most 100 problems are listed', async () => {
    const members = Array.from({ length: 250 }, (_, index) => `"x${index}":0`)
    const { problems } = problemOf(await put(1001, `{${members.join(',')}}`))
    expect(problems).toHaveLength(100)
    expect(problems?.at(-1)?.pointer).toBe('#/x99')
  })

  test.each(['{"caseData":', '{"x":', '{"comments":'])('a deep body is read: %s', async (start) => {
    const depth = 60_000
    expect(problemOf(await put(1001, `${start}${'['.repeat(depth)}${']'.repeat(depth)}}`)).status).toBe(400)
  })

  test('a body that is no JSON object, and bad credentials, are reported as usual', async () => {
    expect(applied(await put(1001, '{'))).toEqual([400, 'handling=strict'])
    expect(applied(await put(1001, '{"x":1}', { ...strict, 'service-token': 'unknown' }))[0]).toBe(400)
    expect(applied(await put(1001, `{${refund}}`, { ...strict, 'service-token': 'unknown' }))[0]).toBe(401)
  })
})

describe('without strict handling', () => {
  const body = `{${refund},"owner":1,"status":"Nothing","status":"New"}`
  test.each<[Record<string, string | string[]>, string | undefined]>([
    [{}, undefined],
    [{ prefer: 'return=minimal' }, undefined],
    [{ prefer: 'handling=lenient' }, 'handling=lenient'],
    [{ prefer: ['return=minimal', 'handling=lenient, handling=strict'] }, 'handling=lenient'],
  ])('%j ignores unknown input, and the last of repeated members counts', async (headers, preference) => {
    const id = await server.addCase()
    const answer = await put(`${id}?x=1`, body, headers)
    expect([applied(answer), JSON.parse(answer.body).case.status]).toEqual([[201, preference], 'New'])
  })
})

test('several Prefer headers count as one', async () => {
  expect(applied(await put(0, '{"x":1}', { prefer: ['return=minimal', 'handling=strict'] }))[0]).toBe(400)
})

test('only a response to an applied preference varies by it', async () => {
  expect((await lookup('')).headers.vary).toBe('Prefer, Service-Touchpoint, Service-Token, Accept-Encoding')
  expect((await lookup('', {})).headers.vary).toBe('Service-Touchpoint, Service-Token, Accept-Encoding')
})
