import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LoadBalancer, startLoadBalancer } from '../../torture/load-balancer.ts'
import { isInstalled } from '../../torture/rolling-restart.ts'
import { listening } from '../support/listening.ts'
import { temporaryFolder } from '../support/folders.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')

// What the tests below observe, for machines without these programs.
test('no load balancer is configured to send a request twice, and each leaves the limits of headers to Casegate', () => {
  const haproxy = read('haproxy.cfg')
  expect(haproxy.match(/^ *retry-on .*$/gm)).toEqual(['    retry-on conn-failure'])
  expect(haproxy).toContain('option httpchk GET /readyz')
  expect(Number(/tune\.bufsize (\d+)/.exec(haproxy)?.[1])).toBeGreaterThan(17 * 1024)
  const nginx = read('nginx.conf')
  expect(nginx).toContain('proxy_next_upstream off;')
  expect(nginx).toContain('large_client_header_buffers 4 32k;')
  expect(nginx).toContain('gzip off;')
})

describe.each((['haproxy', 'nginx'] as const).filter(isInstalled))('%s', (name) => {
  const servers: Server[] = []
  /** The requests that reached any of both servers. */
  const received: IncomingHttpHeaders[] = []
  let loadBalancer: LoadBalancer
  let port: number

  beforeAll(async () => {
    const ports = await Promise.all([startServer(), startServer()])
    loadBalancer = await startLoadBalancer(name, temporaryFolder(), [ports[0], ports[1]], 20)
    ;({ port } = loadBalancer)
  })
  beforeEach(() => void (received.length = 0))
  afterAll(async () => {
    await loadBalancer.stop()
    for (const server of servers) server.close().closeAllConnections()
  })

  /** A server that answers every request, except those to /cut: it closes their connection. */
  async function startServer(): Promise<number> {
    const server = createServer({ maxHeaderSize: 64 * 1024 }, (incoming, response) => {
      if (incoming.url === '/readyz') return void response.end()
      received.push(incoming.headers)
      if (incoming.url === '/case') response.writeHead(200, { etag: '"7"', 'content-type': 'application/json' })
      const body = incoming.url === '/case' ? JSON.stringify({ text: 'x'.repeat(500) }) : undefined
      incoming.resume().once('end', () => (incoming.url === '/cut' ? incoming.socket.destroy() : response.end(body)))
    })
    servers.push(server)
    return listening(server)
  }

  function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
        response.resume().once('end', () => resolve(response))
      })
      outgoing.once('error', reject).end(method === 'GET' ? undefined : '{}')
    })
  }
  const send = async (...sent: Parameters<typeof ask>) => (await ask(...sent)).statusCode

  test.each(['GET', 'PUT', 'POST'])('sends a %s once, if the server closes the connection', async (method) => {
    expect(await send(method, '/cut')).toBe(502)
    expect(received).toHaveLength(1)
  })

  test('passes on a URL and headers of more than 16 KiB, which Casegate answers', async () => {
    expect(await send('GET', '/', { 'x-long': 'a'.repeat(17 * 1024) })).toBe(200)
    expect(await send('GET', `/?${'a'.repeat(17 * 1024)}`)).toBe(200)
  })

  test('leaves tags strong, because it does not compress', async () => {
    const { headers } = await ask('GET', '/case', { 'accept-encoding': 'gzip' })
    expect([headers.etag, headers['content-encoding']]).toEqual(['"7"', undefined])
  })

  test('appends the address of the caller last', async () => {
    expect(await send('GET', '/', { 'x-forwarded-for': '10.1.2.3' })).toBe(200)
    expect(received[0]?.['x-forwarded-for']).toMatch(/^(10\.1\.2\.3, )?127\.0\.0\.1$/)
  })

  test('passes on its own scheme and the host of the request, whatever the caller names', async () => {
    const forged = {
      'X-Forwarded-Proto': 'https',
      'x-forwarded-host': 'attacker.example',
      host: 'cases.example.com:8080',
    }
    expect(await send('GET', '/', forged)).toBe(200)
    expect(received[0]).toMatchObject({ 'x-forwarded-proto': 'http', 'x-forwarded-host': 'cases.example.com:8080' })
  })

  test('limits the requests of a session to all servers together', async () => {
    for (const headers of [{ 'service-token': 'a' }, { authorization: 'Bearer b' }]) {
      for (let count = 0; count < 20; count++) expect(await send('GET', '/', headers)).toBe(200)
      expect(await send('GET', '/', headers)).toBeOneOf([200, 429])
      const { statusCode, headers: answered } = await ask('GET', '/', headers)
      expect([statusCode, answered['content-type']]).toEqual([429, 'application/problem+json'])
      expect(Number(answered['retry-after'])).toBeGreaterThan(0)
    }
    expect(await send('GET', '/', { 'service-token': 'c' })).toBe(200)
    for (let count = 0; count < 30; count++) expect(await send('GET', '/')).toBe(200)
  })

  test.runIf(name === 'haproxy')('sends requests to the other server, if one does not accept connections', async () => {
    await loadBalancer.add()
    servers[0]!.close().closeAllConnections()
    const statuses = await Promise.all(Array.from({ length: 8 }, () => send('PUT', '/')))
    expect(statuses).toEqual(Array(8).fill(200))
    expect(received).toHaveLength(8)
  })
})

test.runIf(isInstalled('haproxy'))('HAProxy accepts the configuration for Patroni', () => {
  const [, configuration = ''] = /^```haproxy\n(.*?)^```/ms.exec(read('../docs/deployment.md')) ?? []
  const file = join(temporaryFolder(), 'patroni.cfg')
  writeFileSync(file, configuration)
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
