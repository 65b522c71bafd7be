import { describe, expect, test } from 'vitest'
import { revokeAllSessions } from '../../src/auth/sessions/revoke-sessions.ts'
import { issueSession, revokeSessionsById } from '../../src/auth/sessions/command-sessions.ts'
import { configureItems } from '../../src/configuration/configure.ts'
import { statement } from '../../src/database/statements/statement.ts'
import { adminData, configure } from '../support/requests/configure.ts'
import { graphql, graphqlData } from '../support/requests/graphql.ts'
import { databaseKind, lockWaits, sql } from '../support/database/database.ts'
import { ada, olga, oona, paula } from '../support/requests/credentials.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ data: adminData })

const ask = <Data>(query: string, variables = {}, caller = ada) =>
  graphqlData<Data>(server.url, query, variables, caller)

const client = restClient(server)
async function rest(method: string, path: string, headers = {}, caller = ada) {
  const answer = await client.send(method, path.slice(1), { headers, caller })
  return { ...answer, body: answer.body === '' ? undefined : JSON.parse(answer.body) }
}

interface Event {
  id: string
  actor: { email: string } | null
  touchpoint: string | null
  action: string
  target: string
  changes: { path: string[]; from: unknown; to: unknown }[]
}
const eventsQuery = `query ($target: String, $action: [AuditAction!], $first: Int, $after: String) {
  auditEvents(target: $target, action: $action, first: $first, after: $after) {
    nodes { id actor { email } touchpoint action target changes { path from to } }
    pageInfo { endCursor hasNextPage }
    totalCount
  }
}`
interface Events {
  auditEvents: { nodes: Event[]; pageInfo: { endCursor: string; hasNextPage: boolean }; totalCount: number }
}
const events = async (variables: object) => (await ask<Events>(eventsQuery, variables)).auditEvents

describe('the configuration', () => {
  test('has every item in a defined order, inactive ones included', async () => {
    const branch = { code: 'branch', name: 'Branch', logins: ['PARTY'] }
    const items = {
      categories: [{ code: 'A', name: 'Archive', active: false }],
      typeCategories: [{ typeCode: 'REFUND', categoryCode: 'A', active: false, groupName: 'Field engineers' }],
      statuses: [{ name: 'Parked', active: false, transitions: ['Resolved', 'New'] }],
      touchpoints: [{ ...branch, typeCategories: [{ typeCode: 'REFUND', categoryCode: 'A' }] }],
    }
    expect((await configure(server.url, items)).problems).toBeUndefined()
    const { body } = await rest('GET', '/configuration')
    const { categories, types, typeCategories, statuses, resolutions, touchpoints } = body.configuration
    expect(categories[1]).toEqual({ code: 'A', name: 'Archive', active: false, system: false, version: 1 })
    for (const list of [categories, types, statuses, resolutions]) {
      const names = list.map(({ name }: { name: string }) => name)
      expect(names).toEqual(names.toSorted())
    }
    const typeCategory = typeCategories.find(({ category }: { category: { code: string } }) => category.code === 'A')
    const found = { caseType: { code: 'REFUND' }, group: { name: 'Field engineers' }, active: false }
    expect(typeCategory).toMatchObject(found)
    const parked = { name: 'Parked', active: false, closed: false, default: false, settableBy: 'ALL', version: 1 }
    expect(statuses).toContainEqual({
      ...parked,
      transitions: ['New', 'Resolved'],
      afterPartyComment: null,
      pausesSla: false,
    })
    const grants = [{ typeCode: 'REFUND', categoryCode: 'A', modifyCases: false }]
    const others = { allTypeCategories: false, registers: [], secrets: [], version: 1 }
    expect(touchpoints).toContainEqual({ ...branch, grants, ...others })
  })

  test('has a tag that changes with any of its parts, secrets included', async () => {
    const read = async (tag: string) => {
      const { status, headers } = await rest('GET', '/configuration', { 'if-none-match': tag })
      return { status, tag: headers.etag! }
    }
    const first = await read('"none"')
    expect(await read(first.tag)).toEqual({ status: 304, tag: first.tag })
    const { body } = await rest('POST', '/touchpoints/kiosk/secrets')
    const second = await read(first.tag)
    expect(second.status).toBe(200)
    await sql(server.database, `update touchpoint_secrets set last_used_at = now() where touchpoint_code = 'kiosk'`)
    const third = await read(second.tag)
    expect(third.status).toBe(200)
    await rest('DELETE', `/touchpoints/kiosk/secrets/${body.touchpointSecret.id}`)
    expect(await read(third.tag)).toMatchObject({ status: 200 })
  })

  test('with 5,000 type categories is read with one query, and with all grants over REST', async () => {
    await sql(
      server.database,
      `with c as (insert into case_categories (code, name, active, system)
        select 'many ' || n, 'Many ' || n, true, false from generate_series(1, 5000) n returning code),
      pairs as (insert into case_type_categories (type_code, category_code, active, app_visible)
        select 'REFUND', code, true, true from c returning type_code, category_code)
      select from pairs`,
    )
    const insertion = `insert into touchpoint_grants (touchpoint_code, type_code, category_code, modify_cases)
      select 'partner', type_code, category_code, true from case_type_categories where category_code like 'many %'`
    await sql(server.database, insertion)
    const query = `{ configuration {
      categories { code name active system version }
      types { code name active version fields { name label kind minimum maximum scale } }
      typeCategories { caseType { code name } category { code name } active appVisible defaultAnswer version group { id name } }
      statuses { name active closed default transitions version }
      resolutions { name active default version }
      touchpoints { code name allTypeCategories grants { typeCode categoryCode modifyCases } logins registers version
        secrets { id createdAt lastUsedAt } }
    } }`
    const { configuration } = await ask<{ configuration: Record<string, object[]> }>(query)
    expect(configuration['typeCategories']!.length).toBeGreaterThan(5_000)
    const { body } = await rest('GET', '/configuration')
    for (const [name, items] of Object.entries(configuration)) {
      expect(body.configuration[name]).toHaveLength(items.length)
    }
  })
})

describe('persons', () => {
  type Person = { id: string; login: string; email: string; firstname: string }
  const list = async (query: string) => {
    const { body, headers } = await rest('GET', `/persons?${query}`)
    return { names: body.persons.map(({ firstname }: Person) => firstname), body, link: headers.link }
  }

  test('are listed by login kind and address, inactive and blocked ones included, in pages', async () => {
    await sql(server.database, `update persons set active = false where firstname = 'Pedro'`)
    const { body } = await list('first=100&totalCount=true')
    const keys = body.persons.map(({ login, email }: Person) => `${login} ${email}`)
    expect(keys).toEqual(keys.toSorted())
    expect(keys).toHaveLength(body.totalCount)
    const pages = []
    for (let after = ''; ;) {
      const page = await list(`login=OPERATOR&first=2${after}`)
      pages.push(...page.names)
      if (!page.body.pageInfo.hasNextPage) break
      expect(page.link).toContain('login=OPERATOR')
      after = `&after=${page.body.pageInfo.endCursor}`
    }
    expect(pages).toEqual((await list('login=OPERATOR')).names)
    expect((await list('login=OPERATOR&last=1')).names).toEqual(pages.slice(-1))
    expect((await list('search=PEDR')).names).toEqual(['Pedro'])
    expect([(await list('search=ona@EXAMPLE')).names, (await list('search=%00')).names]).toEqual([['Oona'], []])
    expect((await rest('GET', '/persons?login=operator')).body.code).toBe('malformedRequest')
  })

  test('are found among thousands, by rare and common texts, in pages', async () => {
    const add = `insert into persons (kind, email, email_key, firstname, active, blocked)
      select 'PARTY', e, e, 'Élodie ' || i, true, false from generate_series(1, 2500) i, concat('many', lpad(i::text, 4, '0'), '@Ü.example') e`
    await sql(server.database, add)
    const names = async (query: string) => (await list(`first=3&totalCount=true&${query}`)).body
    const found = async (search: string, others = '') => {
      const body = await names(`search=${encodeURIComponent(search)}${others}`)
      return [body.totalCount, ...body.persons.map(({ email }: Person) => email.slice(0, 8))]
    }
    expect(await found('Y2499@')).toEqual([1, 'many2499'])
    expect(await found('éLODIE 24', '&login=PARTY')).toEqual([111, 'many0024', 'many0240', 'many0241'])
    expect(await found('élodie 24', '&login=CONSUMER')).toEqual([0])
    expect(await found('@ü.EX')).toEqual([2500, 'many0001', 'many0002', 'many0003'])
    expect(await found('Ü')).toEqual([2500, 'many0001', 'many0002', 'many0003'])
    expect(await found('99@')).toEqual([25, 'many0099', 'many0199', 'many0299'])
    expect([await found('%'), await found('y__')]).toEqual([[0], [0]])
    expect((await list('search=99@&last=2')).names).toEqual(['Élodie 2399', 'Élodie 2499'])
    const { endCursor } = (await names('search=99@')).pageInfo
    expect(await found('99@', `&after=${endCursor}`)).toEqual([25, 'many0399', 'many0499', 'many0599'])
    await sql(server.database, `delete from persons where email like 'many%'`)
  })

  const details = `active blocked subject typeCodes groups { name active members { email } typeCodes } version`

  test('have their details, which are null for others', async () => {
    const person = (id: unknown, caller = ada) =>
      ask<{ node: object }>(`query ($id: ID!) { node(id: $id) { ... on Person { email ${details} } } }`, { id }, caller)
    const [found] = (await list('search=oona')).body.persons
    expect(found).toMatchObject({ active: true, blocked: true, subject: null, version: 1 })
    const { node } = await person(found.id)
    expect(node).toMatchObject({ email: 'oona@example.com', blocked: true, typeCodes: expect.any(Array) })
    const self = (await list('search=paula')).body.persons[0].id
    const hidden = { active: null, blocked: null, subject: null, typeCodes: null, groups: null }
    const own = { email: 'paula@example.com', version: expect.any(Number) }
    expect((await person(self, paula)).node).toEqual({ ...own, ...hidden })
    expect((await person(self, olga)).node).toBeNull()
    expect((await graphql(server.url, '{ viewer { login } }', {}, oona)).errors).toBeDefined()
  })

  test('and groups have all members for admins, who also see inactive groups', async () => {
    const group = { name: 'Former team', active: false, memberEmails: ['oona@example.com'] }
    await configure(server.url, { groups: [group] })
    const groups = async (caller = ada) => (await rest('GET', '/groups', {}, caller)).body.groups
    const [former] = (await groups()).filter(({ name }: { name: string }) => name === 'Former team')
    expect(former).toMatchObject({ active: false, typeCodes: [], members: [{ email: 'oona@example.com' }], version: 1 })
    const seen = await groups(olga)
    expect(seen.map(({ name }: { name: string }) => name)).not.toContain('Former team')
    expect(seen[0]).toMatchObject({ active: null, typeCodes: null, members: null })
  })
})

describe('secrets of touchpoints', () => {
  const change = async (kind: 'Issue' | 'Revoke', input: object, selected = '') => {
    const document = `mutation ($input: ${kind}TouchpointSecretInput!) {
      result: ${kind.toLowerCase()}TouchpointSecret(input: $input) {
        ... on ${kind}TouchpointSecretPayload { ${selected} context { simpleProfile { email } } }
        ... on ${kind}TouchpointSecretError { code problems { path } } } }`
    return (await ask<{ result: Record<string, unknown> }>(document, { input })).result
  }
  const issue = (touchpointCode: string) =>
    change('Issue', { touchpointCode }, 'secret touchpointSecret { id lastUsedAt }')
  const revoke = (input: object) => change('Revoke', input)
  const tryIt = async (secret: unknown) => {
    const headers = { 'service-touchpoint': 'app', 'service-secret': String(secret) }
    const body = { login: 'PARTY', email: 'paula@example.com' }
    return (await client.send('POST', 'sessions', { headers, body, caller: { touchpoint: 'app', token: '' } })).status
  }

  test('are issued once, at most two, and revoked, with an audit event each', async () => {
    await configure(server.url, { touchpoints: [{ code: 'app', logins: ['PARTY'] }] })
    const first = await issue('app')
    const { id } = first['touchpointSecret'] as { id: string }
    expect(first['context']).toEqual({ simpleProfile: { email: 'ada@example.com' } })
    expect(id).toMatch(/^secret:[0-9a-f-]{36}$/)
    expect(await tryIt(first['secret'])).toBe(201)
    const second = await rest('POST', '/touchpoints/app/secrets')
    expect([second.status, second.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(await tryIt(second.body.secret)).toBe(201)
    expect(await issue('app')).toEqual({ code: 'tooManySecrets', problems: [{ path: ['touchpointCode'] }] })
    expect((await rest('POST', '/touchpoints/app/secrets')).body.code).toBe('tooManySecrets')
    const unknown = await rest('POST', '/touchpoints/nowhere/secrets')
    expect(unknown.body.problems).toEqual([{ code: 'invalidId', detail: expect.any(String) }])
    expect(await issue('no\0where')).toMatchObject({ code: 'invalidId' })
    expect((await rest('DELETE', `/touchpoints/web/secrets/${id}`)).status).toBe(404)
    expect((await rest('DELETE', '/touchpoints/app/secrets/x')).status).toBe(404)
    expect((await rest('DELETE', `/touchpoints/app/secrets/${id.slice(7)}`)).status).toBe(204)
    expect((await rest('DELETE', `/touchpoints/app/secrets/${id}`)).status).toBe(204)
    expect(await tryIt(first['secret'])).toBe(401)
    expect(await revoke({ secretId: second.body.touchpointSecret.id, touchpointCode: 'web' })).toEqual({
      code: 'invalidId',
      problems: [{ path: ['secretId'] }],
    })
    expect(await revoke({ secretId: second.body.touchpointSecret.id })).toHaveProperty('context')
    expect(await tryIt(second.body.secret)).toBe(401)
    const { nodes } = await events({ target: 'touchpoint:app', action: ['SECRET_ISSUED', 'SECRET_REVOKED'] })
    expect(nodes.map(({ action }) => action.slice(7))).toEqual(['REVOKED', 'REVOKED', 'ISSUED', 'ISSUED'])
    expect(nodes.at(-1)).toMatchObject({
      actor: { email: 'ada@example.com' },
      touchpoint: 'desk',
      changes: [{ path: ['secrets'], from: null, to: id }],
    })
    expect(JSON.stringify(await sql(server.database, 'select * from audit_events'))).not.toContain('cgs_')
  })
})

test.runIf(databaseKind === 'postgresql')('of two revocations of a secret at once, one is an audit event', async () => {
  const { touchpointSecret } = (await rest('POST', '/touchpoints/partner/secrets')).body
  const path = `/touchpoints/partner/secrets/${touchpointSecret.id}`
  let answers: Promise<{ status: number }[]>
  await server.database.transaction(async (transaction) => {
    const id = touchpointSecret.id.slice('secret:'.length)
    await transaction.run(statement(`select from touchpoint_secrets where id = '${id}' for update`))
    answers = Promise.all([rest('DELETE', path), rest('DELETE', path)])
    await lockWaits(server.database, 2)
  })
  expect((await answers!).map(({ status }) => status)).toEqual([204, 204])
  expect((await events({ target: 'touchpoint:partner', action: ['SECRET_REVOKED'] })).nodes).toHaveLength(1)
})

describe('audit events', () => {
  const paulas = () => issueSession(server.database, { touchpoint: 'web', login: 'PARTY', email: 'paula@example.com' })

  test('tell of every revocation of sessions, also if none is valid but JWTs are refused from then on', async () => {
    const [{ id, token }, other, byCommand, idle] = [await paulas(), await paulas(), await paulas(), await paulas()]
    const makeIdle = `update sessions set idle_seconds = 60, idle_expires_at = now() where id = $1`
    await sql(server.database, makeIdle, [idle.id])
    const own = { token, touchpoint: 'web' }
    const path = `/sessions/${other.id.toUpperCase()}`
    expect((await rest('DELETE', path, {}, own)).status).toBe(204)
    expect((await rest('DELETE', path, {}, own)).status).toBe(204)
    for (let i = 0; i < 2; i++) expect((await rest('DELETE', `/sessions/${idle.id}`, {}, own)).status).toBe(204)
    await revokeSessionsById(server.database, [byCommand.id])
    await revokeSessionsById(server.database, [byCommand.id])
    const [person] = await sql<{ id: number }>(server.database, `select id from persons where firstname = 'Paula'`)
    const all = `mutation { revokeSessions(input: { personId: "person:${person!.id}" }) { ... on RevokeSessionsPayload { revoked } } }`
    const { revokeSessions: result } = await ask<{ revokeSessions: { revoked: number } }>(all)
    await ask(all)
    const touchpoint = 'mutation { revokeSessions(input: { touchpointCode: "partner" }) { __typename } }'
    for (let i = 0; i < 2; i++) await ask(touchpoint)
    await ask(`mutation { revokeSessions(input: { personId: "person:999999" }) { __typename } }`)
    const told = async (target: string) => {
      const { nodes } = await events({ target, action: ['SESSIONS_REVOKED'] })
      return nodes.map(({ actor, touchpoint, changes }) => ({ by: actor?.email ?? null, touchpoint, changes }))
    }
    for (const { id } of [other, idle])
      expect(await told(`session:${id}`)).toEqual([{ by: 'paula@example.com', touchpoint: 'web', changes: [] }])
    expect(await told(`session:${byCommand.id}`)).toEqual([{ by: null, touchpoint: null, changes: [] }])
    expect(await told(`session:${id}`)).toEqual([])
    const changes = [{ path: ['sessions'], from: result.revoked, to: 0 }]
    const byAda = { by: 'ada@example.com', touchpoint: 'desk' }
    expect(await told(`person:${person!.id}`)).toEqual([
      { ...byAda, changes: [] },
      { ...byAda, changes },
    ])
    expect(await told('touchpoint:partner')).toMatchObject([{ ...byAda, changes: [] }, byAda])
    expect(await told('person:999999')).toEqual([])
  })

  test('tell of sessions that the command line creates', async () => {
    const holder = { touchpoint: 'desk', login: 'ADMIN', email: 'ada@example.com' } as const
    const { id, expiresAt } = await issueSession(server.database, holder)
    const [admin] = await sql<{ id: number }>(server.database, `select id from persons where kind = 'ADMIN'`)
    const { nodes } = await events({ target: `session:${id}` })
    expect(nodes).toMatchObject([{ actor: null, touchpoint: null, action: 'SESSION_CREATED' }])
    expect(nodes[0]!.changes).toEqual([
      { path: ['person'], from: null, to: `person:${admin!.id}` },
      { path: ['touchpoint'], from: null, to: 'desk' },
      { path: ['expiresAt'], from: null, to: expiresAt.toISOString() },
    ])
  })

  test('name a group by its ID, so that a rename does not part it from its past', async () => {
    const set = async (name: string, more: object) => {
      expect(await configure(server.url, { groups: [{ name, ...more }] })).not.toHaveProperty('problems')
    }
    await set('Audited', { memberEmails: [] })
    const [group] = await sql<{ id: number }>(server.database, `select id from operator_groups where name = 'Audited'`)
    await set('Audited', { memberEmails: ['olga@example.com'] })
    await set('Audited', { newName: 'Renamed' })
    await set('Renamed', { active: false })
    const { nodes } = await events({ target: `group:${group!.id}` })
    const paths = nodes.map(({ changes }) => changes[0]!.path[0])
    expect(paths).toEqual(['active', 'name', 'memberEmails', expect.any(String)])
    for (const name of ['Audited', 'Renamed']) expect((await events({ target: `group:${name}` })).nodes).toEqual([])
  })

  test('tell of changes by the command line', async () => {
    await configureItems(server.database, { touchpoints: [{ code: 'web', registers: ['CONSUMER'] }] })
    const [event] = (await events({ target: 'touchpoint:web', action: ['CONFIGURED'] })).nodes
    expect(event).toMatchObject({ actor: null, touchpoint: null })
    expect(event!.changes.map(({ path }) => path[0])).toContain('registers')
  })

  test('are listed with the latest first, in pages, and are nodes for admins only', async () => {
    const all = await events({ first: 100 })
    const numbers = all.nodes.map(({ id }) => Number(id.replace('audit:', '')))
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    const first = await events({ first: 1 })
    expect(first.pageInfo.hasNextPage).toBe(true)
    const second = await events({ first: 1, after: first.pageInfo.endCursor })
    expect([first.nodes[0]!.id, second.nodes[0]!.id]).toEqual(all.nodes.slice(0, 2).map(({ id }) => id))
    const { body } = await rest('GET', '/audit-events?action=SECRET_ISSUED&action=CONFIGURED&first=1&totalCount=true')
    expect(body.auditEvents).toHaveLength(1)
    expect(body.totalCount).toBeGreaterThan(1)
    expect([(await events({ action: [] })).nodes, (await events({ target: 'a\0' })).nodes]).toEqual([[], []])
    const listed = async (query: string) => {
      const page = await rest('GET', `/audit-events?first=100&${query}`)
      const found = page.body.auditEvents as { at: string; actor: { email: string } | null }[]
      return found.map(({ at, actor }) => ({ at, actor: actor?.email }))
    }
    const known = await listed('')
    const { at } = known[2]!
    expect(known.some(({ actor }) => actor === undefined)).toBe(true)
    expect(await listed('actorEmail=ADA@example.com')).toEqual(known.filter(({ actor }) => actor === 'ada@example.com'))
    expect(await listed('actorEmail=nobody@example.com')).toEqual([])
    expect(await listed(`changedAfter=${at}`)).toEqual(known.filter((each) => each.at > at))
    expect(await listed(`changedBefore=${at}`)).toEqual(known.filter((each) => each.at < at))
    const node = async (id: string, caller = ada) =>
      (await ask<{ node: object | null }>('query ($id: ID!) { node(id: $id) { id } }', { id }, caller)).node
    const { id } = all.nodes[0]!
    expect(await node(id)).toEqual({ id })
    expect(await node('audit:999999')).toBeNull()
    for (const caller of [olga, { token: (await paulas()).token, touchpoint: 'web' }]) {
      expect(await node(id, caller)).toBeNull()
    }
  })

  test('tell of the revocation of all sessions by the command line', async () => {
    const revoked = await revokeAllSessions(server.database)
    const selection = `select target, changes from audit_events where actor_id is null order by id desc limit 1`
    const [event] = await sql<{ target: string; changes: object[] }>(server.database, selection)
    expect(event).toEqual({ target: 'sessions', changes: [{ path: ['sessions'], from: revoked.length, to: 0 }] })
  })
})
