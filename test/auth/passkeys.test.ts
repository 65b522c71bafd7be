import { decodeJwt, SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { dumpRows } from '../support/database/dump-rows.ts'
import { Authenticator, type Deviation } from '../support/passkeys/authenticator.ts'
import {
  asSession,
  cookieOf,
  deskOrigin,
  invitationOptions,
  invite,
  passkeySettings,
  post,
  register,
  signIn,
  signInOptions,
} from '../support/passkeys/desk.ts'
import { ada, adminData, configure } from '../support/requests/configure.ts'
import { sql } from '../support/database/database.ts'
import { credentialHeaders, paula } from '../support/requests/credentials.ts'
import { graphql } from '../support/requests/graphql.ts'
import { problemOf, type RawResponse, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'
import { words } from '../support/words.ts'

const server = useServer({ data: adminData, env: passkeySettings })
let olgaId = ''
let paulaId = ''
beforeEach(async () => {
  for (const table of ['invitations', 'passkeys']) await sql(server.database, `delete from ${table}`)
  const ids = await sql<{ id: number; email: string }>(server.database, 'select id, email from persons')
  const idOf = (email: string) => `person:${ids.find((each) => each.email === email)!.id}`
  olgaId = idOf('olga@example.com')
  paulaId = idOf('paula@example.com')
})

const emailOf = async (cookie: string) => {
  const { data, errors } = await asSession<{ viewer: { email: string } }>(server, cookie, '{ viewer { email } }')
  return data?.viewer?.email ?? errors![0]!.extensions.code
}

const mutation = (name: string, selected: string) => {
  const type = name.replace(/^./, (letter) => letter.toUpperCase())
  return `mutation ($input: ${type}Input!) {
  result: ${name}(input: $input) { ... on ${type}Payload { ${selected} } ... on ${type}Error { problems { code } } }
}`
}

const audited = async (target: string) =>
  sql<{ action: string; changes: { path: string[]; from: unknown; to: unknown }[]; actor: string | null }>(
    server.database,
    `select a.action, a.changes, p.email as actor from audit_events a left join persons p on p.id = a.actor_id
     where a.target = $1 and a.action <> 'CONFIGURED' order by a.id`,
    [target],
  )

async function expectSameRefusal(answer: RawResponse | Promise<RawResponse>, detail = 'The passkey was not accepted.') {
  const refused = await answer
  expect(problemOf(refused)).toMatchObject({ status: 401, code: 'unauthenticated', detail })
  expect(refused.headers['set-cookie']).toBeUndefined()
}
const noInvitation = 'This invitation was not accepted. It may have been used, replaced or ended. Ask for a new one.'

describe('an invitation', () => {
  test('leads to a passkey, which signs the person in without a name', async () => {
    const before = (await audited(olgaId)).length
    const { device, cookie } = await register(server, await invite(server, olgaId))
    expect(await emailOf(cookie)).toBe('olga@example.com')
    const again = cookieOf(await signIn(server, device))
    const document = `{ viewer {
      login touchpoint { code } session { origin }
      passkeys { id name touchpoint { code } createdAt lastUsedAt }
    } }`
    const { data } = await asSession<{ viewer: { passkeys: { id: string }[] } }>(server, again, document)
    const touchpoint = { code: 'desk' }
    const times = { createdAt: expect.any(String), lastUsedAt: expect.any(String) }
    const passkey = { id: expect.stringMatching(/^passkey:[0-9a-f-]{36}$/), name: 'Firefox on Linux', touchpoint }
    expect(data).toEqual({
      viewer: { login: 'OPERATOR', touchpoint, session: { origin: 'PASSKEY' }, passkeys: [{ ...passkey, ...times }] },
    })
    const { id } = data!.viewer.passkeys[0]!
    expect((await audited(olgaId)).slice(before)).toEqual([
      {
        action: 'INVITED',
        actor: 'ada@example.com',
        changes: [
          { path: ['touchpoint'], from: null, to: 'desk' },
          { path: ['expiresAt'], from: null, to: expect.stringMatching(/^\d{4}-.*Z$/) },
        ],
      },
      { action: 'PASSKEY_ADDED', actor: 'olga@example.com', changes: [{ path: ['passkeys'], from: null, to: id }] },
    ])
  })

  test('asks for a discoverable key with user verification, and shows whom it is for', async () => {
    const answer = await post(server, '/desk/invitation/options', { invitation: await invite(server, olgaId) })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(answer.body)).toMatchObject({
      person: { login: 'OPERATOR', firstname: 'Olga', email: 'olga@example.com' },
      expiresAt: expect.any(String),
      options: {
        rp: { id: 'cases.example.com' },
        user: { name: 'olga@example.com', displayName: 'Olga' },
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      },
    })
  })

  test('works once', async () => {
    const invitation = await invite(server, olgaId)
    const options = await invitationOptions(server, invitation)
    await register(server, invitation)
    await expectSameRefusal(post(server, '/desk/invitation/options', { invitation }), noInvitation)
    const response = new Authenticator(deskOrigin).create(options)
    await expectSameRefusal(post(server, '/desk/invitation/passkey', { invitation, response }), noInvitation)
  })

  test('works once, also in two tabs at the same time', async () => {
    const invitation = await invite(server, olgaId)
    const create = async () => new Authenticator(deskOrigin).create(await invitationOptions(server, invitation))
    const responses = await Promise.all([1, 2, 3].map(create))
    const answers = await Promise.all(
      responses.map((response) => post(server, '/desk/invitation/passkey', { invitation, response })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401, 401])
  })

  test('is replaced by a new one', async () => {
    const first = await invite(server, olgaId)
    const second = await invite(server, olgaId)
    await expectSameRefusal(post(server, '/desk/invitation/options', { invitation: first }), noInvitation)
    await register(server, second)
  })

  test('ends with its time', async () => {
    const invitation = await invite(server, olgaId)
    await sql(server.database, `update invitations set expires_at = now() - interval '1 second'`)
    await expectSameRefusal(post(server, '/desk/invitation/options', { invitation }), noInvitation)
  })

  test.each(['blocked', 'inactive', 'erased'] as const)('ends when the person is %s, also afterwards', async (how) => {
    const email = `${how}@example.com`
    const person = { login: 'PARTY', email }
    await configure(server.url, { persons: [{ ...person, firstname: 'Pia' }] })
    const [row] = await sql<{ id: number }>(server.database, 'select id from persons where email = $1', [email])
    const invitation = await invite(server, `person:${row!.id}`)
    const options = await invitationOptions(server, invitation)
    if (how === 'erased') {
      await graphql(server.url, mutation('erasePerson', 'cases'), { input: { personId: `person:${row!.id}` } }, ada)
    } else {
      for (const out of [true, false]) {
        const member = how === 'blocked' ? { blocked: out } : { active: !out }
        await configure(server.url, { persons: [{ ...person, ...member }] })
      }
    }
    await expectSameRefusal(post(server, '/desk/invitation/options', { invitation }), noInvitation)
    const response = new Authenticator(deskOrigin).create(options)
    await expectSameRefusal(post(server, '/desk/invitation/passkey', { invitation, response }), noInvitation)
  })

  test('that is not known is refused like one that has ended, and so is a body without one', async () => {
    for (const body of [{ invitation: `cgi_${'A'.repeat(43)}` }, { invitation: '' }, {}, { invitation: 7 }]) {
      await expectSameRefusal(post(server, '/desk/invitation/options', body), noInvitation)
    }
  })
})

describe('a registration is refused', () => {
  const deviations: Record<string, Deviation> = {
    'from another origin': { origin: 'https://cases.example.org' },
    'from another port': { origin: `${deskOrigin}:8443` },
    'for another relying party': { rpId: 'example.com' },
    'without user verification': { isVerified: false },
    'of a key that the device cannot find': { isDiscoverable: false },
    'from a page within a page': { crossOrigin: true },
    'as a sign-in': { type: 'webauthn.get' },
    'with a made-up challenge': { challenge: Buffer.alloc(72).toString('base64url') },
    'with certificates of a manufacturer': { format: 'packed' },
    'with an ID of 1,024 bytes': { idLength: 1024 },
    'with an ID that no index takes': { idLength: 3000 },
    'with a long public key': { filler: 1000 },
    'with more than it can contain': { filler: 8_000 },
  }
  test.each(Object.entries(deviations))('%s', async (_name, deviation) => {
    const invitation = await invite(server, olgaId)
    const response = new Authenticator(deskOrigin).create(await invitationOptions(server, invitation), deviation)
    await expectSameRefusal(post(server, '/desk/invitation/passkey', { invitation, response }), noInvitation)
    // The invitation is still open.
    await register(server, invitation)
  })

  test('with the challenge of a sign-in, or of the invitation of somebody else', async () => {
    const invitation = await invite(server, olgaId)
    const options = await invitationOptions(server, invitation)
    const others = await invitationOptions(server, await invite(server, paulaId))
    for (const { challenge } of [await signInOptions(server), others]) {
      const response = new Authenticator(deskOrigin).create(options, { challenge })
      await expectSameRefusal(post(server, '/desk/invitation/passkey', { invitation, response }), noInvitation)
    }
  })

  test('but not with the longest ID that WebAuthn allows', async () => {
    const invitation = await invite(server, olgaId)
    const device = new Authenticator(deskOrigin)
    const response = device.create(await invitationOptions(server, invitation), { idLength: 1023, filler: 900 })
    expect((await post(server, '/desk/invitation/passkey', { invitation, response })).status).toBe(204)
    expect((await signIn(server, device)).status).toBe(204)
  })

  test('of a key that another person has', async () => {
    const { device } = await register(server, await invite(server, olgaId))
    const invitation = await invite(server, paulaId)
    const response = device.create(await invitationOptions(server, invitation))
    await expectSameRefusal(post(server, '/desk/invitation/passkey', { invitation, response }), noInvitation)
  })

  test.each([{}, { response: 'none' }, { response: { id: 'x' } }])('with the body %o', async (body) => {
    const answer = await post(server, '/desk/invitation/passkey', { invitation: await invite(server, olgaId), ...body })
    expect(problemOf(answer)).toMatchObject({ status: 400, code: 'malformedRequest' })
  })
})

describe('a sign-in is refused', () => {
  const deviations: Record<string, Deviation> = {
    'from another origin': { origin: 'https://cases.example.org' },
    'over http': { origin: 'http://cases.example.com' },
    'for another relying party': { rpId: 'example.com' },
    'without user verification': { isVerified: false },
    'from a page within a page': { crossOrigin: true },
    'with the name of another person': { userHandle: Buffer.alloc(32).toString('base64url') },
    'without the name of the person': { userHandle: '' },
    'with a made-up challenge': { challenge: Buffer.alloc(72).toString('base64url') },
    'with a counter that goes back': { counter: 1 },
    'with a counter that stops counting': { counter: 0 },
  }
  test.each(Object.entries(deviations))('%s', async (_name, deviation) => {
    const { device } = await register(server, await invite(server, olgaId))
    expect((await signIn(server, device)).status).toBe(204)
    await expectSameRefusal(signIn(server, device, deviation))
    expect((await signIn(server, device)).status).toBe(204)
  })

  test('with a counter that goes back, which is logged', async () => {
    const { device } = await register(server, await invite(server, olgaId))
    await expectSameRefusal(signIn(server, device, { counter: 1 }))
    const logged = server.log.filter((line) => line.includes('signature counter')).map((line) => JSON.parse(line))
    expect(logged.at(-1)).toMatchObject({ level: 40, counter: 1, lastCounter: 1, passkeyId: expect.any(String) })
  })

  test('a second time with the same answer, also at the same time', async () => {
    const uncounted = new Authenticator(deskOrigin, { counts: false })
    const { device } = await register(server, await invite(server, olgaId), uncounted)
    const body = { way: 'PASSKEY', response: device.get(await signInOptions(server)) }
    const answers = await Promise.all([1, 2, 3].map(() => post(server, '/desk/session', body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 401, 401])
    await expectSameRefusal(post(server, '/desk/session', body))
  })

  test('five minutes after it began', async () => {
    const { device } = await register(server, await invite(server, olgaId))
    const options = await signInOptions(server)
    expect(options).toMatchObject({ rpId: 'cases.example.com', userVerification: 'required', timeout: 300_000 })
    // The challenge is a JWT, which says when it expires.
    const jwt = Buffer.from(options.challenge, 'base64url').toString()
    const claims = decodeJwt<{ exp: number }>(jwt)
    const seconds = claims.exp - Date.now() / 1000
    expect(seconds).toBeGreaterThan(290)
    expect(seconds).toBeLessThanOrEqual(310)
    const signed = (challenge: string) => {
      const response = device.get({ ...options, challenge: Buffer.from(challenge).toString('base64url') })
      return post(server, '/desk/session', { way: 'PASSKEY', response })
    }
    const [header, , signature] = jwt.split('.')
    const later = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString('base64url')
    await expectSameRefusal(signed([header, later, signature].join('.')))
    const [row] = await sql<{ key: Buffer }>(server.database, 'select key from challenge_key')
    const challengeOf = (exp: number) =>
      new SignJWT({ ...claims, exp }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(row!.key))
    await expectSameRefusal(signed(await challengeOf(claims.exp - 310)))
    expect((await signed(await challengeOf(claims.exp))).status).toBe(204)
  })

  test('with a key that nobody has, or that somebody else has signed with', async () => {
    const { device } = await register(server, await invite(server, olgaId))
    const other = new Authenticator(deskOrigin)
    await expectSameRefusal(signIn(server, other))
    const response = { ...other.get(await signInOptions(server)), id: device.id, rawId: device.id }
    await expectSameRefusal(post(server, '/desk/session', { way: 'PASSKEY', response }))
  })

  test('when the person is blocked, and accepted afterwards', async () => {
    const { device, cookie } = await register(server, await invite(server, paulaId))
    const person = { login: 'PARTY', email: 'paula@example.com' }
    await configure(server.url, { persons: [{ ...person, blocked: true }] })
    await expectSameRefusal(signIn(server, device))
    expect(await emailOf(cookie)).toBe('UNAUTHENTICATED')
    await configure(server.url, { persons: [{ ...person, blocked: false }] })
    expect((await signIn(server, device)).status).toBe(204)
  })

  test('from pages of another site', async () => {
    for (const path of words`/desk/session/options /desk/invitation/options /desk/invitation/passkey /desk/passkeys`) {
      expect([path, (await post(server, path, {}, { 'sec-fetch-site': 'cross-site' })).status]).toEqual([path, 403])
    }
  })

  test('if only X-Forwarded-Host says that the origin is right', async () => {
    const { device } = await register(server, await invite(server, olgaId))
    const origin = 'https://evil.example.com'
    const response = device.get(await signInOptions(server), { origin, rpId: 'evil.example.com' })
    const headers = { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https', origin }
    await expectSameRefusal(post(server, '/desk/session', { way: 'PASSKEY', response }, headers))
  })
})

describe('what is stored about a person', () => {
  test('is exported without keys, and removed by an erasure', async () => {
    const email = 'petra@example.com'
    await configure(server.url, { persons: [{ login: 'PARTY', email, firstname: 'Petra' }] })
    const [row] = await sql<{ id: number }>(server.database, 'select id from persons where email = $1', [email])
    const petra = `person:${row!.id}`
    const { device, cookie } = await register(server, await invite(server, petra))
    await invite(server, petra)
    const path = `/api/v4/persons/${row!.id}/export`
    const exported = JSON.parse((await sendRaw(server.url, { path, headers: credentialHeaders(ada) })).body)
    const times = { createdAt: expect.any(String), lastUsedAt: null }
    expect(exported.passkeys).toEqual([
      { id: expect.stringMatching(/^passkey:/), name: 'Firefox on Linux', touchpointCode: 'desk', ...times },
    ])
    expect(exported.invitations).toEqual([
      { touchpointCode: 'desk', createdAt: expect.any(String), expiresAt: expect.any(String) },
    ])
    expect(exported.sessions).toMatchObject([{ origin: 'PASSKEY' }])
    await graphql(server.url, mutation('erasePerson', 'cases'), { input: { personId: petra } }, ada)
    for (const table of ['passkeys', 'invitations']) {
      expect(await sql(server.database, `select from ${table} where person_id = $1`, [row!.id])).toEqual([])
    }
    await expectSameRefusal(signIn(server, device))
    expect(await emailOf(cookie)).toBe('UNAUTHENTICATED')
  })

  test('contains no link and no challenge, and neither does the log', async () => {
    const invitation = await invite(server, olgaId)
    const { challenge } = await invitationOptions(server, invitation)
    const { device } = await register(server, invitation)
    const response = device.get(await signInOptions(server))
    const signedIn = await post(server, '/desk/session', { way: 'PASSKEY', response })
    const sent = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString()).challenge
    const token = decodeURIComponent(cookieOf(signedIn)).split('token=')[1]!
    const everything = [await dumpRows(server.database), ...server.log].join('\n')
    for (const secret of [invitation, challenge, sent, token, response.response.signature]) {
      expect(everything).not.toContain(secret)
      expect(everything).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
  })
})

describe('passkeys', () => {
  const list = '{ viewer { passkeys { id name } } }'
  type Listed = { viewer: { passkeys: { id: string; name: string }[] } }

  const optionsToAdd = async (cookie: string) =>
    JSON.parse((await post(server, '/desk/passkeys/options', {}, { cookie })).body)
  const store = (cookie: string, response: object) =>
    post(server, '/desk/passkeys', { name: 'Phone', response }, { cookie })
  const add = async (cookie: string, device = new Authenticator(deskOrigin)) =>
    store(cookie, device.create(await optionsToAdd(cookie)))

  test('are added while signed in, at most ten, and a challenge once', async () => {
    const { device, cookie } = await register(server, await invite(server, olgaId))
    const phone = new Authenticator(deskOrigin)
    const options = await optionsToAdd(cookie)
    expect(options.excludeCredentials).toEqual([{ id: device.id, type: 'public-key' }])
    const first = await post(server, '/desk/passkeys', { response: phone.create(options) }, { cookie })
    expect([first.status, JSON.parse(first.body)]).toEqual([201, { id: expect.stringMatching(/^passkey:/) }])
    const again = { response: new Authenticator(deskOrigin).create(options) }
    const repeated = await post(server, '/desk/passkeys', again, { cookie })
    expect([repeated.status, await emailOf(cookieOf(await signIn(server, phone)))]).toEqual([400, 'olga@example.com'])
    for (let count = 3; count <= 10; count++) expect((await add(cookie)).status).toBe(201)
    const refused = await post(server, '/desk/passkeys/options', {}, { cookie })
    expect(problemOf(refused)).toMatchObject({ status: 400, detail: expect.stringContaining('10 passkeys') })
    const document = mutation('createInvitation', 'url')
    const input = { personId: olgaId, touchpointCode: 'desk' }
    const { data } = await graphql<{ result: object }>(server.url, document, { input }, ada)
    expect(data!.result).toEqual({ problems: [{ code: 'tooManyPasskeys' }] })
  })

  test('at most ten, also if two are added at the same time', async () => {
    const { cookie } = await register(server, await invite(server, olgaId))
    for (let count = 2; count <= 9; count++) await add(cookie)
    // Both have their options before either is stored, because there are none for an eleventh.
    const responses = [1, 2].map(async () => new Authenticator(deskOrigin).create(await optionsToAdd(cookie)))
    const answers = await Promise.all((await Promise.all(responses)).map((response) => store(cookie, response)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect((await asSession<Listed>(server, cookie, list)).data!.viewer.passkeys).toHaveLength(10)
  })

  test('need a session to be added', async () => {
    const { device } = await register(server, await invite(server, olgaId))
    for (const path of ['/desk/passkeys/options', '/desk/passkeys']) {
      const response = device.create({ ...(await invitationOptions(server, await invite(server, paulaId))) })
      expect((await post(server, path, { response })).status, path).toBe(401)
    }
  })

  test('are renamed by their owner only', async () => {
    const { cookie } = await register(server, await invite(server, olgaId))
    const other = await register(server, await invite(server, paulaId))
    const { id } = (await asSession<Listed>(server, cookie, list)).data!.viewer.passkeys[0]!
    const rename = (caller: string, name: string) =>
      asSession(server, caller, mutation('renamePasskey', 'passkey { name }'), { input: { passkeyId: id, name } })
    expect(await rename(cookie, ' Laptop ')).toEqual({ data: { result: { passkey: { name: 'Laptop' } } } })
    expect(await rename(other.cookie, 'Mine')).toEqual({ data: { result: { problems: [{ code: 'invalidId' }] } } })
    for (const name of ['', ' ', 'x'.repeat(101), 'a\nb']) {
      expect((await rename(cookie, name)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    }
  })

  test('end their sessions when they are removed, and no others', async () => {
    const { device, cookie } = await register(server, await invite(server, olgaId))
    const second = cookieOf(await signIn(server, device))
    const phone = new Authenticator(deskOrigin)
    expect((await add(cookie, phone)).status).toBe(201)
    const onPhone = cookieOf(await signIn(server, phone))
    const [first] = (await asSession<Listed>(server, cookie, list)).data!.viewer.passkeys
    const remove = mutation('removePasskey', 'passkeyId')
    const input = { passkeyId: first!.id }
    expect(await asSession(server, onPhone, remove, { input })).toEqual({ data: { result: { passkeyId: first!.id } } })
    expect([await emailOf(cookie), await emailOf(second)]).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED'])
    expect(await emailOf(onPhone)).toBe('olga@example.com')
    await expectSameRefusal(signIn(server, device))
    expect((await audited(olgaId)).at(-1)).toEqual({
      action: 'PASSKEY_REMOVED',
      actor: 'olga@example.com',
      changes: [
        { path: ['passkeys'], from: first!.id, to: null },
        { path: ['sessions'], from: 2, to: 0 },
      ],
    })
  })

  test('are removed by admins, over REST, but not by other persons', async () => {
    const { device, cookie } = await register(server, await invite(server, olgaId))
    const { id } = (await asSession<Listed>(server, cookie, list)).data!.viewer.passkeys[0]!
    const path = `/api/v4/passkeys/${id.slice('passkey:'.length)}`
    const remove = (caller: typeof ada) =>
      sendRaw(server.url, { method: 'DELETE', path, headers: credentialHeaders(caller) })
    expect((await remove(paula)).status).toBe(404)
    expect([(await signIn(server, device)).status, (await remove(ada)).status]).toEqual([204, 204])
    await expectSameRefusal(signIn(server, device))
    expect((await remove(ada)).status).toBe(404)
  })

  test('are seen by admins, and by their owner over REST', async () => {
    await register(server, await invite(server, paulaId))
    const document = 'query ($id: ID!) { node(id: $id) { ... on Person { invitedUntil passkeys { name } } } }'
    const seen = () => graphql<{ node: object | null }>(server.url, document, { id: paulaId }, ada)
    expect(await seen()).toEqual({ data: { node: { invitedUntil: null, passkeys: [{ name: 'Firefox on Linux' }] } } })
    await invite(server, paulaId)
    expect((await seen()).data!.node).toMatchObject({ invitedUntil: expect.any(String) })
    const answer = await sendRaw(server.url, { path: '/api/v4/passkeys', headers: credentialHeaders(paula) })
    expect(JSON.parse(answer.body)).toMatchObject({ viewer: { passkeys: [{ name: 'Firefox on Linux' }] } })
    const own = await graphql(server.url, document, { id: paulaId }, paula)
    expect(own).toEqual({ data: { node: { invitedUntil: null, passkeys: [] } } })
    const [{ id }] = JSON.parse(answer.body).viewer.passkeys
    const byId = 'query ($id: ID!) { node(id: $id) { id ... on Passkey { name } } }'
    expect((await graphql(server.url, byId, { id }, paula)).data).toEqual({ node: { id, name: 'Firefox on Linux' } })
    expect((await graphql(server.url, byId, { id })).data).toEqual({ node: null })
  })
})
