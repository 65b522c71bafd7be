import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AddressPolicy } from '../../src/outgoing/address-policy.ts'
import { Deliverer, DeliveryAborted } from '../../src/outgoing/deliver.ts'
import { listening } from '../support/listening.ts'
import { answerEndlessly, serve, switchProtocols } from '../support/local-server.ts'

function post(
  url: string,
  { policy = new AddressPolicy(['127.0.0.0/8']), timeoutMs = 5_000, signal = new AbortController().signal } = {},
) {
  const deliverer = new Deliverer(policy)
  onTestFinished(() => deliverer.close())
  return deliverer.post(url, { headers: { 'content-type': 'application/json' }, body: '{"ä":1}', timeoutMs, signal })
}

describe('a delivery', () => {
  test('sends the body, and returns the status', async () => {
    const bodies: string[] = []
    const port = await serve(async (request, response) => {
      bodies.push(`${request.method} ${(await request.toArray()).join('')}`)
      response.writeHead(204).end()
    })
    expect(await post(`http://127.0.0.1:${port}/hook?a=b`)).toEqual({ status: 204 })
    expect(bodies).toEqual(['POST {"ä":1}'])
  })

  test('is not sent if its time has passed when the connection is open', async () => {
    let requests = 0
    const port = await serve((_request, response) => void (requests++, response.end()))
    const deliverer = new Deliverer(new AddressPolicy(['127.0.0.1/32']))
    onTestFinished(() => deliverer.close())
    const send = (sendBefore: number) =>
      deliverer.post(`http://127.0.0.1:${port}/`, {
        headers: {},
        body: '',
        timeoutMs: 5_000,
        signal: new AbortController().signal,
        sendBefore,
      })
    await expect(send(performance.now())).rejects.toThrow(DeliveryAborted)
    expect(await send(performance.now() + 5_000)).toEqual({ status: 200 })
    await expect(send(performance.now())).rejects.toThrow(DeliveryAborted)
    expect(requests).toBe(1)
  })

  test('does not follow a redirect', async () => {
    let requests = 0
    const port = await serve((_request, response) => {
      requests++
      response.writeHead(307, { location: '/other' }).end()
    })
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: 307 })
    expect(requests).toBe(1)
  })

  test('uses a connection again, and a new one if the receiver has closed it', async () => {
    const connections = new Set<unknown>()
    const server = createServer(async (request, response) => {
      connections.add(request.socket)
      await request.toArray()
      response.end('{}')
    })
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${await listening(server)}/`
    const deliverer = new Deliverer(new AddressPolicy(['127.0.0.1/32']))
    onTestFinished(() => deliverer.close())
    const { signal } = new AbortController()
    const send = () => deliverer.post(url, { headers: {}, body: '', timeoutMs: 5_000, signal })
    for (let count = 0; count < 3; count++) expect(await send()).toEqual({ status: 200 })
    expect(connections.size).toBe(1)
    server.closeAllConnections()
    expect(await send()).toEqual({ status: 200 })
    expect(connections.size).toBe(2)
  })

  test('reads a body of 4 KiB, and closes the connection if there is more', async () => {
    let closed = 0
    let length = 4_096
    const listener: RequestListener = (request, response) => {
      request.socket.on('close', () => closed++)
      response.end(Buffer.alloc(length))
    }
    const port = await serve(listener, createServer({ keepAliveTimeout: 60_000 }))
    const deliverer = new Deliverer(new AddressPolicy(['127.0.0.1/32']))
    onTestFinished(() => deliverer.close())
    const { signal } = new AbortController()
    const send = () => deliverer.post(`http://127.0.0.1:${port}/`, { headers: {}, body: '', timeoutMs: 5_000, signal })
    expect([await send(), closed]).toEqual([{ status: 200 }, 0])
    length++
    expect(await send()).toEqual({ status: 200 })
    await expect.poll(() => closed).toBeGreaterThan(0)
  })

  test.each<[string, RequestListener]>([
    ['never ends', answerEndlessly],
    ['comes slowly', (_request, response) => void response.write('{')],
  ])('does not wait for a body that %s, and closes the connection', async (_what, listener) => {
    let closed: Promise<void> | undefined
    const port = await serve((request, response) => {
      closed = new Promise<void>((resolve) => request.socket.on('close', resolve))
      listener(request, response)
    })
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: 200 })
    await closed
    expect(closed).toBeDefined()
  })
})

test("a receiver's own certificate authority is trusted if NODE_EXTRA_CA_CERTS names it", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'casegate-ca-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=receiver', '-addext', 'subjectAltName=IP:127.0.0.1']
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', '-x509', ...options, ...subject, '-keyout', key, '-out', cert], { stdio: 'pipe' })
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) })
  const port = await serve((_request, response) => void response.writeHead(204).end(), server)
  const url = `https://127.0.0.1:${port}/`
  expect(await post(url)).toBe('TLS')

  const script = `
import { AddressPolicy } from '${import.meta.resolve('../../src/outgoing/address-policy.ts')}'
import { Deliverer } from '${import.meta.resolve('../../src/outgoing/deliver.ts')}'
const { signal } = new AbortController()
const deliverer = new Deliverer(new AddressPolicy(['127.0.0.0/8']))
console.log(await deliverer.post('${url}', { headers: {}, body: '', timeoutMs: 5000, signal }))
deliverer.close()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: cert },
  })
  expect(stdout).toBe('{ status: 204 }\n')
})

describe('a delivery fails', () => {
  test.each<[string, RequestListener]>([
    ['never comes', () => {}],
    ['switches protocols', switchProtocols],
  ])('if a response %s', async (_what, listener) => {
    const port = await serve(listener)
    expect(await post(`http://127.0.0.1:${port}/`, { timeoutMs: 100 })).toBe('TIMEOUT')
  })

  test('if nothing listens, or the connection ends without a response', async () => {
    const server = createTcpServer((socket) => socket.destroy())
    const port = await listening(server)
    expect(await post(`http://127.0.0.1:${port}/`)).toBe('CONNECTION')
    await server[Symbol.asyncDispose]()
    expect(await post(`http://127.0.0.1:${port}/`)).toBe('CONNECTION')
  })

  test('if the receiver does not speak TLS', async () => {
    const port = await serve((_request, response) => void response.end())
    expect(await post(`https://127.0.0.1:${port}/`)).toBe('TLS')
  })

  test('if the name does not exist', async () => {
    expect(await post('https://receiver.invalid/')).toBe('NAME')
  })

  const hosts =
    '127.0.0.1 2130706433 0177.0.0.1 0x7f000001 127.1 [::ffff:127.0.0.1] [::ffff:7f00:1] [::1] [::] 0.0.0.0'.split(' ')
  test.each(['https://localhost', ...hosts.map((host) => `http://${host}`)])(
    'if the address is not allowed: %s',
    async (url) => {
      let requests = 0
      const port = await serve(() => requests++)
      expect(await post(`${url}:${port}/`, { policy: new AddressPolicy([]) })).toBe('FORBIDDEN_ADDRESS')
      expect(requests).toBe(0)
    },
  )

  test('if the name leads to an allowed address first, and then to another', async () => {
    let requests = 0
    const port = await serve((_request, response) => {
      requests++
      response.end()
    })
    const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.1']
    const policy = new AddressPolicy(['127.0.0.1/32'], async () => [{ address: answers.shift()!, family: 4 }])
    const url = `http://rebinding.example:${port}/`
    expect(await post(url, { policy })).toEqual({ status: 200 })
    // The address that was judged is the one that was connected to.
    expect(answers).toEqual(['127.0.0.2', '127.0.0.1'])
    expect(await post(url, { policy })).toBe('FORBIDDEN_ADDRESS')
    expect(answers).toEqual(['127.0.0.1'])
    expect(requests).toBe(1)
  })

  test('if no name server answers, with one look-up however many wait for it', async () => {
    let lookUps = 0
    const hanging = Promise.withResolvers<never>()
    const policy = new AddressPolicy([], () => {
      lookUps++
      return hanging.promise
    })
    const posts = () => Array.from({ length: 8 }, () => post('https://hanging.example/', { policy, timeoutMs: 50 }))
    for (let round = 0; round < 2; round++) expect(new Set(await Promise.all(posts()))).toEqual(new Set(['TIMEOUT']))
    expect(lookUps).toBe(1)
    hanging.reject(Object.assign(new Error('no answer'), { syscall: 'getaddrinfo', code: 'EAI_AGAIN' }))
    expect(await post('https://hanging.example/', { policy })).toBe('NAME')
    await post('https://hanging.example/', { policy })
    expect(lookUps).toBeGreaterThan(1)
  })

  test('with an error if it is ended, because nobody knows whether it was received', async () => {
    const ended = new AbortController()
    const port = await serve(() => ended.abort())
    await expect(post(`http://127.0.0.1:${port}/`, { signal: ended.signal })).rejects.toThrow(DeliveryAborted)
    await expect(post(`http://127.0.0.1:${port}/`, { signal: ended.signal })).rejects.toThrow(DeliveryAborted)
  })

  test.each([
    ['interim responses without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['chunks with long extensions', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n`],
  ])('or is over soon if the answer is %s', async (_what, head) => {
    const endless = head.includes('103') ? head : `1;${'a'.repeat(8_000)}\r\na\r\n`
    let sent = 0
    const server = createTcpServer((socket) => {
      const write = () => {
        while (!socket.destroyed && socket.write(endless)) sent += endless.length
      }
      socket.on('drain', write).on('error', () => {})
      socket.once('data', () => {
        socket.write(head)
        write()
      })
    })
    onTestFinished(() => void server.close())
    const port = await listening(server)
    const answers: unknown = await post(`http://127.0.0.1:${port}/`)
    expect(answers).toEqual(head.includes('103') ? 'CONNECTION' : { status: 200 })
    expect(sent).toBeLessThan(8 * 1024 * 1024)
  })
})
