import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/folders.ts'
import { callTool, mcpClient } from '../support/clients/mcp.ts'
import { TestIssuer } from '../support/issuer/issuer.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { sql } from '../support/database/database.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const issuer = await TestIssuer.start()
afterAll(() => issuer.stop())

const server = useServer({ env: issuer.env })
const off = useServer({ database: async () => server.database, env: { MCP: 'off' } })

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const getCase = { ...list, method: 'tools/call', params: { name: 'get_case', arguments: { caseInstanceId: '1001' } } }

interface Sent {
  headers?: Record<string, string>
  url?: string
  path?: string
  method?: string
}

const send = (message: unknown, { headers, url = server.url, path = '/mcp', method = 'POST' }: Sent = {}) =>
  sendRaw(url, {
    method,
    path,
    headers: { ...json, ...credentialHeaders(olga), ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })

const wrongToken = { headers: { 'service-token': 'wrong' } }

describe('a request is answered like one to REST', () => {
  test.each<[what: string, status: number, message: unknown, sent?: Sent]>([
    ['with credentials', 200, list],
    ['with credentials in the query', 200, list, { path: '/mcp?touchpoint=desk&token=demo-operator-olga' }],
    ['without credentials', 401, list, { headers: { 'service-token': '' } }],
    ['with wrong credentials, for a list', 401, list, { headers: { 'service-token': 'wrong' } }],
    ['with wrong credentials, for a tool', 401, getCase, { headers: { 'service-token': 'wrong' } }],
    [
      'with wrong credentials and wrong arguments',
      401,
      { ...getCase, params: { name: 'get_case', arguments: {} } },
      { headers: { 'service-token': 'wrong' } },
    ],
    ['with wrong credentials, for an unknown tool', 401, { ...getCase, params: { name: 'x' } }, wrongToken],
    ['with wrong credentials, for nothing', 401, { ...getCase, params: {} }, wrongToken],
    ['with wrong credentials, without an ID', 401, { ...getCase, id: undefined }, wrongToken],
    ['without Accept', 200, list, { headers: { accept: '' } }],
    ['that accepts everything, as of curl', 200, list, { headers: { accept: '*/*' } }],
    ['that accepts only JSON', 200, list, { headers: { accept: 'application/json' } }],
    ['that is no JSON', 400, '{'],
    ['that is several messages', 400, [list, list]],
    ['of another media type', 415, list, { headers: { 'content-type': 'text/plain' } }],
    ['of a name of another host', 403, list, { headers: { host: 'cases.example.com' } }],
    ['of a page of another origin', 403, list, { headers: { origin: 'https://evil.example' } }],
    ['with an unknown access', 400, list, { path: '/mcp?access=all' }],
    ['with two accesses', 400, list, { path: '/mcp?access=read&access=full' }],
    ['that is too long', 413, { ...list, params: { x: 'x'.repeat(300_000) } }],
  ])('%s: %i', async (_what, status, message, sent) => {
    const response = await send(message, sent)
    const type = status === 200 ? 'application/json' : 'application/problem+json'
    expect([response.status, response.headers['content-type']]).toEqual([status, type])
  })

  test.each(['GET', 'DELETE'])('%s is not allowed, because there are no sessions', async (method) => {
    const response = await send('', { method })
    expect([response.status, response.headers['allow']]).toEqual([405, 'POST, OPTIONS'])
  })

  test('with MCP=off, there is no such path', async () => {
    expect((await send(list, { url: off.url })).status).toBe(404)
  })

  test('a subscription is rejected, so nothing is kept open', async () => {
    const params = {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    }
    const method = 'subscriptions/listen'
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method }
    const { body } = await send({ ...list, method, params }, { headers })
    expect(JSON.parse(body)).toMatchObject({ error: { message: 'Subscription limit reached' } })
  })
})

describe('with an issuer', () => {
  beforeAll(() => sql(server.database, `update persons set subject = 'sub-olga' where email = 'olga@example.com'`))

  const metadata = () => `${server.url}/.well-known/oauth-protected-resource/mcp`

  test.each(['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'])(
    '%s names the issuer',
    async (path) => {
      const response = await fetch(server.url + path)
      expect(await response.json()).toEqual({
        resource: `${server.url}/mcp`,
        authorization_servers: [issuer.url],
        bearer_methods_supported: ['header'],
        resource_name: 'Casegate',
      })
    },
  )

  test('rejections name this document', async () => {
    const none = await send(list, { headers: { 'service-token': '' } })
    expect(none.headers['www-authenticate']).toBe(`Service-Token, Bearer resource_metadata="${metadata()}"`)
    const wrong = await sendRaw(server.url, {
      method: 'POST',
      path: '/mcp',
      headers: { ...json, authorization: 'Bearer a.b.c' },
      body: JSON.stringify(list),
    })
    expect(wrong.headers['www-authenticate']).toBe(`Bearer error="invalid_token", resource_metadata="${metadata()}"`)
  })

  test('a JWT is accepted, as by the other APIs', async () => {
    const jwt = await issuer.sign({ sub: 'sub-olga', client_id: 'desk', casegate_login: 'OPERATOR', sid: 'mcp' })
    const client = await mcpClient(server.url, olga, { headers: { authorization: `Bearer ${jwt}` } })
    expect(await callTool(client, 'get_case', { caseInstanceId: '1001' })).toMatchObject({ isError: false })
  })

  test('without one, there is no such document', async () => {
    expect((await fetch(`${off.url}/.well-known/oauth-protected-resource/mcp`)).status).toBe(404)
    expect((await send(list, { url: off.url })).headers['www-authenticate']).toBeUndefined()
  })
})

describe('programs of the Model Context Protocol', () => {
  const run = async (program: string, ...args: string[]) => {
    const { stdout } = await promisify(execFile)(program, args, { cwd: temporaryFolder() })
    return stdout
  }

  /** The other scenarios need tools, prompts and resources of a server that is made for them. */
  test.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
    '@modelcontextprotocol/conformance finds no failure in %s',
    async (scenario) => {
      const url = `${server.url}/mcp?access=full&touchpoint=desk&token=${olga.token}`
      const cli = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
      expect(await run(process.execPath, cli, 'server', '--url', url, '--scenario', scenario)).toMatch(
        /Passed: [12]\/[12], 0 failed, 0 warnings/,
      )
    },
  )

  // It has so many dependencies that only this test installs it, as its users do.
  test('@modelcontextprotocol/inspector calls a tool', { tags: ['nightly'] }, async () => {
    const headers = Object.entries(credentialHeaders(olga)).flatMap(([name, value]) => [
      '--header',
      `${name}: ${value}`,
    ])
    const inspector = ['--yes', '@modelcontextprotocol/inspector@2.12.0', '--cli', `${server.url}/mcp`]
    const call = ['--method', 'tools/call', '--tool-name', 'get_case', '--tool-arg', 'caseInstanceId=1001']
    const output = await run('npx', ...inspector, '--transport', 'http', ...headers, ...call)
    expect(JSON.parse(output)).toMatchObject({
      isError: false,
      content: [{ text: expect.stringContaining('"id":"1001"') }],
    })
  })
})
