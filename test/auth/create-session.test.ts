import type { OutgoingHttpHeaders } from 'node:http'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '../../src/viewer/viewer.ts'
import { fetchConforming } from '../support/openapi/conformance.ts'
import { sql } from '../support/database/database.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const secret = `cgs_${'w'.repeat(43)}`
const other = `cgs_${'d'.repeat(43)}`
const withSecret = { 'service-touchpoint': 'web', 'service-secret': secret }

const data = {
  touchpoints: [
    { code: 'web', name: 'Web site', logins: ['PARTY', 'CONSUMER'], registers: ['PARTY'] },
    { code: 'desk', name: 'Desk', logins: ['OPERATOR'] },
  ],
  parties: [
    { email: 'petra@example.com', firstname: 'Petra', active: false },
    { email: 'pia@example.com', firstname: 'Pia', active: false, blocked: true },
  ],
}

const server = useServer({ data, env: { SESSION_LIFETIME: '3600', SESSION_IDLE_TIMEOUT: '600' } })

const addSecret = (touchpoint: string, value: string) =>
  sql(server.database, `insert into touchpoint_secrets (touchpoint_code, secret_hash) values ($1, decode($2, 'hex'))`, [
    touchpoint,
    hashToken(value),
  ])

beforeAll(async () => {
  await addSecret('web', secret)
  await addSecret('desk', other)
})

interface Created {
  context: { simpleProfile: { firstname: string; email: string } }
  token: string
  session: Record<string, unknown> & { id: string; expiresAt: string; idleExpiresAt: string; createdAt: string }
}

interface Answer {
  created?: Created
  /** The first code, with the location of each problem. */
  code?: string
  places?: string[][]
}

type Face = (body: Record<string, unknown>, headers?: OutgoingHttpHeaders) => Promise<Answer>

const selection = `
  id person { id login firstname email } touchpoint { code name }
  origin createdAt lastUsedAt expiresAt idleExpiresAt current`
const mutation = `mutation ($input: CreateSessionInput!) {
  createSession(input: $input) {
    ... on CreateSessionPayload { context { simpleProfile { firstname email } } token session { ${selection} } }
    ... on CreateSessionError { code problems { code path } }
  }
}`

const post = (path: string, headers: OutgoingHttpHeaders, body: object) =>
  sendRaw(server.url, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const restCodes: Record<string, string> = { UNAUTHENTICATED: 'unauthenticated', BAD_USER_INPUT: 'malformedRequest' }

const faces: Record<string, Face> = {
  async REST(body, headers = withSecret) {
    const answer = await post('/api/v4/sessions', headers, body)
    const content = JSON.parse(answer.body)
    if (answer.status === 201) {
      expect(answer.headers.location).toBe(`/api/v4/sessions/${content.session.id.replace('session:', '')}`)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers.etag).toBeUndefined()
      return { created: content }
    }
    expect(answer.status).toBe(content.code === 'unauthenticated' ? 401 : 400)
    const places = (content.problems as { pointer?: string }[]).flatMap(
      ({ pointer }) => pointer?.slice(2).split('/') ?? [],
    )
    return { code: content.code, ...(places.length > 0 && { places: places.map((place) => [place]) }) }
  },
  async GraphQL(body, headers = withSecret) {
    const answer = await post('/graphql', headers, { query: mutation, variables: { input: body } })
    const { data: result, errors } = JSON.parse(answer.body)
    if (errors) {
      const { code, problems } = errors[0].extensions
      const places = problems?.map(({ path }: { path: string[] }) => path)
      return { code: restCodes[code] ?? code, ...(places && { places }) }
    }
    const { code, problems, ...created } = result.createSession
    if (code) return { code, places: problems.map(({ path }: { path: string[] }) => path) }
    return { created }
  },
}

const paula = { login: 'PARTY', email: 'Paula@Example.com' }

describe.each(Object.entries(faces))('createSession over %s', (_name, create) => {
  test('returns a token that the next request accepts', async () => {
    const { created } = await create(paula)
    const { token, session, context } = created!
    expect(context).toEqual({ simpleProfile: { firstname: 'Paula', email: 'paula@example.com' } })
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(session).toMatchObject({
      person: { login: 'PARTY', email: 'paula@example.com', firstname: 'Paula' },
      touchpoint: { code: 'web', name: 'Web site' },
      origin: 'SECRET',
      lastUsedAt: null,
      current: false,
    })
    const ends = [session.expiresAt, session.idleExpiresAt].map((time) => Date.parse(time))
    expect(ends.map((time) => time - Date.parse(session.createdAt))).toEqual([3_600_000, 600_000])
    const caller = { touchpoint: 'web', token }
    const viewer = { email: 'paula@example.com' }
    expect(await graphqlData(server.url, '{ viewer { email } }', {}, caller)).toEqual({ viewer })
    const query = `select origin from sessions where token_hash = decode($1, 'hex')`
    expect(await sql(server.database, query, [hashToken(token)])).toEqual([{ origin: 'SECRET' }])
  })

  test.each([60, 3600])('takes a lifetime of %i seconds', async (expiresIn) => {
    const { session } = (await create({ ...paula, expiresIn })).created!
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(expiresIn * 1000)
  })

  test.each([59, 3601, 0, -1])('rejects a lifetime of %i seconds', async (expiresIn) => {
    expect(await create({ ...paula, expiresIn })).toEqual({ code: 'malformedRequest', places: [['expiresIn']] })
  })

  test('rejects a login kind that the touchpoint may not create', async () => {
    const places = [['login']]
    expect(await create({ login: 'OPERATOR', email: 'nobody' })).toEqual({ code: 'loginNotAllowed', places })
  })

  test.each([
    ['an unknown address', { login: 'PARTY', email: 'nobody@example.com' }],
    ['an address of another login kind', { login: 'CONSUMER', email: 'paula@example.com' }],
    ['an address with a NUL', { login: 'PARTY', email: 'paula\0@example.com' }],
    ['an inactive person', { login: 'PARTY', email: 'petra@example.com', firstname: 'P' }],
    ['a person who is inactive and blocked', { login: 'PARTY', email: 'pia@example.com' }],
    ['a person to register without a plausible address', { login: 'PARTY', email: 'a b@c', firstname: 'A' }],
    ['a person to register whose address has two @', { login: 'PARTY', email: 'a@b@c', firstname: 'A' }],
    ['a kind that is not registered', { login: 'CONSUMER', email: 'new@example.com', firstname: 'N' }],
  ])('rejects %s', async (_what, input) => {
    expect(await create(input)).toEqual({ code: 'personNotValid', places: [['email']] })
  })

  test('rejects a blocked person', async () => {
    const block = `update persons set blocked = not blocked where kind = 'PARTY' and email_key = 'pedro@example.com'`
    await sql(server.database, block)
    const answer = await create({ login: 'PARTY', email: 'pedro@example.com' })
    expect(answer).toEqual({ code: 'blocked', places: [['email']] })
    await sql(server.database, block)
  })

  test.each([
    ['an unknown secret', { ...withSecret, 'service-secret': `${secret}x` }],
    ["another touchpoint's secret", { ...withSecret, 'service-secret': other }],
    ['a secret without a touchpoint', { 'service-secret': secret }],
    ['the hash of a secret', { ...withSecret, 'service-secret': hashToken(secret) }],
    ['a token as a secret', { ...withSecret, 'service-secret': 'demo-party-paula' }],
    ['an empty secret', { ...withSecret, 'service-secret': '' }],
    ['secrets that differ', { ...withSecret, 'service-secret': [secret, other] }],
    ['a secret beside a token', { ...withSecret, 'service-token': 'demo-party-paula' }],
    ['a secret beside a JWT', { ...withSecret, authorization: 'Bearer e30.e30.e30' }],
    ['a token', { 'service-touchpoint': 'web', 'service-token': 'demo-party-paula' }],
    ['nothing', {}],
  ])('rejects %s', async (_what, headers) => expect(await create(paula, headers)).toEqual({ code: 'unauthenticated' }))

  test('rejects a revoked secret', async () => {
    const revoked = `cgs_${'r'.repeat(43)}`
    await addSecret('web', revoked)
    const headers = { ...withSecret, 'service-secret': revoked }
    expect((await create(paula, headers)).created).toBeDefined()
    const change = `update touchpoint_secrets set revoked_at = now() where secret_hash = decode($1, 'hex')`
    await sql(server.database, change, [hashToken(revoked)])
    expect(await create(paula, headers)).toEqual({ code: 'unauthenticated' })
    const deletion = `delete from touchpoint_secrets where secret_hash = decode($1, 'hex')`
    await sql(server.database, deletion, [hashToken(revoked)])
  })

  describe('of a person who does not exist', () => {
    const email = 'Nora@Example.com'
    beforeEach(async () => {
      const nora = `select id from persons where email_key = 'nora@example.com'`
      await sql(server.database, `delete from sessions where person_id in (${nora})`)
      await sql(server.database, `delete from audit_events where actor_id in (${nora})`)
      await sql(server.database, `delete from persons where id in (${nora})`)
    })
    test('registers the person once, however many requests come', async () => {
      const names = Array.from({ length: 16 }, (_, i) => ` Nora ${i} `)
      const answers = await Promise.all(names.map((firstname) => create({ login: 'PARTY', email, firstname })))
      expect(new Set(answers.map(({ created }) => JSON.stringify(created!.session['person']))).size).toBe(1)
      const [name] = answers.map(({ created }) => created!.context.simpleProfile)
      expect(names.map((each) => each.trim())).toContain(name!.firstname)
      expect(name!.email).toBe(email)
      const later = await create({ login: 'PARTY', email: email.toLowerCase(), firstname: 'Eleonora' })
      expect(later.created!.context.simpleProfile).toEqual(name)
      const audited = `select target, touchpoint_code, changes from audit_events a join persons p on p.id = a.actor_id
        where email_key = 'nora@example.com' and action = 'PERSON_REGISTERED'`
      const { id } = later.created!.session['person'] as { id: string }
      expect(await sql(server.database, audited)).toEqual([{ target: id, touchpointCode: 'web', changes: [] }])
    })
    test.each([
      ['without a first name', {}, 'personNotValid', 'email'],
      ['with an empty first name', { firstname: ' ' }, 'malformedRequest', 'firstname'],
      ['with a long first name', { firstname: '😀'.repeat(201) }, 'malformedRequest', 'firstname'],
      ['with a NUL in the first name', { firstname: 'No\0ra' }, 'malformedRequest', 'firstname'],
    ])('%s, is rejected', async (_what, more, code, field) => {
      expect(await create({ login: 'PARTY', email, ...more })).toEqual({ code, places: [[field]] })
      expect(await sql(server.database, `select id from persons where email_key = 'nora@example.com'`)).toEqual([])
    })
    test('takes a first name of 200 code points', async () => {
      expect((await create({ login: 'PARTY', email, firstname: '😀'.repeat(200) })).created).toBeDefined()
    })
  })
})

describe('over REST', () => {
  test('the response conforms to its description', async () => {
    const headers = { 'content-type': 'application/json', ...withSecret }
    const send = (body: object) =>
      fetchConforming(`${server.url}/api/v4/sessions`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect((await send(paula)).status).toBe(201)
    expect((await send({ ...paula, email: 'nobody@example.com' })).status).toBe(400)
  })

  test.each([
    ['login', { ...paula, login: 7 }, 'malformedRequest'],
    ['login', { ...paula, login: 'party' }, 'malformedRequest'],
    ['login', { email: paula.email }, 'malformedRequest'],
    ['expiresIn', { ...paula, expiresIn: '60' }, 'malformedRequest'],
    ['expiresIn', { ...paula, expiresIn: 1e300 }, 'malformedRequest'],
    ['expiresIn', { ...paula, expiresIn: 60.5 }, 'malformedRequest'],
    ['firstname', { ...paula, firstname: 7 }, 'malformedRequest'],
    ['email', { ...paula, email: {} }, 'personNotValid'],
    ['email', { login: 'PARTY' }, 'personNotValid'],
  ])('a wrong %s is rejected', async (field, body, code) => {
    expect(await faces['REST']!(body)).toEqual({ code, places: [[field]] })
  })

  test('a secret beside a token in the query is rejected, and beside an empty one accepted', async () => {
    const statusWith = async (query: string) => (await post(`/api/v4/sessions?${query}`, withSecret, paula)).status
    expect(await statusWith('token=demo-party-paula')).toBe(401)
    expect([await statusWith('token=&token=x'), await statusWith('token=')]).toEqual([401, 201])
  })

  test('a secret in the query does not count', async () => {
    const answer = await post(`/api/v4/sessions?secret=${secret}&service-secret=${secret}&touchpoint=web`, {}, paula)
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Service-Token'])
  })
})

test('no other operation accepts a secret', async () => {
  const both = { ...withSecret, 'service-token': 'demo-party-paula' }
  for (const headers of [withSecret, both, { 'service-touchpoint': 'web', 'service-token': secret }]) {
    expect((await sendRaw(server.url, { path: '/api/v4/viewer', headers })).status).toBe(401)
    const { body } = await post('/graphql', headers, { query: '{ viewer { email } }' })
    expect(JSON.parse(body).errors[0].extensions.code).toBe('UNAUTHENTICATED')
  }
})
