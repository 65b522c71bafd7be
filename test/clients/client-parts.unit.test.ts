import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test, vi } from 'vitest'
import { build, type Rolldown } from 'vite'
import { backoffMs, retryAfterMs } from '../../client/src/backoff.ts'
import { createClient, verifyWebhook, WebhookVerificationError } from '../../client/src/client.ts'
import { MessageReader } from '../../client/src/event-stream.ts'
import { keyedOperations } from '../../client/src/generated/keyed-operations.ts'
import openapi from '../../openapi.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { temporaryFolder } from '../support/folders.ts'

const entry = join(import.meta.dirname, '../../client/src/client.ts')

/** What a bundler makes of a program. */
async function bundled(program: string): Promise<{ code: string; modules: string[] }> {
  const file = join(temporaryFolder(), 'program.js')
  writeFileSync(file, program)
  const lib = { entry: file, formats: ['es' as const] }
  const options = { configFile: false, logLevel: 'error', build: { write: false, minify: true, lib } } as const
  const [{ output }] = (await build(options)) as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return { code: output[0].code, modules: output[0].moduleIds }
}

describe('the bundle of the client', () => {
  test('has at most 12 KB with its packages, of which there are two', async () => {
    const { code, modules } = await bundled(`export * from ${JSON.stringify(entry)}`)
    expect(gzipSync(code).length).toBeLessThanOrEqual(12 * 1024)
    const packages = modules.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
    expect(new Set(packages)).toEqual(
      new Set(['openapi-fetch', 'standardwebhooks', '@stablelib/base64', 'fast-sha256']),
    )
    expect(Object.keys(manifest.dependencies)).toEqual(expect.arrayContaining(['openapi-fetch', 'standardwebhooks']))
    expect(code).not.toMatch(/["']node:|\brequire\(|\bprocess\.env/)
  })
})

describe('idempotency keys', () => {
  test('are sent with the operations that take one', () => {
    expect(keyedOperations).toContain('PUT /api/v4/cases/{caseInstanceId}')
    expect(keyedOperations).not.toContain('POST /api/v4/attachments')
    const taking = Object.entries(openapi.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        JSON.stringify(operation).includes('#/components/parameters/IdempotencyKey')
          ? [`${method.toUpperCase()} ${path}`]
          : [],
      ),
    )
    expect([...keyedOperations].sort()).toEqual(taking.sort())
  })
})

describe('the time between attempts', () => {
  test('doubles after each failure up to a maximum, and is shortened by up to half', () => {
    for (const [random, factor] of [
      [0, 1],
      [0.999, 0.5],
    ] as const) {
      vi.spyOn(Math, 'random').mockReturnValue(random)
      const times = [0, 1, 2, 10].map((failures) => Math.round(backoffMs(failures, 30_000) / 50))
      expect(times).toEqual([10, 20, 40, 600].map((count) => count * factor))
    }
  })

  test.each([
    ['2', 2000],
    ['Sun, 01 Mar 2026 12:00:05 GMT', 4500],
    ['Sun, 01 Mar 2026 11:59:59 GMT', 0],
    ['soon', 0],
    [undefined, 0],
  ])('heeds Retry-After: %s', (value, expected) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T12:00:00.500Z'))
    const headers = value === undefined ? {} : { 'Retry-After': value }
    expect(retryAfterMs(new Response(null, { headers }))).toBe(expected)
  })
})

describe('a stream of events', () => {
  const sent =
    ': comment\nid: a\n\nid: b\nevent: case.updated\ndata: {"x":1}\n\ndata:one\r\ndata: two\r\nid:c\r\n\r\nretry: 5\n\nid: d\rdata: é🙂\r\r'
  const messages = [
    { id: 'a', data: '' },
    { id: 'b', data: '{"x":1}' },
    { id: 'c', data: 'one\ntwo' },
    { id: 'd', data: 'é🙂' },
  ]

  test('is read the same wherever it is split', () => {
    for (let at = 0; at <= sent.length; at++) {
      const reader = new MessageReader()
      expect(
        [sent.slice(0, at), sent.slice(at), '\n'].flatMap((text) => reader.read(text)),
        `at ${at}`,
      ).toEqual(messages)
    }
    const reader = new MessageReader()
    expect([...sent, '\n'].flatMap((text) => reader.read(text))).toEqual(messages)
  })

  test('does not deliver an incomplete message', () => {
    const reader = new MessageReader()
    expect(reader.read('id: a\ndata: {"x":1}\n')).toEqual([])
  })
})

describe('verifyWebhook', () => {
  const [secret, other] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_c2VjcmV0LW9mLXNvbWVib2R5LWVsc2U=']
  const body =
    '{"type":"webhook.test","timestamp":"2026-07-02T09:15:00.000Z","data":{"endpoint":"webhook:1","x":"Größe 🙂"}}'
  const signed = (text = body, at = new Date(), by = secret) => ({
    'webhook-id': 'event:1:1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('event:1:1', at, text),
  })

  test.each([
    ['a text', body],
    ['bytes', new TextEncoder().encode(body)],
    ["Node's bytes", Buffer.from(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('accepts %s', (_, received) => {
    expect(verifyWebhook(secret, signed(), received)).toEqual(JSON.parse(body))
  })

  test('accepts headers of fetch and of Node, in any letter case', () => {
    const headers = signed()
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    for (const form of [headers, new Headers(headers), upper, lists, { ...headers, host: undefined }]) {
      expect(verifyWebhook(secret, form, body).type).toBe('webhook.test')
    }
  })

  test('accepts either secret while one replaces the other', () => {
    expect(verifyWebhook([other, secret], signed(), body).type).toBe('webhook.test')
    const both = {
      ...signed(),
      'webhook-signature': `${signed(body, new Date(), other)['webhook-signature']} ${signed()['webhook-signature']}`,
    }
    for (const each of [secret, other]) expect(verifyWebhook(each, both, body).type).toBe('webhook.test')
  })

  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  test.each([
    ['another secret', signed(body, new Date(), other), body, /No matching signature/],
    ['another body', signed(), body.replace('1', '2'), /No matching signature/],
    ['an old message', signed(body, minutes(-6)), body, /too old/],
    ['a message of the future', signed(body, minutes(6)), body, /too new/],
    ['no header', { ...signed(), 'webhook-id': undefined }, body, /^The header webhook-id is missing\.$/],
    ['a signature of another version', { ...signed(), 'webhook-signature': 'v2,x' }, body, /No matching signature/],
  ])('rejects %s', (_, headers, received, message) => {
    expect(() => verifyWebhook(secret, headers, received)).toThrow(WebhookVerificationError)
    expect(() => verifyWebhook([other, secret].slice(1), headers, received)).toThrow(message)
  })

  test('throws if it is used wrongly', () => {
    const parsed = JSON.parse(body) as string
    expect(() => verifyWebhook(secret, signed(), parsed)).toThrow(/as it was received/)
    for (const wrong of ['whsec_%%%', '', [], [secret, '']])
      expect(() => verifyWebhook(wrong, signed(), body)).toThrow(TypeError)
  })
})

describe('credentials', () => {
  const sent = async (credentials: Parameters<typeof createClient>[0]['credentials']) => {
    let found = new Headers()
    const fetch = async ({ headers }: Request) => {
      found = headers
      return new Response(null, { status: 204 })
    }
    await createClient({ url: 'http://localhost', credentials, fetch }).GET('/api/v4/cases')
    return Object.fromEntries(found)
  }

  test('are sent as headers', async () => {
    expect(await sent({ touchpoint: 'desk', token: 't' })).toEqual({
      'service-touchpoint': 'desk',
      'service-token': 't',
    })
    expect(await sent({ touchpoint: 'web', secret: 's' })).toEqual({
      'service-touchpoint': 'web',
      'service-secret': 's',
    })
    expect(await sent({ accessToken: 'j' })).toEqual({ authorization: 'Bearer j' })
    expect(await sent(async () => ({ accessToken: 'k', touchpoint: 'desk' }))).toEqual({
      authorization: 'Bearer k',
      'service-touchpoint': 'desk',
    })
  })

  test('are not in the error if they have more than one line', async () => {
    expect((await sent({ touchpoint: 'desk', token: 't\n' }))['service-token']).toBe('t')
    const message = 'The value of Service-Token has more than one line.'
    await expect(sent({ touchpoint: 'desk', token: 'a\nb' })).rejects.toThrow(new TypeError(message))
  })

  test('may contain any characters', async () => {
    const { 'service-touchpoint': touchpoint } = await sent({ touchpoint: 'Büro 東京', token: 't' })
    expect(Buffer.from(touchpoint!, 'latin1').toString()).toBe('Büro 東京')
  })
})
