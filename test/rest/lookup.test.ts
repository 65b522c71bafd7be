import { words } from '../support/words.ts'
import { describe, expect, test } from 'vitest'
import { sql } from '../support/database/database.ts'
import { carla, type Credentials, olga, paula } from '../support/requests/credentials.ts'
import { problemOf, type RawResponse } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()

type Options = { caller?: Credentials; method?: string; known?: string }

const { send } = restClient(server, '/api/v4/cases/typecategory')
const lookup = (query = '', { caller = paula, method = 'GET', known }: Options = {}) =>
  send(method, query, { caller, headers: known === undefined ? {} : { 'if-none-match': known } })

function codesOf(answer: RawResponse): string[] {
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
  const body = JSON.parse(answer.body) as { caseTypeCategories: { caseTypeCode: string; caseCategoryCode: string }[] }
  expect(Object.keys(body)).toEqual(['caseTypeCategories'])
  return body.caseTypeCategories.map((each) => `${each.caseCategoryCode}/${each.caseTypeCode}`)
}

describe('filters', () => {
  // test/catalogue/lookup.test.ts has what each filter returns.
  test.each([
    ['?caseTypeCode=%52EFUND', 1],
    ['?caseTypeCode=', 0],
    ['?casetypecode=REFUND&Visibility=none&x=1&x=2', 6],
  ])('%s returns %i type categories', async (query, count) => expect(codesOf(await lookup(query))).toHaveLength(count))

  test.each(words`
    ?visibility= ?visibility=APP ?visibility=none ?visibility=app&visibility=app ?visibility=app&visibility=all
    ?caseTypeCode=REFUND&caseTypeCode=REFUND ?caseCategoryCode=BILLING&caseCategoryCode=ACCOUNT
  `)('%s is malformedRequest', async (query) => {
    const problems = [{ parameter: /\w+/.exec(query)![0] }]
    expect(problemOf(await lookup(query))).toMatchObject({ status: 400, code: 'malformedRequest', problems })
  })
})

describe('HEAD', () => {
  test('returns the headers of GET without a body', async () => {
    const get = await lookup('?visibility=app')
    const head = await lookup('?visibility=app', { method: 'HEAD' })
    const { date: _d, 'x-request-id': _r, ...headers } = get.headers
    expect(head).toMatchObject({ status: 200, headers, body: '' })
  })

  test('is rejected like GET', async () => {
    expect((await lookup('', { method: 'HEAD', caller: olga })).status).toBe(403)
    expect((await lookup('?visibility=none', { method: 'HEAD' })).status).toBe(400)
    expect((await lookup('', { method: 'HEAD', caller: { ...paula, token: 'x' } })).status).toBe(401)
  })
})

describe('an ETag', () => {
  const etagOf = async (query = '', options: Options = {}) => (await lookup(query, options)).headers.etag ?? ''

  test('comes with every response, which only the caller may store and must revalidate', async () => {
    const { headers } = await lookup()
    expect(headers.etag).toMatch(/^"[^"]+"$/)
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  test('is the same for the same content, and different for different content', async () => {
    expect(await etagOf()).toBe(await etagOf('?visibility=all', { caller: carla }))
    expect(await etagOf('?visibility=app')).not.toBe(await etagOf())
  })

  test('that matches returns 304 without a body', async () => {
    const etag = await etagOf()
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "more"`, '*']) {
      const { status, headers, body } = await lookup('', { known })
      expect([status, headers.etag, body], known).toEqual([304, etag, ''])
      expect(headers['cache-control']).toBe('private, no-cache')
    }
    expect((await lookup('', { known: etag, method: 'HEAD' })).status).toBe(304)
  })

  test('that does not match returns 200', async () => {
    const etag = await etagOf('?visibility=app')
    for (const known of [etag, '"other"', '', etag.replaceAll('"', '')]) {
      expect((await lookup('', { known })).status, known).toBe(200)
    }
  })

  test('does not replace credentials or permission', async () => {
    expect((await lookup('', { known: await etagOf(), caller: { ...paula, token: 'x' } })).status).toBe(401)
    expect((await lookup('', { known: '*', caller: olga })).status).toBe(403)
  })

  test('changes with the content', async () => {
    const known = await etagOf()
    const rename = (name: string) =>
      sql(server.database, `update case_types set name = '${name}' where code = 'REFUND'`)
    await rename('Money back')
    const answer = await lookup('', { known })
    expect(answer.status).toBe(200)
    expect(answer.headers.etag).not.toBe(known)
    expect(answer.body).toContain('"Money back"')
    await rename('Refund')
    expect((await lookup('', { known })).status).toBe(304)
  })
})
