import { words } from '../support/words.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueSession } from '../../src/auth/sessions/command-sessions.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { exportData } from '../../src/transfer/export/export.ts'
import { writtenText } from '../support/data/written-text.ts'
import { databaseKind, emptyDatabase, freshDatabase, sql, urlOf } from '../support/database/database.ts'
import { dumpRows } from '../support/database/dump-rows.ts'
import { ada, carla, type Credentials, credentialHeaders, olga, omar, pedro } from '../support/requests/credentials.ts'
import { runInProcess } from '../support/server/in-process.ts'
import { graphql, graphqlData } from '../support/requests/graphql.ts'
import { sendRaw } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

/** What must not be found anywhere after the erasure, in lower case. */
const operatorTraces = words`
  xanthippa quarzmann sub-of-xanthippa sid-of-xanthippa zebrafish wolverine okapi quetzal
`
const partyTraces = ['ysoldina', 'quintessa', 'aardvark', 'narwhal']
const traces = [...operatorTraces, ...partyTraces]
const xanthippa = { email: 'X.Quarzmann@Example.com', firstname: 'Xanthippa' }
const ysoldina = { email: 'ysoldina@quintessa.example', firstname: 'Ysoldina' }
const question = { typeCode: 'QUESTION', categoryCode: 'BILLING', status: 'Open', resolution: 'Unresolved' }
const caseOf = (id: number, more: object = {}) => ({ id, ...question, partyEmail: ysoldina.email, ...more })
const by = { actorEmail: 'olga@example.com', touchpointCode: 'desk' }
const path = { path: ['assignee'] }
const from = 'x.quarzMANN@example.com'
const author = { authorEmail: xanthippa.email, createdAt: '2026-11-01T09:00:00Z' }
const data = {
  admins: [{ email: 'ada@example.com', firstname: 'Ada' }],
  sessions: [{ token: ada.token, touchpointCode: 'desk', login: 'ADMIN', email: 'ada@example.com' }],
  operators: [{ ...xanthippa, subject: 'sub-of-xanthippa', typeCodes: ['QUESTION'] }],
  operatorGroups: [{ name: 'Erasers', memberEmails: [xanthippa.email, 'olga@example.com'] }],
  parties: [ysoldina],
  cases: [
    caseOf(8001),
    caseOf(8002, {
      version: 2,
      updatedAt: '2026-11-02T10:00:00Z',
      assigneeEmail: null,
      // Another letter case than today's.
      history: [
        { version: 1, kind: 'IMPORTED', at: '2026-11-01T10:00:00Z', changes: [{ ...path, to: from.toUpperCase() }] },
        { version: 2, kind: 'UNASSIGNED', at: '2026-11-02T10:00:00Z', ...by, changes: [{ ...path, from }] },
      ],
      comments: [{ version: 1, position: 1, text: 'An imported okapi', ...author }],
    }),
    caseOf(8003, { assigneeEmail: xanthippa.email, status: 'Resolved' }),
  ],
}

let shared: ReturnType<typeof freshDatabase> | undefined
const database = () => (shared ??= freshDatabase())
const server = useServer({ database, data })
const other = useServer({ database })

const idOf = async (email: string, kind: string) => {
  const rows = await sql<{ id: string }>(
    server.database,
    'select id from persons where kind = $2 and lower(email) = lower($1)',
    [email, kind],
  )
  return Number(rows[0]!.id)
}

const eraseDocument = `mutation ($input: ErasePersonInput!) {
  result: erasePerson(input: $input) {
    ... on ErasePersonPayload { context { simpleProfile { firstname email } } cases }
    ... on ErasePersonError { code problems { path } }
  }
}`
const client = restClient(server)
const get = (path: string, caller: Credentials) => client.get(path, {}, caller)
const erase = async (
  id: number | string,
  { dryRun, caller = ada }: { dryRun?: boolean; caller?: Credentials } = {},
) => {
  const answer = await graphql<{ result: { cases?: number; code?: string } }>(
    server.url,
    eraseDocument,
    { input: { personId: typeof id === 'number' ? `person:${id}` : id, dryRun } },
    caller,
  )
  return answer.errors?.[0]?.extensions?.code ?? answer.data!.result
}
const eraseOverRest = (path: string, caller: Credentials = ada) =>
  client.send('POST', `persons/${path}`, { body: {}, caller })

describe('the personal data of a person', () => {
  let operator: number
  let party: number
  let sessions: Credentials[]
  /** The IDs of Olga's comments, which the operator edited. */
  const editsOf = { last: '', between: '', removed: '' }

  beforeAll(async () => {
    operator = await idOf(xanthippa.email, 'OPERATOR')
    party = await idOf(ysoldina.email, 'PARTY')
    const open = async (login: 'OPERATOR' | 'PARTY', email: string, touchpoint: string) => ({
      touchpoint,
      ...(await issueSession(server.database, { login, email, touchpoint })),
    })
    const own = await open('OPERATOR', xanthippa.email, 'desk')
    const ofParty = await open('PARTY', ysoldina.email, 'web')
    sessions = [own, ofParty]
    const ofIssuer = `insert into sessions (token_hash, touchpoint_code, person_id, origin, issuer, subject, sid)
      values ('\\x01', 'desk', $1, 'ISSUER', 'https://issuer.example', 'sub-of-xanthippa', 'sid-of-xanthippa')`
    await sql(server.database, ofIssuer, [operator])
    await sql(
      server.database,
      `insert into audit_events (actor_id, touchpoint_code, action, target, changes) values
        (null, null, 'CONFIGURED', $1, '[{"path": ["email"], "from": "old.Quarzmann@example.com", "to": "x.quarzmann@example.com"}, {"path": ["firstname"], "from": "Xanthippa Q", "to": "Xanthippa"}]'),
        (null, null, 'CONFIGURED', 'group:Erasers', $2)`,
      [`person:${operator}`, JSON.stringify([{ path: ['members', `person:${operator}`], from: null, to: true }])],
    )
    const endpoints = `insert into webhook_endpoints (url, description, person_id, touchpoint_code, filter, state, position, position_case_id, position_version)
      select 'https://example.com/', '', unnest(array[$1::bigint, (select id from persons where email = 'olga@example.com')]), 'desk', '{}', 'DISABLED', 0, 0, 0`
    await sql(server.database, endpoints, [operator])
    const read = 'insert into case_reads (case_id, person_id, version) values (1001, $1, 1)'
    await sql(server.database, read, [operator])
    const present = 'insert into case_presences (case_id, person_id, writes, noted_at) values (1001, $1, true, now())'
    await sql(server.database, present, [operator])
    const change = (mutation: string, input: object, caller: Credentials) =>
      graphqlData<{ result: { problems?: object[]; comments?: { id: string }[] } }>(
        server.url,
        `mutation ($input: ${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!) {
          result: ${mutation}(input: $input) { __typename ... on MutationError { problems { message } } ${mutation === 'addComments' ? '... on AddCommentsPayload { comments { id } }' : ''} }
        }`,
        { input },
        caller,
      ).then(({ result }) => {
        expect(result.problems).toBeUndefined()
        return result
      })
    const comment = async (text: string, caller: Credentials, internal = false) => {
      const input = { caseInstanceId: '8001', comments: [{ text, internal }], idempotencyKey: `key of ${text}` }
      return (await change('addComments', input, caller)).comments![0]!.id
    }
    const edited = await comment('The zebrafish swims', own)
    await change('editComment', { commentId: edited, text: 'The wolverine runs' }, own)
    await change('removeComment', { commentId: await comment('Another zebrafish', own) }, olga)
    await comment('An internal zebrafish', own, true)
    await change('editComment', { commentId: await comment('My aardvark', ofParty), text: 'My narwhal' }, olga)
    await comment('A comment that stays', olga)
    const edit = (commentId: string, text: string, caller: Credentials) =>
      change('editComment', { commentId, text }, caller)
    for (const name of ['last', 'between', 'removed'] as const) {
      const commentId = await comment(`First text, ${name}`, olga)
      await edit(commentId, `A quetzal, ${name}`, own)
      await edit(commentId, `Another quetzal, ${name}`, own)
      editsOf[name] = commentId
    }
    await edit(editsOf.between, 'Third text, between', omar)
    await change('removeComment', { commentId: editsOf.removed }, omar)
    for (const email of [xanthippa.email, 'olga@example.com', xanthippa.email.toLowerCase()]) {
      await change('assignCase', { caseInstanceId: '8001', email }, own)
    }
    const add = `insert into idempotency_keys (token_hash, key, request_hash, problems, answer, created_at) values
        ('\\xff', 'one', '\\x00', $1, null, now()), ('\\xff', 'two', '\\x00', null, $2, now()),
        ('\\xff', 'of x.quarzmann@example.com', '\\x00', null, '{}', now())`
    await sql(server.database, add, [
      JSON.stringify([{ code: 'invalidId', message: 'Not X.Quarzmann@example.com', path: [] }]),
      JSON.stringify({ changes: [{ path: ['firstname'], from: null, to: 'Xanthippa' }] }),
    ])
  })

  test('is for admins', async () => {
    for (const caller of [olga, pedro, carla]) {
      expect(await erase(operator, { caller })).toBe('FORBIDDEN')
      expect((await eraseOverRest(`${operator}/erasure`, caller)).status).toBe(403)
    }
  })

  test('exports all that is stored about a person to admins only', async () => {
    for (const caller of [olga, pedro, carla]) {
      for (const id of [operator, 999_999]) expect((await get(`persons/${id}/export`, caller)).status).toBe(403)
    }
    for (const id of ['999999', 'x', 'person:x']) expect((await get(`persons/${id}/export`, ada)).status).toBe(404)
    const exported = await get(`persons/person:${operator}/export`, ada)
    expect(exported.headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="person-${operator}.json"`,
      'cache-control': 'no-store',
    })
    const file = JSON.parse(exported.body)
    const own = exported.body.toLowerCase()
    expect(operatorTraces.filter((trace) => !own.includes(trace))).toEqual([])
    expect(file.person).toMatchObject({ ...xanthippa, typeCodes: ['QUESTION'], groupNames: ['Erasers'] })
    expect(file.sessions).toHaveLength(2)
    expect(file.idempotencyKeys).toHaveLength(3)
    const endpoint = { url: 'https://example.com/', description: '', touchpointCode: 'desk' }
    const any = { id: expect.stringMatching(/^endpoint:\d+$/), createdAt: expect.any(String) }
    expect(file.webhookEndpoints).toEqual([{ ...endpoint, ...any }])
    expect(file.auditEvents.at(-1)).toMatchObject({ action: 'PERSON_EXPORTED', byPerson: false })
    const created = file.auditEvents.filter(({ action }: { action: string }) => action === 'SESSION_CREATED')
    expect(created).toMatchObject([{ target: expect.stringMatching(/^session:/), byPerson: false }])
    expect(file.cases).toMatchObject([
      { id: 8001, isParty: false, isAssignee: true, caseData: null },
      { id: 8002, comments: [{ text: 'An imported okapi' }], events: [{ byPerson: false }, { byPerson: false }] },
      { id: 8003, isAssignee: true, events: [] },
    ])
    expect(file.cases[0].comments).toMatchObject([
      { text: 'The wolverine runs', earlierTexts: ['The zebrafish swims'], removed: false },
      { text: 'Another zebrafish', removed: true },
      { text: 'An internal zebrafish', internal: true },
    ])
    const ofParty = JSON.parse((await get(`persons/${party}/export`, ada)).body)
    expect(ofParty.cases).toMatchObject([{ id: 8001, isParty: true, caseData: {} }, { id: 8002 }, { id: 8003 }])
    expect(ofParty.cases[0].comments).toMatchObject([{ text: 'My narwhal', earlierTexts: ['My aardvark'] }])
  })

  test('rejects unknown persons, operators with open cases and the last admin', async () => {
    for (const id of ['person:999999', 'person:x', 'case:1', ''])
      expect(await erase(id)).toMatchObject({ code: 'invalidId' })
    expect(await erase(operator)).toMatchObject({ code: 'inUse', problems: [{ path: ['personId'] }] })
    expect(await erase(await idOf('ada@example.com', 'ADMIN'))).toMatchObject({ code: 'inUse' })
    await graphqlData(
      server.url,
      `mutation { unassignCase(input: { caseInstanceId: "8001" }) { __typename } }`,
      {},
      olga,
    )
  })

  test('counts the cases and writes nothing in a dry run', async () => {
    const before = await dumpRows(server.database)
    expect(await erase(operator, { dryRun: true })).toMatchObject({ cases: 3 })
    expect(JSON.parse((await eraseOverRest(`${party}/erasure?dryRun=true`)).body)).toMatchObject({ cases: 3 })
    expect(await dumpRows(server.database)).toBe(before)
    for (const trace of traces) expect(before.toLowerCase()).toContain(trace)
  })

  test('leaves nothing in the database', async () => {
    const versions = await sql(server.database, 'select id, version, updated_at from cases order by id')
    expect(await erase(operator)).toMatchObject({ cases: 3, context: { simpleProfile: { firstname: 'Ada' } } })
    expect((await eraseOverRest(`person:${party}/erasure`)).status).toBe(200)
    expect(await sql(server.database, 'select id, version, updated_at from cases order by id')).toEqual(versions)
    const rows = (await dumpRows(server.database)).toLowerCase().split('\n')
    const encoded = traces.map((trace) => Buffer.from(trace))
    const bytes = encoded.flatMap((each) => [each.toString('hex'), each.toString('base64').toLowerCase()])
    const forms = [...traces, ...bytes]
    expect(rows.filter((row) => forms.some((form) => row.includes(form)))).toEqual([])
    expect(rows.join()).toContain('a comment that stays')
    const viewing = 'select person_id from case_reads union select person_id from case_presences'
    expect(await sql(server.database, viewing)).toEqual([])
    const statistics = await sql<{ text: string }>(server.database, 'select s::text as text from pg_stats s')
    const sampled = statistics.map(({ text }) => text.toLowerCase())
    expect(sampled.filter((text) => traces.some((trace) => text.includes(trace)))).toEqual([])
  })

  test('ends the sessions', async () => {
    for (const caller of sessions) {
      const { errors } = await graphql(other.url, '{ viewer { email } }', {}, caller)
      expect(errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
    }
  })

  test('leaves nothing in answers and logs', async () => {
    const query = `query ($search: String!) {
      cases(first: 20) { nodes { id party { firstname email } assignee { firstname email }
        comments(first: 10) { nodes { text author { firstname email } editedAt } } } }
      found: cases(filter: { text: $search }, first: 1) { totalCount }
    }`
    const asOf = `query ($time: DateTime!, $id: ID!) {
      case(id: $id, asOf: $time) { version assignee { email } comments(first: 20) { nodes { text } } history(first: 20) { nodes { changes { from to } } } }
    }`
    for (const url of [server.url, other.url]) {
      const answers: string[] = []
      for (const caller of [olga, omar, pedro, carla, ada]) {
        answers.push(JSON.stringify(await graphql(url, query, { search: 'zebrafi' }, caller)))
        for (const path of words`
          cases?first=50 cases/8001 cases/8001/history?first=50 cases/8001/comments?first=50 operators viewer
        `) {
          answers.push((await sendRaw(url, { path: `/api/v4/${path}`, headers: credentialHeaders(caller) })).body)
        }
      }
      const reading = 'select case_id, at from case_events where case_id between 8001 and 8003'
      for (const { at, caseId } of await sql<{ at: Date; caseId: string }>(server.database, reading)) {
        const past = await graphqlData<{ case: object | null }>(url, asOf, { id: `${caseId}`, time: new Date(at) })
        expect(past.case).not.toBeNull()
        answers.push(JSON.stringify(past))
      }
      expect(answers[0]).toContain('"found":{"totalCount":0}')
      for (const id of [operator, party]) answers.push((await get(`persons/${id}/export`, ada)).body)
      const all = answers.join('\n').toLowerCase()
      expect(all).toContain('a comment that stays')
      expect(traces.filter((trace) => all.includes(trace))).toEqual([])
    }
    const log = [...server.log, ...other.log].join('\n').toLowerCase()
    expect(traces.filter((trace) => log.includes(trace))).toEqual([])
  })

  test('removes the texts with which the operator replaced those of others, and leaves theirs', async () => {
    interface Texts {
      case: {
        comments: { nodes: { id: string; text: string }[] }
        history: { nodes: { id: string; changes: { path: string[]; from: unknown; to: unknown }[] }[] }
      }
    }
    const at = async (version?: number) => {
      const asked = 'select at from case_events where case_id = 8001 and version <= $1 order by version desc limit 1'
      const [event] = await sql<{ at: Date }>(server.database, asked, [version ?? 999])
      const { comments, history } = (
        await graphqlData<Texts>(
          server.url,
          `query ($time: DateTime) { case(id: "8001", asOf: $time) {
            comments(first: 50) { nodes { id text } } history(first: 50) { nodes { id changes { path from to } } }
          } }`,
          { time: version === undefined ? null : event!.at },
        )
      ).case
      const textOf = (id: string) => comments.nodes.find((comment) => comment.id === id)?.text
      return { textOf, eventsOf: (id: string) => history.nodes.filter(({ changes }) => changes[0]?.path[1] === id) }
    }
    const now = await at()
    const versions = Object.entries(editsOf).map(([name, id]) => {
      const events = now.eventsOf(id)
      const [first, ...others] = events.map(({ changes }) => [changes[0]!.from, changes[0]!.to])
      expect(first).toEqual([`First text, ${name}`, null])
      const later = { last: [], between: ['Third text, between'], removed: [null] }[name]!
      expect(others).toEqual([null, ...later].map((to) => [null, to]))
      return { name, id, edits: events.map((event) => Number(event.id.split(':')[2])) }
    })
    for (const { name, id, edits } of versions) {
      expect(now.textOf(id)).toBe(name === 'between' ? 'Third text, between' : undefined)
      expect((await at(edits[0]! - 1)).textOf(id)).toBe(`First text, ${name}`)
      expect((await at(edits[1])).textOf(id)).toBe(name === 'between' ? '' : undefined)
    }
  })

  test('leaves nothing in an export, which another database accepts', async () => {
    const { text } = await writtenText((output) => exportData(server.database, output, { withHistory: true }))
    const file = text.toLowerCase()
    expect(traces.filter((trace) => file.includes(trace))).toEqual([])
    const copy = await emptyDatabase()
    await importData(copy, JSON.parse(text))
    const stored = 'select case_id, version, position, text, removed_version from case_comments order by 1, 2, 3'
    expect(await sql(copy, stored)).toEqual(await sql(server.database, stored))
  })

  test('can be repeated, and changes nothing', async () => {
    const before = await dumpRows(server.database)
    expect(await erase(operator)).toMatchObject({ cases: 3 })
    expect(await dumpRows(server.database)).toBe(before)
    expect(await erase(operator, { dryRun: true })).toMatchObject({ cases: 3 })
  })

  test('is an audit event without personal data', async () => {
    const selection = `select target, changes from audit_events where action = 'PERSON_ERASED' order by id`
    const events = await sql(server.database, selection)
    expect(events).toEqual([operator, party].map((id) => ({ target: `person:${id}`, changes: [] })))
  })

  test('lets the address register again', async () => {
    await importData(server.database, { operators: [xanthippa] })
    expect(await idOf(xanthippa.email, 'OPERATOR')).not.toBe(operator)
  })
})

const storeUrl = () => urlOf(server.database)

// The command line cannot open the embedded store of the server.
describe.runIf(databaseKind === 'postgresql')('casegate person', () => {
  const casegate = (...args: string[]) => runInProcess(['person', ...args], { DATABASE_URL: storeUrl()! })

  test('exports and erases a person by ID or address', async () => {
    // The first name is a word, too.
    const zacharias = { email: 'zacharias@example.com', firstname: 'One' }
    const problems = JSON.stringify([{ code: 'InvalidName', message: 'status must be one of: New, Open.', path: [] }])
    const insertion = `insert into idempotency_keys (token_hash, key, request_hash, problems, created_at) values ('\\xff', 'word', '\\x00', $1, now())`
    await sql(server.database, insertion, [problems])
    await importData(server.database, { parties: [zacharias], cases: [caseOf(8101, { partyEmail: zacharias.email })] })
    const id = `person:${await idOf(zacharias.email, 'PARTY')}`
    const named = ['--login', 'party', '--email', 'ZACHARIAS@example.com']
    const exported = await casegate('export', ...named)
    expect([exported.code, exported.stderr]).toEqual([0, ''])
    expect(JSON.parse(exported.stdout)).toMatchObject({ person: { id, ...zacharias }, cases: [{ id: 8101 }] })
    const dryRun = await casegate('erase', id, '--dry-run', '--json')
    expect(JSON.parse(dryRun.stdout)).toEqual({ id, cases: 1, dryRun: true })
    expect((await casegate('erase', ...named)).stdout).toBe(`Erased ${id}, who took part in 1 case.\n`)
    expect((await casegate('erase', id.slice(7))).code).toBe(0)
    const word = `select problems from idempotency_keys where key = 'word'`
    expect(await sql(server.database, word)).toEqual([{ problems }])
    expect((await casegate('export', id)).stdout.toLowerCase()).not.toContain('zacharias')
    const wanted = `select actor_id, action from audit_events where target = $1 and action <> 'CONFIGURED' order by id`
    expect(await sql(server.database, wanted, [id])).toEqual(
      ['PERSON_EXPORTED', 'PERSON_ERASED', 'PERSON_EXPORTED'].map((action) => ({ actorId: null, action })),
    )
  })

  test('explains what is wrong', async () => {
    const named = ['--login', 'party', '--email', 'nobody@example.com']
    for (const args of [
      ['erase', 'x'],
      ['erase', 'person:999999'],
      ['export', '999999'],
      ['erase', ...named],
    ]) {
      const { code, stdout, stderr } = await casegate(...args)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^.+\.\n$/)
    }
    for (const args of [['erase'], ['export', '1', ...named]]) expect((await casegate(...args)).code).toBe(2)
  })
})

test('an erased person waits for nothing, and operators see no address', async () => {
  const email = 'waiting@example.com'
  await importData(server.database, { parties: [{ email, firstname: 'Wanda' }] })
  const id = await server.addCase({ partyEmail: email, comments: [{ text: 'Hello?', authorEmail: email }] })
  const read = async (caller: Credentials) => {
    const document = `{ case(id: ${id}) { customerWaitingSince version party { firstname email } } }`
    return (await graphql<{ case: object }>(server.url, document, {}, caller)).data!.case
  }
  expect(await read(olga)).toMatchObject({ customerWaitingSince: expect.any(String), party: { email } })
  await erase(await idOf(email, 'PARTY'))
  const party = { firstname: 'Erased', email: null }
  expect(await read(olga)).toEqual({ customerWaitingSince: null, version: 1, party })
  expect(JSON.parse((await get('persons?search=erased', ada)).body).persons).toContainEqual(
    expect.objectContaining({ firstname: 'Erased', email: expect.stringMatching(/@erased\.invalid$/) }),
  )
})
