import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explainJwt } from '../../../src/auth/issuer/explain-jwt.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { statement } from '../../../src/database/statements/statement.ts'
import { eraseById } from '../../../src/personal-data/erase-person.ts'
import { startServer } from '../../../src/server.ts'
import { afterFile } from '../../support/cleanup.ts'
import { jwtForger } from '../../support/issuer/forged-jwts.ts'
import { TestIssuer } from '../../support/issuer/issuer.ts'
import { lockWaits, openUntilEnd, sql, urlOf } from '../../support/database/database.ts'
import { credentialHeaders, paula } from '../../support/requests/credentials.ts'
import { problemOf, sendRaw } from '../../support/requests/http.ts'
import { runCasegate } from '../../support/server/process.ts'
import { useServer } from '../../support/server/server.ts'

const clients = ['web', 'desk'].map((id) => ({ client_id: id, redirect_uris: ['https://web.example.com/cb'] }))
const issuer = await TestIssuer.start({
  clients: clients.map((client) => ({ ...client, token_endpoint_auth_method: 'none' as const })),
  accounts: { 'sub-paula': { casegate_login: 'PARTY' } },
  algorithm: 'RS256',
})
let visits = 0
const attacker = createServer((_request, response) => void (visits++, response.end('{"keys":[]}')))
await once(attacker.listen(0, '127.0.0.1'), 'listening')
afterAll(async () => {
  attacker.close()
  await issuer.stop()
})

let clock = 0
const server = useServer({ env: issuer.env, now: () => clock })
const limits = { RATE_LIMIT: 'on', RATE_LIMIT_ADDRESS: '3' }
const limited = useServer({ database: async () => server.database, env: { ...issuer.env, ...limits } })

beforeAll(async () => {
  await sql(server.database, `update persons set subject = 'sub-' || split_part(email_key, '@', 1)`)
  await sql(server.database, `update touchpoints set registers = '{PARTY}' where code = 'kiosk'`)
})

const ofPaula = { sub: 'sub-paula', client_id: 'web', casegate_login: 'PARTY' }
const seconds = () => Math.floor(Date.now() / 1000)
let sids = 0
/** The claims of another session of Paula. */
const newSession = () => ({ ...ofPaula, sid: `sid-${++sids}` })

type Headers = Record<string, string | string[]>
const bearer = (jwt: string): Headers => ({ authorization: `Bearer ${jwt}` })

const lookup = (headers: Headers, query = '', url = server.url) =>
  sendRaw(url, { path: `/api/v4/cases/typecategory${query}`, headers })

const query = JSON.stringify({ query: '{ viewer { login email touchpoint { code } } }' })

/** The statuses over REST and GraphQL. */
async function statuses(headers: Headers, url = server.url): Promise<[number, number]> {
  const rest = await lookup(headers, '', url)
  const all = { 'content-type': 'application/json', accept: 'application/json', ...headers }
  const graphql = await sendRaw(url, { method: 'POST', path: '/graphql', headers: all, body: query })
  return [rest.status, graphql.body.includes('UNAUTHENTICATED') ? 401 : graphql.status]
}

const letIn = [200, 200]
const refused = [401, 401]

type StoredSession = { id: string; origin: string; expiresAt: string; revokedAt: string | null }

const sessionsOf = (sid: string) =>
  sql<StoredSession>(server.database, 'select * from sessions where sid = $1 order by created_at', [sid])

const settings = readConfig(issuer.env).issuer!
const explain = (jwt: string) => explainJwt(server.database, settings, jwt)

describe('a JWT is accepted', () => {
  test('that the issuer has created', async () => {
    expect(await statuses(bearer(await issuer.issue('sub-paula', 'web')))).toEqual(letIn)
  })

  test('beside an empty header, which counts as missing', async () => {
    const { authorization } = bearer(await issuer.sign(newSession()))
    expect(await statuses({ authorization: [authorization as string, ''] })).toEqual(letIn)
  })

  test('that comes for the first time with a long body, or for a stream', async () => {
    const long = { path: '/api/v4/cases', method: 'POST', body: JSON.stringify({ note: 'x'.repeat(100_000) }) }
    const json = { 'content-type': 'application/json', ...bearer(await issuer.sign(newSession())) }
    expect((await sendRaw(server.url, { ...long, headers: json })).status).toBe(400)
    const stream = async (jwt: string) => {
      const headers = { accept: 'text/event-stream', ...(bearer(jwt) as Record<string, string>) }
      const response = await fetch(`${server.url}/api/v4/events?after=latest`, { headers })
      await response.body?.cancel()
      return response.status
    }
    expect(await stream(await issuer.sign(newSession()))).toBe(200)
    expect(await stream(await issuer.sign({ ...newSession(), exp: seconds() - 100 }))).toBe(401)
  })

  test('with the touchpoint, if it agrees', async () => {
    const headers = bearer(await issuer.sign(newSession()))
    expect(await statuses({ ...headers, 'service-touchpoint': 'web' })).toEqual(letIn)
    expect(await statuses({ ...headers, 'service-touchpoint': 'desk' })).toEqual(refused)
    expect((await lookup(headers, '?touchpoint=web')).status).toBe(200)
    expect((await lookup({ ...headers, 'service-touchpoint': 'web' }, '?touchpoint=desk')).status).toBe(401)
    expect(await statuses(headers)).toEqual(letIn)
  })

  test.each([
    ['with azp instead of client_id', { client_id: undefined, azp: 'web' }, {}],
    ['with several audiences', { aud: ['other', 'https://casegate.example'] }, {}],
    ['whose type is a full media type', {}, { typ: 'Application/AT+JWT' }],
    ['that expired less than 30 s ago', { iat: seconds() - 300, exp: seconds() - 10 }, {}],
    ['that is valid for exactly 24 hours', { iat: seconds() - 100, exp: seconds() - 100 + 86_400 }, {}],
    ['that was issued by a clock that is 20 s ahead', { iat: seconds() + 20 }, {}],
    ['with a key in its header, which is not used', {}, { jku: 'http://127.0.0.1:9/jwks' }],
  ])('%s', async (_what, claims, header) => {
    expect(await statuses(bearer(await issuer.sign({ ...newSession(), ...claims }, header)))).toEqual(letIn)
  })

  test('for the person of its login kind', async () => {
    const claims = { sub: 'sub-olga', client_id: 'desk', casegate_login: 'OPERATOR', sid: 'olga' }
    const [rest, graphql] = await statuses(bearer(await issuer.sign(claims)))
    expect([rest, graphql]).toEqual([403, 200])
  })
})

const blocked = { sub: 'sub-oona', casegate_login: 'OPERATOR', client_id: 'desk' }
const forge = await jwtForger(issuer, `http://127.0.0.1:${(attacker.address() as AddressInfo).port}`, blocked)
const forgedJwts = await forge(ofPaula)
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a JWT is rejected in the words of its scheme, whatever the reason', () => {
  let unknown: unknown
  beforeAll(async () => (unknown = problemOf(await lookup(bearer('unknown')))))

  test.each(Object.entries(forgedJwts))('with %s', async (_what, [rule, jwt]) => {
    clock += 61_000
    const start = server.log.length
    const headers = bearer(jwt)
    const answer = await lookup(headers)
    expect(problemOf(answer)).toEqual(unknown)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'unauthenticated', detail: expect.stringMatching(/Bearer/) })
    expect(answer.body).not.toContain('Service-Token')
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    expect(await statuses(headers)).toEqual(refused)
    const lines = server.log.slice(start).filter((line) => line.includes('"rule"'))
    expect(lines.map((line) => (JSON.parse(line) as { rule: string }).rule)).toEqual([rule])
    expect(await explain(jwt)).toMatchObject({ accepted: false, rule })
  })

  test('and no address in it is fetched', () => expect(visits).toBe(0))

  test('and an address from which too many came can still send valid ones', async () => {
    const statusOf = async (jwt: string) => (await lookup(bearer(jwt), '', limited.url)).status
    const answers: number[] = []
    for (const [, jwt] of Object.values(forgedJwts).slice(0, 5)) answers.push(await statusOf(jwt))
    expect(answers).toEqual([401, 401, 401, 429, 429])
    for (let count = 0; count < 2; count++) expect(await statusOf(await issuer.sign(newSession()))).toBe(200)
  })

  test('unlike other credentials, or none', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer' },
      { 'service-touchpoint': 'web', 'service-token': 'unknown' },
    ]) {
      const answer = await lookup(headers)
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Service-Token, Bearer'])
      expect(answer.body).toContain('Service-Token')
    }
  })

  test('together with a token', async () => {
    const headers = bearer(await issuer.sign(newSession()))
    expect(await statuses({ ...headers, 'service-touchpoint': 'web', 'service-token': paula.token })).toEqual(refused)
    expect((await lookup(headers, `?token=${paula.token}`)).status).toBe(401)
    expect((await lookup({ ...headers, 'service-token': '' })).status).toBe(200)
  })

  test('introspection needs no valid JWT', async () => {
    const body = JSON.stringify({ query: '{ __schema { queryType { name } } }' })
    const headers = { ...bearer('abc.def.ghi'), 'content-type': 'application/json' }
    const answer = await sendRaw(server.url, { method: 'POST', path: '/graphql', headers, body })
    expect(JSON.parse(answer.body)).toMatchObject({ data: { __schema: { queryType: { name: 'Query' } } } })
  })

  test('the log contains no part of it', async () => {
    const jwt = await issuer.sign({ ...newSession(), sub: 'sub-nobody' })
    await lookup(bearer(jwt))
    const [, payload, signature] = jwt.split('.')
    for (const part of [payload!, signature!]) expect(server.log.join('\n')).not.toContain(part)
  })

  test('the log names a rule at most once a minute', async () => {
    clock += 61_000
    const start = server.log.length
    for (let i = 0; i < 5; i++) await lookup(bearer(await issuer.sign({ ...ofPaula, aud: 'other' })))
    clock += 61_000
    await lookup(bearer(await issuer.sign({ ...ofPaula, aud: 'other' })))
    const lines = server.log.slice(start).filter((line) => line.includes('"audience"'))
    expect(lines.map((line) => (JSON.parse(line) as { rejected: number }).rejected)).toEqual([expect.any(Number), 5])
  })
})

describe('the session of a JWT', () => {
  test('is the same for a renewed JWT, and lasts longer', async () => {
    const claims = newSession()
    const exp = seconds() + 300
    expect(await statuses(bearer(await issuer.sign({ ...claims, iat: exp - 400, exp })))).toEqual(letIn)
    const [before] = await sessionsOf(claims.sid)
    expect(await statuses(bearer(await issuer.sign({ ...claims, exp: exp + 600 })))).toEqual(letIn)
    const after = await sessionsOf(claims.sid)
    expect(after).toMatchObject([{ id: before!.id, origin: 'ISSUER' }])
    expect(new Date(after[0]!.expiresAt).getTime()).toBe(new Date(before!.expiresAt).getTime() + 600_000)
  })

  test('does not end earlier with a JWT that was issued later and ends earlier, and revoking it refuses that JWT', async () => {
    const claims = newSession()
    const [long, short] = [
      await issuer.sign({ ...claims, iat: seconds() - 10, exp: seconds() + 900 }),
      await issuer.sign({ ...claims, iat: seconds() + 20, exp: seconds() + 300 }),
    ]
    expect(await statuses(bearer(long))).toEqual(letIn)
    const [before] = await sessionsOf(claims.sid)
    expect(await statuses(bearer(short))).toEqual(letIn)
    expect(await sessionsOf(claims.sid)).toMatchObject([{ id: before!.id, expiresAt: before!.expiresAt }])
    const path = '/api/v4/sessions/current'
    expect((await sendRaw(server.url, { method: 'DELETE', path, headers: bearer(long) })).status).toBe(204)
    for (const jwt of [long, short]) expect(await statuses(bearer(jwt))).toEqual(refused)
  })

  test('has the same idempotency keys for a renewed JWT', async () => {
    const claims = newSession()
    const json = { 'content-type': 'application/json', 'idempotency-key': 'once' }
    const body = JSON.stringify({ categoryCode: 'ACCOUNT', typeCode: 'QUESTION' })
    const create = async (values: object, touchpoint = 'web') => {
      const headers = { ...bearer(await issuer.sign({ ...claims, ...values, client_id: touchpoint })), ...json }
      const answer = await sendRaw(server.url, { method: 'POST', path: '/api/v4/cases', headers, body })
      expect(answer.status).toBe(201)
      return (JSON.parse(answer.body) as { case: { id: number } }).case.id
    }
    const id = await create({})
    expect(await create({ exp: seconds() + 900 })).toBe(id)
    expect(await create({ sid: 'other' })).not.toBe(id)
  })

  test('is another one at another touchpoint, and with another session of the issuer', async () => {
    const [one, other] = [newSession(), newSession()]
    for (const claims of [one, other, { ...one, client_id: 'app' }]) {
      expect(await statuses(bearer(await issuer.sign(claims)))).toEqual(letIn)
    }
    expect([(await sessionsOf(one.sid)).length, (await sessionsOf(other.sid)).length]).toEqual([2, 1])
  })

  const withAll = (table: string, key: string, column: string) =>
    `with s as (update sessions set revoked_at = now() where sid = $1 returning ${column})
    update ${table} set sessions_revoked_at = now() where ${key} = (select ${column} from s)`
  test.each([
    ['it is revoked', 'update sessions set revoked_at = now() where sid = $1'],
    ['all sessions of the person are revoked', withAll('persons', 'id', 'person_id')],
    ['all sessions of the touchpoint are revoked', withAll('touchpoints', 'code', 'touchpoint_code')],
  ])('ends when %s. JWTs issued before are refused, later ones get another session', async (_how, end) => {
    const claims = { ...newSession(), client_id: 'app', iat: seconds() - 10 }
    const [old, unseen] = [await issuer.sign(claims), await issuer.sign({ ...claims, iat: seconds() - 5 })]
    expect(await statuses(bearer(old))).toEqual(letIn)
    await sql(server.database, end, [claims.sid])
    expect([await statuses(bearer(old)), await statuses(bearer(unseen))]).toEqual([refused, refused])
    expect(await statuses(bearer(await issuer.sign({ ...claims, iat: seconds() + 5 })))).toEqual(letIn)
    for (const jwt of [old, unseen]) expect(await statuses(bearer(jwt))).toEqual(refused)
    expect((await sessionsOf(claims.sid)).map(({ revokedAt: at }) => at === null)).toEqual([false, true])
    await sql(server.database, 'update persons set sessions_revoked_at = null')
    await sql(server.database, 'update touchpoints set sessions_revoked_at = null')
  })

  test('does not begin again with a revoked JWT of an issuer whose clock is ahead', async () => {
    const claims = { ...newSession(), iat: seconds() + 20 }
    const [first, renewed] = [await issuer.sign(claims), await issuer.sign({ ...claims, iat: seconds() + 25 })]
    for (const jwt of [first, renewed]) expect(await statuses(bearer(jwt))).toEqual(letIn)
    await sql(server.database, 'update sessions set revoked_at = now() where sid = $1', [claims.sid])
    for (const jwt of [first, renewed, first, renewed]) expect(await statuses(bearer(jwt))).toEqual(refused)
  })

  test('goes on at every process if it is kept when all others are revoked', async () => {
    const ofPedro = () => ({ ...newSession(), sub: 'sub-pedro' })
    const [kept, ended] = [ofPedro(), ofPedro()]
    const [jwt, other] = [await issuer.sign(kept), await issuer.sign(ended)]
    for (const each of [jwt, other]) expect(await statuses(bearer(each))).toEqual(letIn)
    const path = '/api/v4/sessions?exceptCurrent=true'
    expect((await sendRaw(server.url, { method: 'DELETE', path, headers: bearer(jwt) })).status).toBe(200)
    expect(await explain(jwt)).toMatchObject({ accepted: true })
    expect(await explain(other)).toMatchObject({ rule: 'revoked' })
    expect(await explain(await issuer.sign({ ...ofPedro(), iat: seconds() - 5 }))).toMatchObject({ rule: 'revoked' })
    expect([await statuses(bearer(jwt)), await statuses(bearer(other))]).toEqual([letIn, refused])
    await sql(server.database, 'update persons set sessions_revoked_at = null')
  })

  test('does not begin while all sessions of the person are being revoked', async () => {
    const claims = { ...newSession(), iat: seconds() - 10 }
    let answer: ReturnType<typeof lookup> | undefined
    await server.database.transaction(async (transaction) => {
      await transaction.run(statement(`select from persons where subject = 'sub-paula' for update`))
      await transaction.run(statement(`update persons set sessions_revoked_at = now() where subject = 'sub-paula'`))
      answer = lookup(bearer(await issuer.sign(claims)))
      await lockWaits(server.database, 1)
    })
    expect((await answer!).status).toBe(401)
    expect(await sessionsOf(claims.sid)).toMatchObject([{ revokedAt: expect.anything() }])
    await sql(server.database, 'update persons set sessions_revoked_at = null')
  })

  test('ends when it is idle for too long. A JWT issued before that is refused', async () => {
    const claims = { ...newSession(), iat: seconds() - 100 }
    const old = await issuer.sign(claims)
    expect(await statuses(bearer(old))).toEqual(letIn)
    const end = `update sessions set idle_seconds = 60, idle_expires_at = now() - interval '50 s' where sid = $1`
    await sql(server.database, end, [claims.sid])
    expect(await statuses(bearer(old))).toEqual(refused)
    expect(await statuses(bearer(await issuer.sign({ ...claims, iat: seconds() - 90 })))).toEqual(refused)
    expect(await statuses(bearer(await issuer.sign({ ...claims, iat: seconds() - 10 })))).toEqual(letIn)
    expect(await sessionsOf(claims.sid)).toHaveLength(2)
  })

  test('ends when its person is blocked, until that is undone', async () => {
    const jwt = await issuer.sign(newSession())
    const block = (value: boolean) =>
      sql(server.database, `update persons set blocked = $1 where subject = 'sub-paula'`, [value])
    expect(await statuses(bearer(jwt))).toEqual(letIn)
    await block(true)
    expect(await statuses(bearer(jwt))).toEqual(refused)
    await block(false)
    expect(await statuses(bearer(jwt))).toEqual(letIn)
  })

  test('belongs to one person: the login kind of a session does not change', async () => {
    const claims = { ...newSession(), sub: 'sub-both' }
    const add = `insert into persons (kind, email, email_key, firstname, active, blocked, subject)
      select kind, 'both@example.com', 'both@example.com', 'Bo', true, false, 'sub-both'
      from unnest(array['PARTY', 'CONSUMER']) kind`
    await sql(server.database, add)
    expect(await statuses(bearer(await issuer.sign(claims)))).toEqual(letIn)
    const asConsumer = { ...claims, casegate_login: 'CONSUMER' }
    expect(await statuses(bearer(await issuer.sign(asConsumer)))).toEqual(refused)
    await sql(server.database, `update sessions set expires_at = now() - interval '9 s' where sid = $1`, [claims.sid])
    expect(await statuses(bearer(await issuer.sign(asConsumer)))).toEqual(letIn)
  })

  test('is one, and its person too, when 64 first requests arrive at two processes at once', async () => {
    const database = await openUntilEnd(urlOf(server.database)!, { poolSize: 4 })
    const other = await startServer({ database, config: readConfig({ PORT: '0', ...issuer.env }) })
    afterFile(() => other.close())
    const urls = [server.url, other.url.replace(/\/$/, '')]
    const email = { email: 'New.Person@example.com', email_verified: true, given_name: ' Nora ' }
    const claims = { ...newSession(), sub: 'sub-new', client_id: 'kiosk', ...email }
    const jwt = await issuer.sign(claims)
    const renewed = await issuer.sign({ ...claims, exp: seconds() + 600 })
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) => lookup(bearer(i % 4 < 2 ? jwt : renewed), '', urls[i % 2])),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await sessionsOf(claims.sid)).toHaveLength(1)
    const persons = await sql(server.database, `select email, firstname, kind from persons where subject = 'sub-new'`)
    expect(persons).toEqual([{ email: 'New.Person@example.com', firstname: 'Nora', kind: 'PARTY' }])
    const audited = `select touchpoint_code, target = 'person:' || p.id as "itself", changes
      from audit_events join persons p on p.id = actor_id where subject = 'sub-new' and action = 'PERSON_REGISTERED'`
    expect(await sql(server.database, audited)).toEqual([{ touchpointCode: 'kiosk', itself: true, changes: [] }])
  })

  test.each([
    ['without a first name', { given_name: undefined }],
    ['whose address is not verified', { email_verified: false }],
    ['whose address has two @', { email: 'a@b@example.com' }],
    ['whose address begins with a blank', { email: ' unknown@example.com' }],
    ['whose address belongs to another person', { email: 'pedro@example.com' }],
    ['of a login kind that the touchpoint does not register', { casegate_login: 'CONSUMER' }],
    ['at a touchpoint that registers nobody', { client_id: 'web' }],
  ])('does not register a person %s', async (_what, values) => {
    const email = { email: 'unknown@example.com', email_verified: true, given_name: 'Una' }
    const claims = { ...newSession(), sub: 'sub-unknown', client_id: 'kiosk', ...email, ...values }
    expect(await statuses(bearer(await issuer.sign(claims)))).toEqual(refused)
  })
})

describe('after the erasure of a person', () => {
  let count = 0
  const person = (more: object = {}) => {
    const name = `erased-${++count}`
    const email = { email: `${name}@example.com`, email_verified: true, given_name: 'Erna' }
    return { ...newSession(), sub: `sub-${name}`, client_id: 'kiosk', iat: seconds() - 10, ...email, ...more }
  }
  const idOf = async (email: string) => {
    const [row] = await sql<{ id: string }>(server.database, `select id from persons where email = $1`, [email])
    return row && Number(row.id)
  }
  const erase = async (email: string) => {
    const services = { database: server.database, log: { warn() {} } }
    expect(await eraseById(services, (await idOf(email))!, { actor: null, dryRun: false })).toMatchObject({ cases: 0 })
  }
  /** Without a subject. */
  const insertion = `insert into persons (kind, email, email_key, firstname, active, blocked) values ('PARTY', $1, $1, 'U', true, false)`

  test('no JWT that was issued before is accepted or registers anybody, whatever refused it', async () => {
    const claims = person()
    const [used, unused] = [await issuer.sign(claims), await issuer.sign({ ...claims, sid: 'unused' })]
    expect(await statuses(bearer(used))).toEqual(letIn)
    const headers = { ...bearer(await issuer.sign({ ...claims, iat: seconds() + 20, exp: seconds() + 300 })) }
    expect((await sendRaw(server.url, { method: 'DELETE', path: '/api/v4/sessions', headers })).status).toBe(200)
    expect(await statuses(bearer(used))).toEqual(refused)
    await erase(claims.email)
    const sameAddress = await issuer.sign({ ...claims, sub: 'sub-another', sid: 'another' })
    const sameSubject = await issuer.sign({ ...claims, email: 'another-address@example.com', sid: 'another' })
    // The clock of the issuer is ahead.
    const ahead = await issuer.sign({ ...claims, iat: seconds() + 15, exp: seconds() + 300 })
    for (const jwt of [used, unused, sameAddress, sameSubject, ahead]) {
      expect(await statuses(bearer(jwt))).toEqual(refused)
      expect(await explain(jwt)).toMatchObject({ rule: 'revoked' })
    }
    expect(await idOf(claims.email)).toBeUndefined()
    expect(await idOf('another-address@example.com')).toBeUndefined()
    expect(await statuses(bearer(await issuer.sign({ ...claims, iat: seconds() + 25 })))).toEqual(letIn)
    expect(await idOf(claims.email)).toBeDefined()
    expect(await statuses(bearer(used))).toEqual(refused)
  })

  test('JWTs of others are accepted: of another login kind, and of an address that does not identify them', async () => {
    const claims = person()
    expect(await statuses(bearer(await issuer.sign(claims)))).toEqual(letIn)
    const add = `insert into persons (kind, email, email_key, firstname, active, blocked, subject)
      values ('CONSUMER', $1, $1, 'Cora', true, false, $2), ('PARTY', $3, $3, 'Pia', true, false, $3)`
    await sql(server.database, add, [claims.email, claims.sub, `other-${claims.sub}`])
    await erase(claims.email)
    const asConsumer = { ...claims, casegate_login: 'CONSUMER', sid: 'consumer' }
    expect(await statuses(bearer(await issuer.sign(asConsumer)))).toEqual(letIn)
    const withAddress = { ...claims, sub: `other-${claims.sub}`, sid: 'other' }
    expect(await statuses(bearer(await issuer.sign(withAddress)))).toEqual(letIn)
    expect(await statuses(bearer(await issuer.sign(person())))).toEqual(letIn)
  })

  test('with email as the claim of the person, subjects of its sessions are refused, and addresses never used', async () => {
    const settings = readConfig({ ...issuer.env, OIDC_PERSON_CLAIM: 'email' }).issuer!
    const judge = async (claims: object) => explainJwt(server.database, settings, await issuer.sign({ ...claims }))
    const [used, unused] = [person(), person()]
    for (const claims of [used, unused]) expect(await statuses(bearer(await issuer.sign(claims)))).toEqual(letIn)
    await sql(server.database, 'update persons set subject = null where email = any($1)', [[used.email, unused.email]])
    await sql(server.database, 'delete from sessions where subject = $1', [unused.sub])
    for (const { email } of [used, unused]) await erase(email)
    expect(await judge({ ...used, email: 'other-used@example.com' })).toMatchObject({ rule: 'revoked' })
    expect(await judge(unused)).toMatchObject({ rule: 'revoked' })
    await sql(server.database, insertion, [unused.email])
    expect(await judge(unused)).toMatchObject({ rule: 'revoked' })
    expect(await judge({ ...unused, iat: seconds() + 20 })).toMatchObject({ accepted: true })
  })

  test('a registration that began before is not written', async () => {
    const claims = { ...person(), sub: 'sub-late' }
    // The erased person has the address, but not the subject.
    await sql(server.database, insertion, [claims.email])
    let answer: ReturnType<typeof lookup> | undefined
    let erasing: Promise<void> | undefined
    await server.database.transaction(async (transaction) => {
      await transaction.run(statement('lock table operator_types in share mode'))
      erasing = erase(claims.email)
      await lockWaits(server.database, 1)
      answer = lookup(bearer(await issuer.sign(claims)))
      await lockWaits(server.database, 2)
    })
    await erasing!
    expect((await answer!).status).toBe(401)
    expect(await idOf(claims.email)).toBeUndefined()
  })

  test('a revoked JWT registers nobody', async () => {
    const claims = person()
    await sql(server.database, `update touchpoints set sessions_revoked_at = now() where code = 'kiosk'`)
    expect(await statuses(bearer(await issuer.sign(claims)))).toEqual(refused)
    expect(await idOf(claims.email)).toBeUndefined()
    await sql(server.database, `update touchpoints set sessions_revoked_at = null`)
  })
})

describe('the keys of the issuer', () => {
  test('rotate under load: no JWT with a published key is refused', async () => {
    const jwts = await Promise.all(Array.from({ length: 4 }, () => issuer.sign(newSession())))
    const answers: number[] = []
    const stopping = new AbortController()
    const load = jwts.map(async (jwt) => {
      while (!stopping.signal.aborted) answers.push((await lookup(bearer(jwt))).status)
    })
    for (let rotation = 0; rotation < 2; rotation++) {
      await issuer.rotate()
      const fetches = issuer.keyFetches
      clock += 31_000
      await expect.poll(() => issuer.keyFetches).toBe(fetches + 1)
      const renewed = await issuer.sign(newSession())
      await expect.poll(async () => (await lookup(bearer(renewed))).status).toBe(200)
    }
    stopping.abort()
    await Promise.all(load)
    expect(new Set(answers)).toEqual(new Set([200]))
  })

  test('a remembered JWT is refused when its key is withdrawn, and accepted when it is published again', async () => {
    const claims = newSession()
    const jwt = await issuer.sign(claims)
    expect(await statuses(bearer(jwt))).toEqual(letIn)
    const undo = issuer.keys
    await issuer.rotate()
    issuer.withdraw()
    clock += 61_000
    expect([await statuses(bearer(jwt)), await statuses(bearer(await issuer.sign(claims)))]).toEqual([refused, letIn])
    expect(await sessionsOf(claims.sid)).toHaveLength(1)
    issuer.publish([...undo, ...issuer.keys])
    clock += 61_000
    expect(await statuses(bearer(jwt))).toEqual(letIn)
  })

  test('are not all usable: JWTs that name one which is not are rejected', async () => {
    const undo = issuer.keys
    const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'jwk' })
    issuer.publish([...undo, { ...undo[0]!, kid: 'small', jwk: { ...small, kid: 'small', alg: 'RS256', use: 'sig' } }])
    clock += 61_000
    const [, payload] = (await issuer.sign(ofPaula)).split('.')
    const jwt = `${base64({ alg: 'RS256', typ: 'at+jwt', kid: 'small' })}.${payload}.AAAA`
    expect([await statuses(bearer(jwt)), await statuses(bearer(await issuer.sign(ofPaula)))]).toEqual([refused, letIn])
    issuer.publish(undo)
  })

  test('stay valid while the issuer is away: sessions go on, and new ones begin', async () => {
    const jwt = await issuer.sign(newSession())
    expect(await statuses(bearer(jwt))).toEqual(letIn)
    await issuer.stop()
    clock += 61_000
    expect(await statuses(bearer(jwt))).toEqual(letIn)
    expect(await statuses(bearer(await issuer.sign(newSession())))).toEqual(letIn)
    const other = await startServer({ database: server.database, config: readConfig({ PORT: '0', ...issuer.env }) })
    afterFile(() => other.close())
    const answer = await lookup(bearer(jwt), '', other.url)
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
    expect((await lookup(credentialHeaders(paula), '', other.url)).status).toBe(200)
    await issuer.start()
  })
})

describe('session explain', () => {
  const casegate = (jwt: string, ...options: string[]) => {
    const env = { ...issuer.env, DATABASE_URL: urlOf(server.database)! }
    return runCasegate(['session', 'explain', ...options], { input: `${jwt}\n`, env })
  }

  test('names the rule that rejects a JWT, and no part of the JWT', async () => {
    const { code, stdout, stderr } = await casegate(await issuer.sign({ ...ofPaula, aud: 'other' }))
    const reason = 'Rejected by the rule "audience": The claim "aud" does not contain OIDC_AUDIENCE.\n'
    expect([code, stdout, stderr]).toEqual([1, reason, ''])
  })

  test('names the subject for which there is no person, so that it can be set', async () => {
    const { code, stdout } = await casegate(await issuer.sign({ ...ofPaula, sub: 'auth0|new "one"' }))
    expect(code).toBe(1)
    expect(stdout).toMatch(/rule "person".* The login kind is party, and "sub" is "auth0\|new \\"one\\""\.\n$/)
    expect(await explain(await issuer.sign(blocked))).not.toHaveProperty('person')
  })

  test('says whose session a JWT belongs to, and creates none', async () => {
    const claims = newSession()
    const jwt = await issuer.sign(claims)
    const accepted = { accepted: true, login: 'PARTY', email: 'paula@example.com', touchpoint: 'web', registers: false }
    const first = await casegate(jwt, '--json')
    expect([first.code, JSON.parse(first.stdout)]).toEqual([0, { ...accepted, session: null }])
    expect(await sessionsOf(claims.sid)).toEqual([])
    await statuses(bearer(jwt))
    const [session] = await sessionsOf(claims.sid)
    expect(await explain(jwt)).toEqual({ ...accepted, session: session!.id })
  })

  test('says that a person would be registered, and registers none', async () => {
    const email = { email: 'xenia@example.com', email_verified: true, given_name: 'Xenia' }
    const jwt = await issuer.sign({ ...newSession(), sub: 'sub-xenia', client_id: 'kiosk', ...email })
    for (let i = 0; i < 2; i++) {
      expect(await explain(jwt)).toMatchObject({ accepted: true, email: email.email, session: null, registers: true })
    }
  })
})

describe('with email as the claim of the person', () => {
  const settings = () => readConfig({ ...issuer.env, OIDC_PERSON_CLAIM: 'email', OIDC_LOGIN: 'PARTY' }).issuer!
  const explain = async (values: object) => {
    const jwt = await issuer.sign({ sub: 'sub-any', client_id: 'web', ...values })
    return explainJwt(server.database, settings(), jwt)
  }

  test('a verified address in any letter case identifies the person', async () => {
    const explanation = await explain({ email: 'PEDRO@example.com', email_verified: true })
    expect(explanation).toMatchObject({ accepted: true, email: 'pedro@example.com', login: 'PARTY' })
  })

  test('an address that is stored identifies the person, whatever it is', async () => {
    const rename = (email: string, former: string) =>
      sql(server.database, 'update persons set email = $1, email_key = $1 where email = $2', [email, former])
    await rename('pedro', 'pedro@example.com')
    expect(await explain({ email: 'Pedro', email_verified: true })).toMatchObject({ accepted: true, email: 'pedro' })
    await rename('pedro@example.com', 'pedro')
  })

  test('the address for which there is no person is named', async () => {
    const explanation = await explain({ email: 'nobody@example.com', email_verified: true })
    expect(explanation).toMatchObject({ rule: 'person', person: { login: 'PARTY', email: 'nobody@example.com' } })
  })

  test.each([[false], ['true'], [1], [undefined]])('an address with email_verified %s does not', async (verified) => {
    const explanation = await explain({ email: 'pedro@example.com', email_verified: verified })
    expect(explanation).toMatchObject({ accepted: false, rule: 'email' })
  })
})
