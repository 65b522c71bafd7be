import { words } from '../support/words.ts'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { issueSession } from '../../src/auth/sessions/command-sessions.ts'
import { deskSecret } from '../support/browser/desk.ts'
import { credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { type RawRequest, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const env = { DESK: 'on', GRAPHIQL: 'on' }
const demo = {
  demoSessions: { operator: olga },
  demoLogins: [{ ...olga, login: 'OPERATOR' as const, firstname: 'Olga' }],
}
const server = useServer({ env, ...demo })
const withoutDemo = useServer()
const onAllAddresses = useServer({ env: { ...env, HOST: '0.0.0.0' }, ...demo })
/** As `casegate serve` starts it on a database without the demonstration data. */
const proxied = useServer({
  env: { ...env, TRUST_PROXY: 'on' },
  demoSessions: { operator: undefined, consumer: undefined },
})
const proxiedDemo = useServer({ env: { ...env, TRUST_PROXY: 'on' }, ...demo })
const proxiedForm = useServer({ data: deskSecret.data, env: { ...env, ...deskSecret.env, TRUST_PROXY: 'on' } })
/** A name that is not an address, such as Debian's name of the machine. Nobody but the server resolves it here. */
const named = useServer({ env: { ...env, HOST: 'LOCALHOST' }, ...demo })
const otherHost = { host: 'cases.example.com' }
const html = { accept: 'text/html' }
const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
const signIn = { method: 'POST', path: '/desk/session', body: '{"way":"DEMONSTRATION","login":"OPERATOR"}' }
const query = '{"query":"{ __typename }"}'

/** What has to be out of the reach of other sites, and the status under the server's own name. */
const requests: [RawRequest, number][] = [
  [{ path: '/', headers: html }, 200],
  [{ path: '/graphql', headers: html }, 200],
  [{ path: '/api/v4/docs' }, 200],
  [{ path: '/desk', headers: html }, 200],
  [{ path: '/desk/cases/1001', headers: html }, 200],
  [{ path: '/desk/session', headers: json }, 200],
  [{ ...signIn, headers: json }, 204],
  [{ method: 'DELETE', path: '/desk/session', headers: json }, 204],
  [{ method: 'POST', path: '/desk/graphql', headers: json, body: query }, 200],
  [{ path: '/desk/persons/1/export', headers: json }, 401],
]

const statusOf = async ({ url }: { url: string }, sent: RawRequest, headers: Record<string, string> = {}) => {
  const { status, headers: answered } = await sendRaw(url, { ...sent, headers: { ...sent.headers, ...headers } })
  if (status === 403) expect(answered['set-cookie']).toBeUndefined()
  return status
}
const all = (expected?: number) => requests.map(([{ method = 'GET', path }, own]) => [method, path, expected ?? own])
const answers = (target: { url: string }, headers?: Record<string, string>) =>
  Promise.all(requests.map(async ([sent]) => [sent.method ?? 'GET', sent.path, await statusOf(target, sent, headers)]))

describe('a server on a loopback address', () => {
  test.each(words`
    localhost LocalHost:4000 localhost: 127.0.0.1 127.0.0.1:80 127.9.8.7:65535 [::1] [::1]:4000
    [0:0:0:0:0:0:0:1]:4000 [::ffff:127.0.0.1]:4000 [::FFFF:7f00:1]
  `)('serves its pages under the name %s', async (host) => {
    expect(await answers(server, { host })).toEqual(all())
    expect(await statusOf(server, signIn, { ...json, host, origin: `http://${host}` })).toBe(204)
  })

  test.each([
    ...words`
      rebind.attacker.example rebind.attacker.example:4000 localhost.attacker.example
      127.0.0.1.attacker.example:4000 a.localhost localhost. 127.0.0.1. localhost:x localhost:80:80
      localhost,attacker.example
    `,
    'localhost attacker.example',
    ...words`
      localhost@attacker.example attacker.example@localhost attacker.example/localhost 127.1 2130706433 0x7f000001
      0.0.0.0 [::] [::2] ::1 [127.0.0.1] [localhost] [::ffff:10.0.0.1] 10.0.0.1 [::1 :4000
    `,
  ])('rejects them under the name "%s"', async (host) => {
    expect(await answers(server, { host })).toEqual(all(403))
    // An origin of the same name proves nothing, and nor do headers that only a proxy may set.
    expect(await statusOf(server, signIn, { ...json, host, origin: `http://${host}` })).toBe(403)
    expect(await answers(server, { host, 'x-forwarded-host': 'localhost' })).toEqual(all(403))
  })

  test('rejects an origin of another name', async () => {
    for (const origin of ['http://rebind.attacker.example', 'https://a.localhost', 'null', 'localhost', '']) {
      expect(await answers(server, { origin }), origin).toEqual(all(403))
    }
  })

  test('rejects requests whose target, or whose missing Host, names another host', async () => {
    async function status(lines: string): Promise<string | undefined> {
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      socket.write(`${lines}\r\n${Object.entries(html)[0]!.join(': ')}\r\nConnection: close\r\n\r\n`)
      return /^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]
    }
    for (const path of ['/', '/graphql', '/desk']) {
      expect(await status(`GET ${path} HTTP/1.0`), path).toBe('403')
      expect(await status(`GET ${path} HTTP/1.0\r\nHost: localhost`), path).toBe('200')
      expect(await status(`GET ${path} HTTP/1.1\r\nHost:`), path).toBe('403')
      expect(await status(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: localhost`), path).toBe('400')
      expect(await status(`GET http://localhost${path} HTTP/1.1\r\nHost: localhost`), path).toBe('200')
      expect(await status(`GET HTTP://attacker.example${path} HTTP/1.1\r\nHost: localhost`), path).toBe('403')
      expect(await status(`GET http://localhost@attacker.example${path} HTTP/1.1\r\nHost: localhost`)).toBe('403')
      expect(await status(`GET http://localhost${path} HTTP/1.1\r\nHost: attacker.example`), path).toBe('403')
    }
  })

  test('says what to do', async () => {
    const { body, headers } = await sendRaw(server.url, { path: '/desk', headers: { ...html, ...otherHost } })
    expect(headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(body)).toMatchObject({ code: 'forbidden', detail: expect.stringMatching(/localhost.*HOST/) })
    expect(await statusOf(server, { path: '/livez', headers: otherHost })).toBe(200)
  })

  test('serves the APIs under every name, except for the public credentials of the demonstration data', async () => {
    const login = { login: 'OPERATOR' as const, email: 'olga@example.com' }
    const { token } = await issueSession(server.database, { touchpoint: 'desk', ...login })
    const statuses = (caller: Record<string, string>, target = server) =>
      Promise.all([
        statusOf(target, { path: '/api/v4/cases/1001', headers: caller }),
        statusOf(target, { method: 'POST', path: '/graphql', headers: { ...json, ...caller }, body: query }),
      ])
    const own = credentialHeaders({ touchpoint: 'desk', token })
    expect(await statuses({ ...own, ...otherHost })).toEqual([200, 200])
    for (const session of [olga, paula]) {
      expect(await statuses({ ...credentialHeaders(session), ...otherHost })).toEqual([401, 401])
      expect(await statuses({ ...credentialHeaders(session), host: 'localhost' })).not.toContain(401)
    }
    expect(await statuses({ ...credentialHeaders(olga), ...otherHost }, withoutDemo)).toEqual([200, 200])
    const inQuery = `/api/v4/cases/1001?touchpoint=${olga.touchpoint}&token=${olga.token}`
    expect(await statusOf(server, { path: inQuery, headers: otherHost })).toBe(401)
    const secret = { 'service-touchpoint': 'desk', 'service-secret': 'cgs_demo-desk' }
    const create = { method: 'POST', path: '/api/v4/sessions', body: JSON.stringify(login) }
    expect(await statusOf(server, { ...create, headers: { ...json, ...secret, ...otherHost } })).toBe(401)
  })

  test('accepts the value of HOST', async () => {
    expect([await answers(named), await answers(named, { host: 'localhost:4000' })]).toEqual([all(), all()])
    expect(await answers(named, { host: 'attacker.example' })).toEqual(all(403))
  })

  test('behind a proxy has the name of the proxy, unless anyone can sign in', async () => {
    const host = { host: 'cases.example.com' }
    const desk: RawRequest = { path: '/desk', headers: html }
    const withForwarded = { 'x-forwarded-host': 'cases.example.com' }
    expect(await statusOf(proxied, desk, host)).toBe(200)
    for (const { url } of [proxiedDemo, proxiedForm]) {
      expect(await statusOf({ url }, desk, host)).toBe(403)
      expect(await statusOf({ url }, desk, { ...host, 'x-forwarded-host': 'localhost' })).toBe(403)
      expect(await statusOf({ url }, desk, withForwarded)).toBe(200)
    }
  })
})

test('a server on other addresses has any name', async () => {
  const { port } = new URL(onAllAddresses.url)
  const local = { url: `http://127.0.0.1:${port}` }
  expect(await answers(local, { host: 'cases.example.com' })).toEqual(all())
})
