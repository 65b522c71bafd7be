import { words } from '../support/words.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { revokeAllSessions } from '../../src/auth/sessions/revoke-sessions.ts'
import { issueSession } from '../../src/auth/sessions/command-sessions.ts'
import { statement } from '../../src/database/statements/statement.ts'
import { type Credentials, credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { databaseKind, lockWaits, sql } from '../support/database/database.ts'
import { graphql, graphqlData } from '../support/requests/graphql.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

const email = 'nina@example.com'
const server = useServer({ data: { parties: [{ email, firstname: 'Nina' }] }, env: { QUERY_CREDENTIALS: 'off' } })

interface Own extends Credentials {
  uuid: string
}

async function open(login: 'PARTY' | 'ADMIN' = 'PARTY', address = email, touchpoint = 'web'): Promise<Own> {
  const { token, id } = await issueSession(server.database, { touchpoint, login, email: address })
  return { touchpoint, token, uuid: id }
}

/** Three sessions of Nina: used last, used before, and never used. */
let own: Own[]
let admin: Own
beforeEach(async () => {
  const deletion = `delete from sessions where person_id in (select id from persons where email_key = $1)`
  await sql(server.database, deletion, [email])
  const add = `insert into persons (kind, email, email_key, firstname, active, blocked)
    values ('ADMIN', 'ada@example.com', 'ada@example.com', 'Ada', true, false) on conflict do nothing`
  await sql(server.database, add)
  own = [await open(), await open('PARTY', email, 'app'), await open()]
  admin = await open('ADMIN', 'ada@example.com', 'desk')
  await sql(server.database, `update sessions set last_used_at = '2026-11-22T10:05:00Z' where id = $1`, [own[0]!.uuid])
  await sql(server.database, `update sessions set last_used_at = '2026-11-22T10:04:00Z' where id = $1`, [own[1]!.uuid])
})

const isValid = async (caller: Credentials) => {
  const { errors } = await graphql(server.url, '{ viewer { email } }', {}, caller)
  return errors === undefined
}
const valid = async () => Promise.all(own.map(isValid))
const client = restClient(server, '/api/v4/sessions')
const rest = async (method: string, path: string, caller: Credentials = own[0]!) => {
  const { status, headers, body } = await client.send(method, path, { caller })
  return { status, body: body === '' ? undefined : JSON.parse(body), link: headers.link }
}

const document = `mutation ($input: RevokeSessionsInput!) {
  result: revokeSessions(input: $input) {
    ... on RevokeSessionsPayload { context { simpleProfile { email } } revoked }
    ... on RevokeSessionsError { code problems { path } }
  }
}`
const revoke = async (input: object, caller: Credentials = own[0]!) => {
  type Result = { result: Record<string, unknown> }
  const { data: answer, errors } = await graphql<Result>(server.url, document, { input }, caller)
  return errors ? errors[0]!.extensions?.code : (answer!.result['revoked'] ?? answer!.result)
}
const personId = async () => {
  const [nina] = await sql<{ id: number }>(server.database, `select id from persons where email_key = $1`, [email])
  return `person:${nina!.id}`
}
const invalidId = (field: string) => ({ code: 'invalidId', problems: [{ path: [field] }] })

describe('the sessions of the caller', () => {
  test('are listed with the last used first, in pages', async () => {
    const query = `query ($first: Int, $after: String, $last: Int, $before: String) {
      viewer {
        session { id current }
        sessions(first: $first, after: $after, last: $last, before: $before) {
          totalCount nodes { id current touchpoint { code } person { email } origin lastUsedAt } pageInfo { endCursor startCursor hasNextPage }
        }
      }
    }`
    interface Page {
      viewer: {
        session: object
        sessions: { totalCount: number; nodes: { id: string }[]; pageInfo: Record<'endCursor' | 'startCursor', string> }
      }
    }
    const page = async (args: object) => (await graphqlData<Page>(server.url, query, { ...args }, own[0]!)).viewer
    const all = await page({})
    expect(all.session).toEqual({ id: `session:${own[0]!.uuid}`, current: true })
    expect(all.sessions.totalCount).toBe(3)
    expect(all.sessions.nodes[0]).toEqual({
      id: `session:${own[0]!.uuid}`,
      current: true,
      touchpoint: { code: 'web' },
      person: { email },
      origin: 'COMMAND',
      lastUsedAt: '2026-11-22T10:05:00.000Z',
    })
    expect(all.sessions.nodes.map(({ id }) => id)).toEqual(own.map(({ uuid }) => `session:${uuid}`))
    const ids = ({ sessions }: Page['viewer']) => sessions.nodes.map(({ id }) => id.slice(8))
    const first = await page({ first: 2 })
    const rest = await page({ first: 2, after: first.sessions.pageInfo.endCursor })
    expect([...ids(first), ...ids(rest)]).toEqual(own.map(({ uuid }) => uuid))
    expect(ids(await page({ last: 1, before: rest.sessions.pageInfo.startCursor }))).toEqual([own[1]!.uuid])
    const { errors } = await graphql(server.url, query, { after: 'MQ' }, own[0]!)
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
  })

  test('are listed over REST', async () => {
    const { status, body, link } = await rest('GET', '?first=2&totalCount=true')
    expect([status, body.sessions.length, body.totalCount]).toEqual([200, 2, 3])
    expect(link).toContain('rel="next"')
    // A session may have been used since.
    const same = (session: object) => ({ ...session, lastUsedAt: null })
    expect(same((await rest('GET', '/current')).body.session)).toEqual(same(body.sessions[0]))
    expect(same((await rest('GET', `/${own[1]!.uuid}`)).body.session)).toEqual(same(body.sessions[1]))
  })

  test.each([
    ['revoked', 'revoked_at = now()'],
    ['expired', 'expires_at = now()'],
    ['idle', 'idle_seconds = 60, idle_expires_at = now()'],
  ])('are neither listed nor read when they are %s', async (_how, change) => {
    await sql(server.database, `update sessions set ${change} where id = $1`, [own[1]!.uuid])
    expect(await valid()).toEqual([true, false, true])
    const { body } = await rest('GET', '')
    // Which of them was used last depends on when the last uses are written.
    const listed = body.sessions.map(({ id }: { id: string }) => id.slice(8))
    expect(listed.toSorted()).toEqual([own[0]!.uuid, own[2]!.uuid].toSorted())
    expect((await rest('GET', `/${own[1]!.uuid}`)).status).toBe(404)
  })

  test('are not those of another person', async () => {
    const ofPaula = `select id from sessions where token_hash = sha256('demo-party-paula')`
    const [other] = await sql<{ id: string }>(server.database, ofPaula)
    const missing = '00000000-0000-4000-8000-000000000000'
    const node = (id: string) => graphqlData(server.url, 'query ($id: ID!) { node(id: $id) { id } }', { id }, own[0]!)
    expect(await node(`session:${own[2]!.uuid}`)).toEqual({ node: { id: `session:${own[2]!.uuid}` } })
    for (const uuid of [other!.id, missing, 'x']) {
      expect(await node(`session:${uuid}`)).toEqual({ node: null })
      for (const method of ['GET', 'DELETE']) {
        expect(await rest(method, `/${uuid}`)).toMatchObject({ status: 404, body: { code: 'notFound' } })
      }
      expect(await revoke({ sessionId: `session:${uuid}` })).toEqual(invalidId('sessionId'))
    }
    expect(await isValid(paula)).toBe(true)
  })
})

describe('revoking', () => {
  test('one session', async () => {
    expect(await revoke({ sessionId: `session:${own[1]!.uuid}` })).toBe(1)
    expect(await valid()).toEqual([true, false, true])
    expect(await revoke({ sessionId: `session:${own[1]!.uuid}` })).toBe(0)
    expect((await rest('DELETE', `/${own[2]!.uuid}`)).status).toBe(204)
    expect(await valid()).toEqual([true, false, false])
    expect((await rest('DELETE', '/current')).status).toBe(204)
    expect(await valid()).toEqual([false, false, false])
    expect((await rest('DELETE', '/current')).status).toBe(401)
  })

  test('one session, by its ID or its UUID, in any letter case', async () => {
    const [current, other] = own.map(({ uuid }) => uuid)
    for (const id of [other!, other!.toUpperCase(), `session:${other}`, `session%3A${other!.toUpperCase()}`]) {
      expect((await rest('GET', `/${id}`)).body.session.id).toBe(`session:${other}`)
    }
    expect((await rest('GET', '/session:current')).body.session.id).toBe(`session:${current}`)
    expect(await revoke({ sessionId: other!.toUpperCase() })).toBe(1)
    expect((await rest('DELETE', `/session%3a${own[2]!.uuid}`)).status).toBe(204)
    expect(await valid()).toEqual([true, false, false])
    expect(await revoke({ sessionId: 'current' })).toBe(1)
    expect(await valid()).toEqual([false, false, false])
  })

  test.each([
    `' or '1'='1`,
    `'; delete from sessions; --`,
    ...words`
      %00 %ff $1 session:session:current session: CURRENT ..%2fcurrent __proto__ 00000000000040008000000000000000
      {00000000-0000-4000-8000-000000000000}
    `,
    'x'.repeat(1_000),
  ])('nothing by the ID %j', async (id) => {
    const path = id.startsWith('%') || id.includes('%2f') ? id : encodeURIComponent(id)
    for (const method of ['GET', 'DELETE']) {
      expect(await rest(method, `/${path}`)).toMatchObject({ status: 404, body: { code: 'notFound' } })
    }
    expect(await revoke({ sessionId: id })).toEqual(invalidId('sessionId'))
    expect(await valid()).toEqual([true, true, true])
  })

  test('all sessions but the current one', async () => {
    await sql(server.database, `update sessions set expires_at = now() where id = $1`, [own[1]!.uuid])
    expect(await rest('DELETE', '?exceptCurrent=true')).toMatchObject({ status: 200, body: { revoked: 1 } })
    expect(await valid()).toEqual([true, false, false])
    expect(await revoke({ exceptCurrent: true })).toBe(0)
    expect((await rest('DELETE', '?exceptCurrent=maybe')).body.code).toBe('malformedRequest')
    expect(await valid()).toEqual([true, false, false])
  })

  test.each([
    ['all', {}, 2],
    ['the idle one', 'idle', 0],
  ])('%s does not count a session that was idle for too long', async (_which, input, revoked) => {
    const makeIdle = `update sessions set idle_seconds = 60, idle_expires_at = now() where id = $1`
    await sql(server.database, makeIdle, [own[1]!.uuid])
    expect(await revoke(input === 'idle' ? { sessionId: own[1]!.uuid } : (input as object))).toBe(revoked)
    const rows = await sql(server.database, 'select from sessions where id = $1 and revoked_at is null', [own[1]!.uuid])
    expect(rows).toEqual([])
  })

  test.runIf(databaseKind === 'postgresql').each<[string, () => Promise<unknown>]>([
    ['a person', async () => revoke({ personId: await personId() }, admin)],
    ['the caller', () => revoke({})],
    ['a touchpoint', () => revoke({ touchpointCode: 'web' }, admin)],
    ['everybody, by the command line', () => revokeAllSessions(server.database)],
  ])('the sessions of %s includes one that is beginning', async (_whose, revokeThem) => {
    let revoking: Promise<unknown>
    await server.database.transaction(async (transaction) => {
      const insertion = `insert into sessions (token_hash, touchpoint_code, person_id)
          select '\\xbe', 'web', id from persons where email_key = '${email}'`
      await transaction.run(statement(insertion))
      revoking = revokeThem()
      await lockWaits(server.database, 1)
    })
    await revoking!
    const begun = `delete from sessions where token_hash = '\\xbe' returning revoked_at is not null as revoked`
    expect(await sql(server.database, begun)).toEqual([{ revoked: true }])
    const updating = `update sessions set revoked_at = null where token_hash in (sha256('demo-operator-olga'), sha256('demo-party-paula'))`
    await sql(server.database, updating)
  })

  test('all sessions, and JWTs that were issued before', async () => {
    expect(await revoke({ exceptCurrent: false })).toBe(3)
    expect(await valid()).toEqual([false, false, false])
    const revokedAfter = `select p.sessions_revoked_at >= s.created_at as after from persons p join sessions s on s.person_id = p.id where s.id = $1`
    const [person] = await sql<{ after: boolean }>(server.database, revokedAfter, [own[0]!.uuid])
    expect(person).toEqual({ after: true })
  })

  test('the sessions of a person or a touchpoint, as admin', async () => {
    const nina = await personId()
    for (const input of [{ personId: nina }, { touchpointCode: 'app' }]) {
      expect(await revoke(input)).toBe('FORBIDDEN')
      expect(await revoke(input, olga)).toBe('FORBIDDEN')
    }
    const selection = `select count(*)::int as live from sessions where touchpoint_code = 'app' and revoked_at is null and (expires_at is null or expires_at > now())`
    const [app] = await sql<{ live: number }>(server.database, selection)
    expect(await revoke({ touchpointCode: 'app' }, admin)).toBe(app!.live)
    expect(await valid()).toEqual([true, false, true])
    expect(await revoke({ personId: nina }, admin)).toBe(2)
    expect(await valid()).toEqual([false, false, false])
    expect(await revoke({ touchpointCode: 'moon' }, admin)).toEqual(invalidId('touchpointCode'))
    expect(await revoke({ touchpointCode: 'a\0' }, admin)).toEqual(invalidId('touchpointCode'))
    expect(await revoke({ personId: 'person:999999' }, admin)).toEqual(invalidId('personId'))
    expect(await revoke({ personId: 'nina' }, admin)).toEqual(invalidId('personId'))
    await sql(server.database, `update sessions set revoked_at = null where touchpoint_code = 'app'`)
  })

  test.each([
    { sessionId: 'session:current', personId: 'person:1' },
    { personId: 'person:1', touchpointCode: 'web' },
    { sessionId: 'session:current', exceptCurrent: true },
  ])('rejects %j', async (input) => {
    expect(await revoke(input, admin)).toBe('BAD_USER_INPUT')
    expect(await isValid(admin)).toBe(true)
  })
})

test('QUERY_CREDENTIALS=off makes credentials in the query count as missing', async () => {
  const { touchpoint, token } = own[0]!
  const query = new URLSearchParams({ touchpoint, token }).toString()
  const read = (path: string, headers = {}) => fetch(`${server.url}${path}`, { headers })
  expect((await read(`/api/v4/sessions/current?${query}`)).status).toBe(401)
  expect((await read(`/api/v4/sessions/current?${query}`, credentialHeaders(own[0]!))).status).toBe(200)
  expect((await read(`/api/v4/sessions/current?token=x`, credentialHeaders(own[0]!))).status).toBe(200)
  const document = encodeURIComponent('{ viewer { email } }')
  const headers = { accept: 'application/json', 'x-graphql-yoga-csrf': '1' }
  expect(await (await read(`/graphql?query=${document}&${query}`, headers)).text()).not.toContain(email)
})
