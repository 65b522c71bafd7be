import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { credentialHeaders, type Credentials, olga, oona, paula, pedro } from '../support/requests/credentials.ts'
import { problemOf, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const northDesk: Credentials = { touchpoint: 'Büro, Zürich ☎', token: 'töken ✓' }
const latinDesk: Credentials = { touchpoint: 'Büro', token: 'demo-latin' }
const inactive: Credentials = { touchpoint: 'web', token: 'demo-inactive' }

const data = {
  touchpoints: [
    { code: northDesk.touchpoint, name: 'North' },
    { code: latinDesk.touchpoint, name: 'Latin' },
  ],
  parties: [{ email: 'petra@example.com', firstname: 'Petra', active: false }],
  sessions: [
    { token: northDesk.token, touchpointCode: northDesk.touchpoint, login: 'PARTY', email: 'paula@example.com' },
    { token: latinDesk.token, touchpointCode: latinDesk.touchpoint, login: 'PARTY', email: 'paula@example.com' },
    { token: inactive.token, touchpointCode: inactive.touchpoint, login: 'PARTY', email: 'petra@example.com' },
  ],
}

const server = useServer({ data })

const lookup = (headers: OutgoingHttpHeaders, query = '') =>
  sendRaw(server.url, { path: `/api/v4/cases/typecategory${query}`, headers })

const { touchpoint, token } = paula
const twice = { 'service-touchpoint': [touchpoint, touchpoint], 'service-token': [token, token] }
const inQuery = `?touchpoint=${touchpoint}&token=${token}`

describe('credentials are accepted', () => {
  test.each<[string, OutgoingHttpHeaders, string]>([
    ['as headers', credentialHeaders(paula), ''],
    ['as headers in capitals', { 'SERVICE-TOUCHPOINT': touchpoint, 'SERVICE-TOKEN': token }, ''],
    ['as query parameters', {}, inQuery],
    ['one as a header, one as a query parameter', { 'service-touchpoint': touchpoint }, `?token=${token}`],
    ['one as a query parameter, one as a header', { 'service-token': token }, `?touchpoint=${touchpoint}`],
    ['both ways, when both agree', credentialHeaders(paula), inQuery],
    ['as parameters with empty headers', credentialHeaders({ touchpoint: '', token: '' }), inQuery],
    ['as headers with empty parameters', credentialHeaders(paula), '?token=&touchpoint='],
    ['as headers that are repeated', twice, ''],
    ['as parameters that are repeated', {}, `${inQuery}&token=${token}&touchpoint=${touchpoint}`],
    ['percent-encoded', {}, `?touchpoint=%77eb&token=demo%2Dparty%2dpaula`],
  ])('%s', async (_how, headers, query) => expect((await lookup(headers, query)).status).toBe(200))

  test('in UTF-8 headers', async () => {
    const bytes = (text: string) => Buffer.from(text).toString('latin1')
    const headers = { 'service-touchpoint': bytes(northDesk.touchpoint), 'service-token': bytes(northDesk.token) }
    expect((await lookup(headers)).status).toBe(200)
    expect((await lookup(headers, `?${new URLSearchParams({ ...northDesk })}`)).status).toBe(200)
  })

  test('in Latin-1 headers', async () => {
    const headers = { 'service-touchpoint': latinDesk.touchpoint, 'service-token': latinDesk.token }
    expect((await lookup(headers)).status).toBe(200)
  })
})

describe('credentials are rejected', () => {
  const refused: [string, OutgoingHttpHeaders, string?][] = [
    ['when there are none', {}],
    ['without a token', { 'service-touchpoint': touchpoint }],
    ['without a touchpoint', { 'service-token': token }],
    ['with an empty token', credentialHeaders({ touchpoint, token: '' })],
    ['with an empty touchpoint', credentialHeaders({ touchpoint: '', token })],
    ['with empty parameters', {}, '?touchpoint=&token='],
    ['when the tokens disagree', credentialHeaders(paula), `?token=${pedro.token}`],
    ['when the touchpoints disagree', credentialHeaders(paula), '?touchpoint=app'],
    ['when repeated tokens differ', { 'service-touchpoint': touchpoint, 'service-token': [token, pedro.token] }],
    ['when repeated touchpoints differ', { 'service-touchpoint': [touchpoint, 'app'], 'service-token': token }],
    ['when repeated parameters differ', {}, `${inQuery}&token=${pedro.token}`],
    ['with an unknown token', credentialHeaders({ touchpoint, token: 'unknown' })],
    ['with a token in capitals', credentialHeaders({ touchpoint, token: token.toUpperCase() })],
    ['with a token and a space', {}, `${inQuery}%20`],
    ["with a token's hash", credentialHeaders({ touchpoint, token: createHash('sha256').update(token).digest('hex') })],
    ['with an unknown touchpoint', credentialHeaders({ touchpoint: 'moon', token })],
    ['with a touchpoint in capitals', credentialHeaders({ touchpoint: 'WEB', token })],
    ["with another session's touchpoint", credentialHeaders({ touchpoint: olga.touchpoint, token })],
    ['with a comma between two', credentialHeaders({ touchpoint: `${touchpoint}, ${touchpoint}`, token })],
    ['when the session has expired', credentialHeaders({ touchpoint: 'desk', token: 'demo-expired' })],
    ['when the person is blocked', credentialHeaders(oona)],
    ['when the person is inactive', credentialHeaders(inactive)],
    ['as a NUL', {}, '?touchpoint=web%00&token=%00'],
    ['as no UTF-8', {}, '?touchpoint=%ff&token=%ff'],
    ['with a pattern', credentialHeaders({ touchpoint, token: '%' })],
    ['as a cookie', { cookie: `token=${token}`, 'service-touchpoint': touchpoint }],
    ['as a Bearer token', { authorization: `Bearer ${token}` }],
    ['as Basic authentication', { authorization: `Basic ${btoa(`${touchpoint}:${token}`)}` }],
  ]
  let unknown: unknown
  beforeAll(async () => (unknown = problemOf(await lookup({}))))

  test.each(refused)('%s, without naming the reason', async (_why, headers, query) => {
    const answer = await lookup(headers, query)
    expect(problemOf(answer)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect([problemOf(answer), answer.headers['www-authenticate']]).toEqual([unknown, 'Service-Token'])
  })
})
