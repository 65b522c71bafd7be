import { beforeAll, describe, expect, test } from 'vitest'
import { CachedResponse } from '../../src/http/cached-response.ts'
import { sql } from '../support/database/database.ts'
import { credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { type RawRequest, type RawResponse, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { GRAPHIQL: 'on' } })
const long = 'Looking into it. '.repeat(560)
let commented: number
beforeAll(async () => {
  commented = await server.addCase({ comments: [{ text: long, authorEmail: 'olga@example.com' }] })
})

const json = { 'content-type': 'application/json' }
const asOlga = credentialHeaders(olga)
const lookup: RawRequest = { path: '/api/v4/cases/typecategory', headers: credentialHeaders(paula) }
const post = (query: string, headers: Record<string, string>): RawRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { ...json, ...headers },
  body: JSON.stringify({ query }),
})
const records = '{ caseTypeCategories { caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer } }'
const comments = () => `{ case(id: "${commented}") { comments(first: 1) { edges { node { text } } } } }`

/** Long responses from different parts of the service. */
const longAnswers: [string, () => RawRequest][] = [
  ['a lookup over REST', () => lookup],
  ['a lookup over GraphQL', () => post(records, credentialHeaders(paula))],
  ['a case with a long comment', () => post(comments(), asOlga)],
  ['the same as GraphQL over HTTP has it', () => post(comments(), { ...asOlga, accept: 'application/json;q=0.5' })],
  ['the same by GET', () => ({ path: `/graphql?${new URLSearchParams({ query: comments() })}`, headers: asOlga })],
  ['the start page', () => ({ path: '/', headers: { accept: 'text/html' } })],
  ['the playground', () => ({ path: '/graphql', headers: { accept: 'text/html' } })],
]

const ask = (request: RawRequest, accepted?: string, headers: Record<string, string> = {}) => {
  const encoding = accepted === undefined ? {} : { 'accept-encoding': accepted }
  return sendRaw(server.url, { ...request, headers: { ...request.headers, ...headers, ...encoding } })
}
const encodingOf = ({ headers }: RawResponse) => headers['content-encoding']
function withoutIds({ headers }: RawResponse): object {
  const { 'x-request-id': _, date: __, ...others } = headers
  return others
}

describe.each(longAnswers)('%s', (_name, request) => {
  test('is not compressed without Accept-Encoding', async () => {
    const answer = await ask(request())
    expect([answer.status, encodingOf(answer)]).toEqual([200, undefined])
    expect(answer.length).toBe(Buffer.byteLength(answer.body))
  })

  test.each(['br', 'gzip'])('is shorter with %s and decodes to the same content', async (encoding) => {
    const answers = [await ask(request(), encoding), await ask(request(), encoding)]
    const plain = await ask(request())
    for (const answer of answers) {
      expect([answer.status, encodingOf(answer), answer.body]).toEqual([200, encoding, plain.body])
      expect(answer.length).toBeLessThan(plain.length)
      // The plugin streams what it compresses, unless it is short.
      expect([undefined, `${answer.length}`]).toContain(answer.headers['content-length'])
      expect(answer.headers.vary).toMatch(/(^|, )Accept-Encoding$/i)
      expect(answer.headers['content-type']).toBe(plain.headers['content-type'])
      expect(answer.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
    }
  })
})

test.each<[string, string | undefined]>([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', undefined],
  ['*', 'br'],
  ['gzip, *;q=0', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['identity;q=0.5, gzip;q=0.4', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0', undefined],
  ['deflate, zstd, compress', undefined],
  ['', undefined],
  [',;,', undefined],
])('Accept-Encoding: %s is answered with %s', async (accepted, encoding) => {
  for (let i = 0; i < 2; i++) expect(encodingOf(await ask(lookup, accepted))).toBe(encoding)
})

describe('a short response is not compressed:', () => {
  test.each<[string, RawRequest]>([
    ['health', { path: '/livez' }],
    ['a refusal', { path: '/api/v4/cases/typecategory' }],
    ['a lookup of one record', { ...lookup, path: `${lookup.path}?caseTypeCode=REFUND` }],
    ['a mistake', post('{', {})],
    ['an answer of 2 KiB that is sent once', post('{ __schema { types { kind } } }', {})],
  ])('%s', async (_name, request) => {
    const answer = await ask(request, 'br, gzip')
    expect(encodingOf(answer)).toBeUndefined()
    expect(answer.length).toBeLessThan(8 * 1024)
  })
})

describe('an ETag', () => {
  const tagOf = async (encoding?: string) => (await ask(lookup, encoding)).headers.etag!

  test('differs for each encoding', async () => {
    const tags = [await tagOf(), await tagOf('br'), await tagOf('gzip')]
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[\w.-]+"$/)
  })

  test('returns 304 to a caller who has the response in any encoding', async () => {
    for (const had of [undefined, 'br', 'gzip']) {
      const etag = await tagOf(had)
      for (const now of [undefined, 'br', 'gzip', 'identity']) {
        const answer = await ask(lookup, now, { 'if-none-match': `"other", ${etag}` })
        expect([answer.status, answer.headers.etag, answer.length], `${had}, then ${now}`).toEqual([304, etag, 0])
        expect(answer.headers.vary).toContain('Accept-Encoding')
        expect(encodingOf(answer)).toBeUndefined()
      }
    }
  })

  test('that is unknown returns 200', async () => {
    const etag = await tagOf('br')
    const others = [etag.replace('.br', '.deflate'), etag.replace('.br', '.br.br'), '".br"', etag.replaceAll('"', '')]
    for (const tag of others) expect((await ask(lookup, 'br', { 'if-none-match': tag })).status, tag).toBe(200)
  })
})

test.each(longAnswers.filter(([, request]) => request().method !== 'POST'))(
  'HEAD of %s has the headers of GET and no body',
  async (name, request) => {
    // The plugin compresses no response to HEAD. Cached lookups have their variants.
    for (const encoding of name === 'a lookup over REST' ? [undefined, 'br', 'gzip'] : [undefined]) {
      const [get, head] = [await ask(request(), encoding), await ask({ ...request(), method: 'HEAD' }, encoding)]
      expect([head.status, head.length, withoutIds(head)]).toEqual([200, 0, withoutIds(get)])
      expect(head.headers['content-length']).toBe(get.headers['content-length'] && `${get.length}`)
    }
  },
)

test('a cached response is compressed once, also for concurrent callers', async () => {
  const response = new CachedResponse(long)
  const [one, other] = await Promise.all([response.variant('br'), response.variant('br')])
  expect(one).toBe(other)
  expect(response.variant('br')).toBe(one)
  expect(await response.variant('gzip')).not.toBe(one)
})

test('a changed catalogue changes the response in every encoding', async () => {
  const before = await ask(lookup, 'br')
  await sql(server.database, `update case_types set name = 'Money back' where code = 'REFUND'`)
  const after = await ask(lookup, 'br')
  expect([encodingOf(after), after.headers.etag === before.headers.etag]).toEqual(['br', false])
  expect(after.body).toContain('Money back')
})

test.each(['gzip', 'br', 'deflate'])('a body encoded with %s is rejected', async (encoding) => {
  expect((await ask(post('{ __typename }', { 'content-encoding': encoding }), 'gzip')).status).toBe(415)
})
