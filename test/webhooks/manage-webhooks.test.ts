import { AddressPolicy } from '../../src/outgoing/address-policy.ts'
import { urlProblem } from '../../src/webhooks/manage/endpoint-url.ts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ada, adminData } from '../support/requests/configure.ts'
import { olga } from '../support/requests/credentials.ts'
import { graphql } from '../support/requests/graphql.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'
import { webhookFaces } from '../support/webhooks/faces.ts'
import { asOlga, webhookSettings } from '../support/webhooks/endpoints.ts'
import { accept, failWith, Receiver, verify } from '../support/webhooks/receiver.ts'

const server = useServer({ data: adminData, env: webhookSettings })
const url = 'https://receiver.example.com/hook?key=1'
const valid = { url, ...asOlga }

beforeAll(async () => {
  // Endpoints start at the latest event of the feed, which those of the demonstration data are to be.
  await vi.waitUntil(async () => (await sql(server.database, 'select from case_feed limit 1')).length > 0, 60_000)
})

afterEach(async () => {
  for (const table of ['secrets', 'deliveries']) await sql(server.database, `delete from webhook_${table}`)
  await sql(server.database, 'delete from webhook_endpoints')
})

const audited = (target: string) =>
  sql<{ action: string; changes: object[] }>(
    server.database,
    'select action, changes from audit_events where target = $1 order by id',
    [target],
  )

describe.each(webhookFaces(server))('over $name', (face) => {
  test('an endpoint is created, read, changed and removed', async () => {
    const created = await face.save({ ...valid, description: 'For the archive', filter: { kind: ['UPDATED'] } })
    expect(created).toMatchObject({
      endpoint: {
        url,
        description: 'For the archive',
        person: { email: 'olga@example.com' },
        touchpoint: { code: 'desk' },
        filter: { kind: ['UPDATED'] },
        state: 'ACTIVE',
        waiting: 0,
        oldestWaitingAt: null,
        secrets: [{ expiresAt: null }],
        version: 1,
      },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const { id } = created.endpoint!
    // The feed may have advanced.
    expect(await face.read(id)).toEqual({ ...created.endpoint, cursor: expect.any(String) })
    const changed = await face.save({ id, expectedVersion: 1, enabled: false, filter: {} })
    expect(changed).toMatchObject({ endpoint: { id, url, state: 'DISABLED', filter: {}, version: 2 }, secret: null })
    expect(await face.save({ id, enabled: false })).toMatchObject({ endpoint: { version: 2 } })
    expect(await face.list()).toMatchObject([{ id, version: 2 }])
    expect(await face.remove(id)).toBe('removed')
    expect(await face.read(id)).toBeNull()
    expect(await face.remove(id)).toMatch(/invalidId|notFound/)
    expect((await audited(id)).map(({ action }) => action)).toEqual([
      'WEBHOOK_ENDPOINT_SAVED',
      'WEBHOOK_ENDPOINT_SAVED',
      'WEBHOOK_ENDPOINT_REMOVED',
    ])
    expect((await audited(id))[1]!.changes).toEqual([
      { path: ['filter'], from: { kind: ['UPDATED'] }, to: {} },
      { path: ['state'], from: 'ACTIVE', to: 'DISABLED' },
    ])
  })

  test('a dry run writes nothing', async () => {
    expect(await face.save({ ...valid, dryRun: true })).toMatchObject({
      endpoint: { id: 'endpoint:0', url, version: 1, secrets: [] },
      secret: null,
    })
    expect(await face.list()).toEqual([])
  })

  test('a repeated request with a key returns the first endpoint and its secret', async () => {
    const request = { ...valid, idempotencyKey: `key-${face.name}` }
    const first = await face.save(request)
    expect(await face.save(request)).toEqual(first)
    expect(await face.list()).toHaveLength(1)
    expect(await face.save({ ...request, url: 'https://other.example.com/' })).toMatchObject({
      error: { code: 'CONFLICT' },
    })
    const stored = await sql<{ answer: string }>(
      server.database,
      'select answer from idempotency_keys where key = $1',
      [request.idempotencyKey],
    )
    expect(JSON.stringify(stored)).not.toContain(first.secret)
    await face.remove(first.endpoint!.id)
    expect(await face.save(request)).toMatchObject({ error: { code: 'CONFLICT' } })
  })

  test('an expected version that is not the current one is rejected before anything else', async () => {
    const { endpoint } = await face.save(valid)
    const { id } = endpoint!
    const error = { code: 'PRECONDITION_FAILED', currentVersion: 1 }
    expect(await face.save({ id, expectedVersion: 7, url: 'x' })).toMatchObject({ error })
  })

  test('every problem is reported with its field', async () => {
    const wrong = { url: 'http://8.8.8.8/', login: 'OPERATOR', email: 'nobody@example.com', touchpointCode: 'nowhere' }
    expect((await face.save(wrong)).problems).toEqual([
      { code: 'invalidUrl', path: ['url'] },
      { code: 'personNotValid', path: ['email'] },
      { code: 'touchpointNotValid', path: ['touchpointCode'] },
    ])
    expect((await face.save({})).problems).toEqual([
      { code: 'invalidUrl', path: ['url'] },
      { code: 'personNotValid', path: ['email'] },
      { code: 'touchpointNotValid', path: ['touchpointCode'] },
    ])
    expect((await face.save({ id: 'endpoint:999' })).problems).toEqual([{ code: 'invalidId', path: ['id'] }])
    // A cursor of an event that is not in the feed.
    const after = Buffer.from('999999:1:1').toString('base64url')
    expect((await face.save({ ...valid, after })).problems).toEqual([{ code: 'cursorExpired', path: ['after'] }])
    expect(await face.save({ ...valid, after: 'x' })).toMatchObject({ error: { code: 'BAD_USER_INPUT' } })
    expect(await face.save({ ...valid, description: 'x'.repeat(501) })).toMatchObject({
      error: { code: 'BAD_USER_INPUT' },
    })
    expect(await face.list()).toEqual([])
  })

  test.each([
    'ftp://example.com/',
    'example.com',
    '',
    'https://user:secret@example.com/',
    'https://example.com/#part',
    'https://exämple.com/',
    'https:// example.com/',
    'https://10.0.0.1/',
    'https://167772161/',
    'https://0300.0250.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data',
    `https://example.com/${'x'.repeat(2_048)}`,
  ])('the URL %s is rejected', async (wrong) => {
    expect((await face.save({ ...valid, url: wrong })).problems).toEqual([{ code: 'invalidUrl', path: ['url'] }])
  })

  test.each([
    ['a consumer', { login: 'CONSUMER', email: 'carla@example.com' }],
    ['an admin', { login: 'ADMIN', email: 'ada@example.com' }],
    ['an address without a login kind', { login: undefined, email: 'olga@example.com' }],
  ])('an endpoint cannot have the view of %s', async (_who, person) => {
    expect((await face.save({ ...valid, ...person })).problems).toEqual([{ code: 'personNotValid', path: ['email'] }])
  })

  test('there are at most 100 endpoints', async () => {
    await sql(
      server.database,
      `insert into webhook_endpoints
        (url, description, person_id, touchpoint_code, filter, state, position, position_case_id, position_version)
      select 'https://example.com/', '', p.id, 'desk', '{}', 'DISABLED', 0, 0, 0
      from persons p, generate_series(1, 100) where p.email = 'olga@example.com'`,
    )
    expect((await face.save(valid)).problems).toEqual([{ code: 'tooMany', path: [] }])
  })

  test('a new secret signs beside the old ones for the given time', async () => {
    const receiver = await Receiver.start()
    const { endpoint, secret } = await face.save({ ...valid, url: receiver.url })
    const { id } = endpoint!
    const rotated = await face.rotate(id, 60)
    expect(rotated.endpoint?.secrets).toHaveLength(2)
    expect(await face.test(id)).toMatchObject({ httpStatus: 204, failure: null })
    const [first] = receiver.received
    expect(first).toMatchObject({ type: 'webhook.test' })
    for (const each of [secret!, rotated.secret!]) expect(verify(each, first!)).toBeDefined()
    expect(first!.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    const last = await face.rotate(id, 0)
    expect(last.endpoint?.secrets).toHaveLength(1)
    await face.test(id)
    const second = receiver.received[1]!
    expect(verify(last.secret!, second)).toBeDefined()
    expect(() => verify(secret!, second)).toThrow('No matching signature found')
    for (let count = 0; count < 4; count++) expect(await face.rotate(id)).toHaveProperty('secret')
    expect((await face.rotate(id)).problems).toEqual([{ code: 'tooMany', path: ['id'] }])
    expect(await face.rotate(id, -1)).toMatchObject({ error: { code: 'BAD_USER_INPUT' } })
    expect((await face.rotate('endpoint:999')).problems).toEqual([{ code: 'invalidId', path: ['id'] }])
    await receiver.stop()
  })

  test('a test is sent to a disabled endpoint too, and says what failed', async () => {
    const receiver = await Receiver.start()
    receiver.answer = failWith(500)
    const { endpoint } = await face.save({ ...valid, url: receiver.url, enabled: false })
    expect(await face.test(endpoint!.id)).toMatchObject({ httpStatus: 500, failure: 'HTTP_STATUS' })
    receiver.answer = accept
    await receiver.stop()
    expect(await face.test(endpoint!.id)).toMatchObject({ httpStatus: null, failure: 'CONNECTION' })
    expect(await face.test('endpoint:999')).toMatchObject({ problems: [{ code: 'invalidId', path: ['id'] }] })
    expect(await face.retry('delivery:1:999')).toMatchObject({ problems: [{ code: 'invalidId', path: ['id'] }] })
  })
})

test('a path names a delivery of its endpoint only', async () => {
  const [face] = webhookFaces(server)
  const [{ id }, other] = [(await face!.save(valid)).endpoint!, (await face!.save(valid)).endpoint!]
  const number = id.slice('endpoint:'.length)
  await sql(
    server.database,
    `insert into webhook_deliveries (endpoint_id, case_id, version, position, status, finished_at)
    values ($1, 1001, 1, 1, 'GAVE_UP', now())`,
    [number],
  )
  const [row] = await sql<{ id: string }>(server.database, 'select id from webhook_deliveries')
  const delivery = row!.id
  const retry = (endpoint: string, deliveryId: string) =>
    restClient(server).send('POST', `webhook-endpoints/${endpoint}/deliveries/${deliveryId}/retry`, { caller: ada })
  expect((await retry(other.id, `delivery:${number}:${delivery}`)).status).toBe(400)
  expect((await retry(other.id, delivery)).status).toBe(400)
  expect((await retry(number, `delivery:${number}:${delivery}`)).status).toBe(202)
  expect((await retry(id, delivery)).status).toBe(202)
})

test('only admins see an endpoint, by any way', async () => {
  const [face] = webhookFaces(server)
  const { id } = (await face!.save(valid)).endpoint!
  const document = `query ($id: ID!) { node(id: $id) { id } webhookEndpoint(id: $id) { id } webhookEndpoints { totalCount } }`
  const forbidden = await graphql(server.url, document, { id }, olga)
  expect(forbidden.data).toEqual({ node: null, webhookEndpoint: null, webhookEndpoints: null })
  expect(forbidden.errors?.map(({ extensions }) => extensions?.code)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
  expect((await graphql(server.url, document, { id }, ada)).data).toMatchObject({
    node: { id },
    webhookEndpoint: { id },
  })
})

test('without allowed networks, an http URL is refused with the setting that allows it', () => {
  const none = new AddressPolicy([])
  for (const receiver of ['http://127.0.0.1:9000/', 'http://localhost:9000/', 'https://127.0.0.1/']) {
    expect(urlProblem(receiver, none)).toContain('WEBHOOK_ALLOWED_NETWORKS')
  }
  expect(urlProblem('http://127.0.0.1:9000/', new AddressPolicy(['127.0.0.0/8']))).toBeNull()
})
