import { describe, expect, test } from 'vitest'
import { deskOrigin, invite, passkeySettings, post, register } from '../support/passkeys/desk.ts'
import { ada, adminData, configure } from '../support/requests/configure.ts'
import { sql } from '../support/database/database.ts'
import { type Credentials, olga, paula } from '../support/requests/credentials.ts'
import { graphql } from '../support/requests/graphql.ts'
import { problemOf, sendRaw } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { type TestServer, useServer } from '../support/server/server.ts'

const server = useServer({ data: adminData, env: passkeySettings })
const withoutUrl = useServer({ data: adminData, env: { DESK: 'on', PORT: '0' } })
const limited = useServer({ data: adminData, env: { ...passkeySettings, RATE_LIMIT: 'on' }, now: () => 0 })

type Answer = { url?: string; expiresAt?: string; problems?: { code: string; path: string[] }[]; error?: string }
type Input = { personId: string; touchpointCode?: string; validFor?: number; idempotencyKey?: string; dryRun?: boolean }

const document = `
mutation ($input: CreateInvitationInput!) {
  result: createInvitation(input: $input) {
    ... on CreateInvitationPayload { url expiresAt }
    ... on CreateInvitationError { problems { code path } }
  }
}`

async function overGraphql({ url }: TestServer, input: Input, caller: Credentials = ada): Promise<Answer> {
  const variables = { input: { touchpointCode: 'desk', ...input } }
  const { data, errors } = await graphql<{ result: Answer | null }>(url, document, variables, caller)
  return data?.result ?? { error: errors![0]!.extensions!.code! }
}

const restCodes: Record<string, string> = {
  conflict: 'CONFLICT',
  forbidden: 'FORBIDDEN',
  malformedRequest: 'BAD_USER_INPUT',
}

async function overRest({ url }: TestServer, input: Input, caller: Credentials = ada): Promise<Answer> {
  const { personId, idempotencyKey, dryRun, ...body } = input
  const path = `persons/${personId.replace('person:', '')}/invitations${dryRun ? '?dryRun=true' : ''}`
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  const answer = await restClient({ url }).send('POST', path, {
    body: { touchpointCode: 'desk', ...body },
    headers,
    caller,
  })
  if (answer.status === 201) {
    const { url: link, expiresAt } = JSON.parse(answer.body)
    return { url: link, expiresAt }
  }
  const { code, problems } = problemOf(answer)
  if (restCodes[code]) return { error: restCodes[code] }
  const pathOf = (pointer = '#/personId') => pointer.split('/').slice(1)
  return { problems: (problems ?? []).map(({ code, pointer }) => ({ code, path: pathOf(pointer) })) }
}

async function personNamed(email: string, members = {}): Promise<string> {
  const person = { login: 'PARTY', email, firstname: 'Pia' }
  await configure(server.url, { persons: [person] })
  if (Object.keys(members).length > 0) await configure(server.url, { persons: [{ ...person, ...members }] })
  const [row] = await sql<{ id: number }>(server.database, 'select id from persons where email = $1', [email])
  return `person:${row!.id}`
}

const stored = () => sql<{ id: string }>(server.database, 'select * from invitations order by id')
const hoursUntil = (time: string) => (Date.parse(time) - Date.now()) / 3_600_000

describe.each([
  { api: 'GraphQL', create: overGraphql },
  { api: 'REST', create: overRest },
])('createInvitation over $api', ({ api, create }) => {
  test('returns a link whose token is not stored, for seven days or as long as said', async () => {
    const personId = await personNamed(`days-${api}@example.com`)
    const { url, expiresAt } = await create(server, { personId })
    expect(url).toMatch(/^https:\/\/cases\.example\.com\/desk\/invitation#cgi_[\w-]{43}$/)
    expect(hoursUntil(expiresAt!)).toBeCloseTo(168, 0)
    expect(JSON.stringify(await stored())).not.toContain(url!.split('#')[1])
    for (const validFor of [3_600, 2_592_000]) {
      const { expiresAt } = await create(server, { personId, validFor })
      expect(hoursUntil(expiresAt!)).toBeCloseTo(validFor / 3_600, 0)
    }
  })

  test.each([3_599, 2_592_001, 0, -1])('rejects a time of %i seconds', async (validFor) => {
    const personId = await personNamed(`time-${api}@example.com`)
    expect(await create(server, { personId, validFor })).toEqual({ error: 'BAD_USER_INPUT' })
  })

  test('names what is wrong', async () => {
    expect((await create(server, { personId: 'person:999999', touchpointCode: 'nowhere' })).problems).toEqual([
      { code: 'invalidId', path: ['personId'] },
      { code: 'touchpointNotValid', path: ['touchpointCode'] },
    ])
    const blocked = await personNamed(`blocked-${api}@example.com`, { blocked: true })
    const inactive = await personNamed(`inactive-${api}@example.com`, { active: false })
    expect((await create(server, { personId: blocked })).problems).toMatchObject([{ code: 'blocked' }])
    expect((await create(server, { personId: inactive })).problems).toMatchObject([{ code: 'personNotValid' }])
    expect((await create(withoutUrl, { personId: 'person:1' })).problems).toMatchObject([{ code: 'notConfigured' }])
  })

  test.each([olga, paula])('is forbidden for other logins', async (caller) => {
    expect(await create(server, { personId: 'person:1' }, caller)).toEqual({ error: 'FORBIDDEN' })
  })

  test('writes nothing in a dry run', async () => {
    const personId = await personNamed(`dry-${api}@example.com`)
    const before = await stored()
    const answer = await create(server, { personId, dryRun: true })
    expect(answer).toEqual({ url: `${deskOrigin}/desk/invitation#`, expiresAt: expect.any(String) })
    expect(await stored()).toEqual(before)
  })

  test('returns the same invitation to a repeated request, with a new link, until it is used', async () => {
    const personId = await personNamed(`again-${api}@example.com`)
    const request = { personId, idempotencyKey: `again-${api}` }
    const first = await create(server, request)
    const second = await create(server, request)
    expect(second).toEqual({ url: expect.stringMatching(/#cgi_[\w-]{43}$/), expiresAt: first.expiresAt })
    const [old, token] = [first, second].map(({ url }) => url!.split('#')[1]!)
    expect((await post(server, '/desk/invitation/options', { invitation: old })).status).toBe(401)
    await register(server, token!)
    expect(await create(server, request)).toEqual({ error: 'CONFLICT' })
    expect(await create(server, { ...request, validFor: 7_200 })).toEqual({ error: 'CONFLICT' })
    const query = `select from audit_events where action = 'INVITED' and target = $1`
    expect(await sql(server.database, query, [personId])).toHaveLength(1)
  })
})

test('a link without a path leads to the page of the desk', async () => {
  const { status, headers } = await sendRaw(server.url, { path: '/invitation' })
  expect([status, headers.location]).toEqual([302, '/desk/invitation'])
})

test('a link that is guessed 2,000 times is not found, and keeps nobody out', async () => {
  const [row] = await sql<{ id: number }>(limited.database, `select id from persons where email = 'olga@example.com'`)
  const invitation = await invite(limited, `person:${row!.id}`)
  const statuses = new Map<number, number>()
  const guess = async (number: number) => {
    const guessed = { invitation: `${invitation.slice(0, -6)}${String(number).padStart(6, '0')}` }
    // Unlike post, it uses connections again.
    const answer = await fetch(`${limited.url}/desk/invitation/options`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(guessed),
    })
    await answer.body?.cancel()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }
  for (let start = 0; start < 2_000; start += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, index) => guess(start + index)))
  }
  // The admin's session was new to the process, too.
  expect(Object.fromEntries(statuses)).toEqual({ 401: 299, 429: 1_701 })
  // From the same address.
  await register(limited, invitation)
})
