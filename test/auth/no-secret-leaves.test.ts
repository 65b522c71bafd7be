import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TestIssuer } from '../support/issuer/issuer.ts'
import { type RawResponse, type RawRequest, sendRaw } from '../support/requests/http.ts'
import { needsOneProcess } from '../support/server/load-balanced.ts'
import { sql } from '../support/database/database.ts'
import { credentialHeaders, type Credentials, olga } from '../support/requests/credentials.ts'
import { useServer } from '../support/server/server.ts'

// Markers that cannot occur in a time, port or id.
const mark = 'qvxzj'
const dataMark = 'wqkzv'
const number = 90817263.25
const marta: Credentials = { token: `tokén-of-märta-${mark}`, touchpoint: 'desk' }
const data = {
  sessions: [{ token: marta.token, touchpointCode: 'desk', login: 'OPERATOR', email: 'olga@example.com' }],
  types: [
    {
      code: 'REFUND',
      name: 'Refund',
      fields: [
        { name: 'amount', label: 'Amount', kind: 'DECIMAL' },
        { name: 'invoiceCount', label: 'Invoices', kind: 'INTEGER' },
        { name: 'goodwill', label: 'Goodwill', kind: 'BOOLEAN' },
      ],
    },
  ],
}
const issuer = await TestIssuer.start()
afterAll(() => issuer.stop())
const server = useServer({ data, env: { ...issuer.env, METRICS_PORT: '0' } })
const limits = { RATE_LIMIT: 'on', RATE_LIMIT_SESSION: '1', RATE_LIMIT_TOUCHPOINT: '1', RATE_LIMIT_ADDRESS: '1' }
const limited = useServer({ data, env: { ...issuer.env, ...limits } })

/** The token as it is sent, and reversed. */
const forms = [marta.token, Buffer.from(marta.token).toString('latin1'), encodeURIComponent(marta.token)].flatMap(
  (text) => [text, Buffer.from(text).toString('base64'), Buffer.from(text).toString('hex')],
)
const hasToken = (text: string) => text.includes(mark) || forms.some((form) => text.includes(form))
let lastId = 0
const withId = (request: RawRequest) => {
  const requestId = `leak-${++lastId}`
  return { requestId, request: { ...request, headers: { ...request.headers, 'x-request-id': requestId } } }
}

const sent = new Map<typeof server, Set<string>>([server, limited].map((of) => [of, new Set()]))

function send(of: typeof server, unnamed: RawRequest): Promise<RawResponse> {
  const { requestId, request } = withId(unnamed)
  sent.get(of)?.add(requestId)
  return sendRaw(of.url, request)
}

/** Everything that was logged, once every request has its line. */
async function wholeLog(): Promise<string[]> {
  for (const [of, ids] of sent) {
    const logged = () =>
      of.log.filter((line) => line.includes('"msg":"request"')).map((line) => JSON.parse(line).requestId)
    await expect.poll(() => ids.difference(new Set(logged())).size).toBe(0)
  }
  return [...server.log, ...limited.log]
}

const json = { 'content-type': 'application/json', accept: 'application/json' }
const token = encodeURIComponent(marta.token)
const escapedToken = [...Buffer.from(marta.token)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

const update = (text: string, amount: unknown = number) => ({
  categoryCode: 'BILLING',
  typeCode: 'REFUND',
  comments: [text],
  caseData: { amount, invoiceCount: 1, goodwill: true },
})
const document = `mutation ($input: UpdateCaseInput!) { updateCase(input: $input) { __typename } }`
const overGraphql = (input: object, query = document, extra: object = {}) =>
  JSON.stringify({ query, variables: { input: { caseInstanceId: '1001', ...input } }, ...extra })
const graphqlUpdate = (text: string, extra: object = {}) =>
  overGraphql({ ...update(text), comments: [{ text }] }, document, extra)

/** Requests of every kind and outcome, to which the token is added. */
const requests: [string, string, string?][] = [
  ['PUT', '/api/v4/cases/1001', JSON.stringify(update('Fine.'))],
  ['PUT', '/api/v4/cases/1001', '{}'],
  ['PUT', '/api/v4/cases/1001', '{'],
  ['PUT', '/api/v4/cases/1001', '[]'],
  ['PUT', '/api/v4/cases/1001', 'x'.repeat(300_000)],
  ['PUT', '/api/v4/cases/0', '{}'],
  ['PUT', '/api/v4/cases/1001/assignment', '{}'],
  ['POST', '/api/v4/cases/1001', '{}'],
  ['GET', '/api/v4/cases/typecategory'],
  ['GET', '/api/v4/cases/typecategory?visibility=none'],
  ['GET', '/api/v4/nothing'],
  ['GET', '/nothing'],
  ['GET', '/graphql'],
  ['DELETE', '/graphql'],
  ['OPTIONS', '/graphql'],
  ['TRACE', '/graphql'],
  ['GET', '/livez'],
  ['POST', '/graphql', graphqlUpdate('Fine.')],
  ['POST', '/graphql', graphqlUpdate('Fine.', { extensions: {} })],
  ['POST', '/graphql', JSON.stringify({ query: '{ caseTypeCategories { caseTypeCode } }' })],
  ['POST', '/graphql', '{"query":"{ viewer { email } cases { nodes { id } } operators { nodes { id } } }"}'],
  ['POST', '/graphql', JSON.stringify({ query: 'mutation { takeNextCase(input: {}) { __typename } }' })],
  ['POST', '/graphql', JSON.stringify({ query: '{' })],
  ['POST', '/graphql', '{'],
]

describe('a token is in no response and no log line', () => {
  const sendAll = async (place: (method: string, path: string, body: string) => RawRequest, servers = [server]) => {
    const statuses = new Set<number>()
    for (const of of servers) {
      for (const [method, path, body = ''] of requests) {
        const answer = await send(of, place(method, path, body))
        statuses.add(answer.status)
        expect(hasToken(JSON.stringify(answer)), `${method} ${path}`).toBe(false)
      }
    }
    for (const line of await wholeLog()) expect(hasToken(line), line).toBe(false)
    return statuses
  }
  const query = (path: string, more: string) => `${path}${path.includes('?') ? '&' : '?'}${more}`

  test('when it is sent in headers', async () => {
    const headers = { ...json, ...credentialHeaders(marta), authorization: `Basic ${mark}`, cookie: `token=${mark}` }
    const statuses = await sendAll((method, path, body) => ({ method, path, headers, body }), [server, limited])
    for (const status of [200, 201, 400, 404, 405, 413]) expect(statuses).toContain(status)
  })

  test('when it is sent with a wrong touchpoint, media type or encoding', async () => {
    const wrong = { ...json, ...credentialHeaders({ ...marta, touchpoint: 'web' }) }
    expect(await sendAll((method, path, body) => ({ method, path, headers: wrong, body }))).toContain(401)
    const form = { ...credentialHeaders(marta), 'content-type': `text/plain; charset=${mark}` }
    expect(await sendAll((method, path, body) => ({ method, path, headers: form, body }))).toContain(415)
  })

  test('when it is sent in the query string', async () => {
    const own = `touchpoint=desk&token=${token}`
    const statuses = await sendAll((method, path, body) => ({ method, path: query(path, own), headers: json, body }))
    expect(statuses).toContain(201)
    const twice = { ...json, ...credentialHeaders(olga) }
    await sendAll((method, path, body) => ({ method, path: query(path, own), headers: twice, body }))
    const asFilter = `visibility=${token}&${token}=1`
    await sendAll((method, path, body) => ({ method, path: query(path, asFilter), headers: json, body }))
  })

  test('when it is sent in the path, encoded or not', async () => {
    needsOneProcess('sends what load balancers reject or change')
    const headers = { ...json, ...credentialHeaders(marta) }
    const inPath = (pathOf: (path: string) => string) =>
      sendAll((method, path, body) => ({ method, path: pathOf(path), headers, body }))
    const encoded = [`%3Ftoken=${token}`, `;token=${token}`, `/${escapedToken}`]
    for (const place of [...encoded, `/../${token}`, `//${mark}`, `%00${mark}`, `#${mark}`]) {
      await inPath((path) => `${path}${place}`)
    }
    await inPath(() => `/api/v4/cases/${escapedToken}`)
    expect(await inPath((path) => `http://${mark}.example${path}`)).toContain(404)
  })

  test('when the request is aborted', async () => {
    const { hostname, port } = new URL(server.url)
    const { requestId, request } = withId({ path: '', headers: { ...json, ...credentialHeaders(marta) } })
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const lines = Object.entries({ host: 'x', 'content-length': 100, expect: '100-continue', ...request.headers })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(Buffer.from(`PUT /api/v4/cases/1001?token=${token} HTTP/1.1\r\n${head}\r\n`, 'latin1'))
    await once(socket, 'data')
    socket.destroy()
    await expect.poll(() => server.log.some((line) => line.includes(requestId) && line.includes('aborted'))).toBe(true)
    for (const line of await wholeLog()) expect(hasToken(line), line).toBe(false)
  })

  test('when it is sent in a body or a document', async () => {
    const text = JSON.stringify(marta.token)
    const headers = { ...json, ...credentialHeaders(olga) }
    const documents = [
      `{ ${mark} }`,
      `${mark}`,
      `{ case(id: ${mark}) { id } }`,
      `{ case(id: ${text}) { id ${mark} } }`,
      `query { """${mark}`,
      `query ($input: ${mark}) { case(id: $input) { id } }`,
      `mutation { updateCase(input: { ${mark}: ${text} }) { __typename } }`,
      `{ case(id: "1001") { comments(first: ${text}) { edges { cursor } } } }`,
      `{ case(id: "1001") { comments(after: ${text}) { edges { cursor } } } }`,
    ]
    const bodies = [
      ...documents.map((query) => JSON.stringify({ query })),
      ...[
        { token: marta.token },
        { comments: marta.token },
        { status: marta.token, [mark]: [mark] },
        { comments: [{ text: {} }], x: mark },
      ].map((input) => overGraphql(input)),
      overGraphql({ caseInstanceId: marta.token }),
      overGraphql({ caseData: { [mark]: marta.token } }),
      JSON.stringify({ query: document, variables: mark }),
      JSON.stringify({ query: document, operationName: mark }),
      JSON.stringify([{ query: mark }]),
      `{"query": "${mark}`,
      `${mark}`,
    ]
    for (const accept of ['application/json', 'application/graphql-response+json', '*/*;q=0.1']) {
      for (const body of bodies)
        await send(server, { method: 'POST', path: '/graphql', headers: { ...headers, accept }, body })
    }
    for (const body of [
      ...bodies,
      JSON.stringify({ ...update(mark), status: marta.token, caseData: { [mark]: mark } }),
    ]) {
      await send(server, { method: 'PUT', path: '/api/v4/cases/1001', headers, body })
      await send(server, { method: 'PUT', path: '/api/v4/cases/1001/assignment', headers, body })
    }
    const asQuery = new URLSearchParams({ query: `{ ${mark} }`, variables: `{"${mark}": 1`, operationName: mark })
    await send(server, { path: `/graphql?${asQuery}`, headers })
    for (const line of await wholeLog()) expect(hasToken(line), line).toBe(false)
  })
})

describe('a secret, a JWT and a new token are in no log line, no metric, and no response but one', () => {
  const secret = `cgs_${mark}-of-the-desk`
  const subject = `sub-${mark}`
  const who = { client_id: 'desk', casegate_login: 'OPERATOR', email: `${mark}@example.com` }
  const claims = { sub: subject, sid: mark, ...who }
  const input = { login: 'OPERATOR', email: 'olga@example.com' }
  const create =
    'mutation ($input: CreateSessionInput!) { createSession(input: $input) { ... on CreateSessionPayload { token } } }'
  const logins: typeof requests = [
    ['POST', '/api/v4/sessions', JSON.stringify(input)],
    ['POST', '/api/v4/sessions', JSON.stringify({ ...input, email: 'nobody@example.com' })],
    ['POST', '/api/v4/sessions', JSON.stringify({ ...input, expiresIn: -1 })],
    ['POST', '/api/v4/sessions', '{'],
    ['POST', '/graphql', JSON.stringify({ query: create, variables: { input } })],
  ]

  beforeAll(async () => {
    for (const { database } of [server, limited]) {
      await sql(database, `update touchpoints set logins = '{OPERATOR}' where code = 'desk'`)
      await sql(
        database,
        `insert into touchpoint_secrets (touchpoint_code, secret_hash) values ('desk', sha256($1::text::bytea))`,
        [secret],
      )
      const updating = `update persons set subject = $1 where kind = 'OPERATOR' and email_key = $2`
      await sql(database, updating, [subject, input.email])
    }
  })

  /** Sends every request with these headers. `hidden` are texts besides the mark. Returns the statuses. */
  async function sendWith(headers: Record<string, string>, hidden: string[] = [], servers = [server]) {
    const statuses = new Set<number>()
    const all = [...hidden]
    const has = (text: string) => text.includes(mark) || all.some((each) => text.includes(each))
    for (const of of servers) {
      for (const [method, path, body = ''] of [...requests, ...logins]) {
        const answer = await send(of, { method, path, headers: { ...json, ...headers }, body })
        statuses.add(answer.status)
        expect(has(JSON.stringify(answer)), `${method} ${path}`).toBe(false)
        const token = /"token":"([\w-]+)"/.exec(answer.body)?.[1]
        if (token !== undefined) all.push(token)
      }
    }
    for (const line of await wholeLog()) expect(has(line), line).toBe(false)
    expect(has(await (await fetch(server.metricsUrl!)).text())).toBe(false)
    return statuses
  }
  const parts = (jwt: string) => jwt.split('.').filter((part) => part.length > 20)

  test('when a secret is right or wrong, or sent beside a token', async () => {
    const atDesk = { 'service-touchpoint': 'desk' }
    expect(await sendWith({ ...atDesk, 'service-secret': secret }, [], [server, limited])).toContain(201)
    expect(await sendWith({ ...atDesk, 'service-secret': `${secret}x` })).toContain(401)
    expect(await sendWith({ ...credentialHeaders(marta), 'service-secret': secret })).toContain(401)
    expect(await sendWith({ ...atDesk, 'service-token': secret })).toContain(401)
  })

  test('when a JWT is accepted, rejected, or sent beside a token', async () => {
    const accepted = await issuer.sign(claims)
    const rejected = [
      await issuer.sign({ ...claims, client_id: mark }),
      await issuer.sign(claims, { kid: mark }),
      `${accepted.split('.').slice(0, 2).join('.')}.${mark}`,
    ]
    expect(await sendWith({ authorization: `Bearer ${accepted}` }, parts(accepted), [server, limited])).toContain(201)
    for (const jwt of rejected) expect(await sendWith({ authorization: `Bearer ${jwt}` }, parts(jwt))).toContain(401)
    const beside = { ...credentialHeaders(olga), authorization: `Bearer ${accepted}` }
    expect(await sendWith(beside, parts(accepted))).toContain(401)
  })
})

describe('details of a row that PostgreSQL rejects are in no response and no log line', () => {
  const onComments = (name: string, body: string) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return new; end $$`,
    `create trigger ${name} before insert on case_comments for each row execute function ${name}()`,
  ]
  const undoTrigger = (name: string) => [`drop trigger ${name} on case_comments`, `drop function ${name}()`]
  const text = `A comment, ${dataMark}, ${mark}`

  const ways: [string, string[], string[]][] = [
    [
      'by a constraint',
      [`alter table case_comments add constraint broken check (text not like 'A comment, %')`],
      ['alter table case_comments drop constraint broken'],
    ],
    [
      'by a constraint on data',
      [`alter table cases add constraint broken check (case_data ->> 'amount' <> '${number}') not valid`],
      ['alter table cases drop constraint broken'],
    ],
    [
      'by a key',
      [
        `create unique index broken on case_comments (text) where text like 'A comment, %'`,
        `insert into case_comments (case_id, version, position, text, internal)
        select case_id, version, 9999, '${text}', true from case_events limit 1`,
      ],
      ['delete from case_comments where position = 9999', 'drop index broken'],
    ],
    ['for its type', onComments('broken', `perform new.text::int;`), undoTrigger('broken')],
    ['for the type of its data', onComments('broken', `perform to_jsonb(new)::text::date;`), undoTrigger('broken')],
    [
      'by a function',
      onComments(
        'broken',
        `raise exception 'no: %', new.text using detail = new.text, hint = new.text, column = new.text;`,
      ),
      undoTrigger('broken'),
    ],
    [
      'by a function that says to be a constraint',
      onComments(
        'broken',
        `raise check_violation using message = new.text, detail = new.text, constraint = new.text, table = new.text;`,
      ),
      undoTrigger('broken'),
    ],
  ]
  let undo: string[] = []
  afterEach(async () => {
    for (const command of undo.splice(0)) await sql(server.database, command)
  })
  let id: number
  beforeAll(async () => (id = await server.addCase()))

  test.each(ways)('%s', async (_how, commands, undoing) => {
    undo = undoing
    for (const command of commands) await sql(server.database, command)
    const headers = { ...json, ...credentialHeaders(marta) }
    const before = server.log.length
    const input = { ...update(text), comments: [{ text }], idempotencyKey: mark }
    const create = 'mutation ($input: CreateCaseInput!) { createCase(input: $input) { __typename } }'
    const several = `mutation ($inputs: [UpdateCaseInput!]!) {
      updateCases(inputs: $inputs) { ... on RejectedChange { errorCode message details } }
    }`
    const answers = [
      await send(server, { method: 'PUT', path: `/api/v4/cases/${id}`, headers, body: JSON.stringify(update(text)) }),
    ]
    for (const [query, variables] of [
      [document, { input: { caseInstanceId: `${id}`, ...update(text), comments: [{ text }] } }],
      [create, { input }],
      [several, { inputs: [{ caseInstanceId: `${id}`, ...input }, { caseInstanceId: '1' }] }],
    ] as const) {
      const body = JSON.stringify({ query, variables })
      answers.push(await send(server, { method: 'POST', path: '/graphql', headers, body }))
    }
    expect(answers.map(({ status }) => status)).toEqual([500, 200, 200, 200])
    for (const { body } of answers.slice(1)) expect(body).toContain('INTERNAL_SERVER_ERROR')
    await wholeLog()
    const failures = server.log.slice(before).filter((line) => line.includes('A request failed.'))
    expect(failures).toHaveLength(4)
    for (const line of [...server.log.slice(before), ...answers.map(({ body }) => body)]) {
      expect(line).not.toMatch(new RegExp(`${mark}|${dataMark}|A comment|${number}|90817263`))
    }
    // It does contain the location and the reason.
    for (const line of failures) {
      expect(JSON.parse(line)).toMatchObject({
        err: { code: expect.stringMatching(/^[0-9A-Z]{5}$/), stack: expect.stringMatching(/^at .*:\d+:\d+\)?$/m) },
      })
    }
  })

  test('and details of a missing table are limited to its name', async () => {
    undo = ['alter table lost_events rename to case_events']
    await sql(server.database, 'alter table case_events rename to lost_events')
    const before = server.log.length
    const headers = { ...json, ...credentialHeaders(marta) }
    await send(server, { method: 'PUT', path: `/api/v4/cases/${id}`, headers, body: JSON.stringify(update(text)) })
    await wholeLog()
    const [failure] = server.log.slice(before).filter((line) => line.includes('A request failed.'))
    expect(JSON.parse(failure ?? '')).toMatchObject({
      err: { code: '42P01', message: 'relation "case_events" does not exist' },
    })
    for (const line of server.log.slice(before)) expect(line).not.toMatch(new RegExp(`${mark}|${dataMark}|90817263`))
  })

  test('nor are those of a row with an invalid value that cannot be returned', async () => {
    const broken = await server.addCase()
    undo = [
      `update case_events set kind = 'UPDATED' where kind like 'BROKEN%'`,
      `alter table case_events add constraint case_events_kind_check check (kind in ('ASSIGNED', 'IMPORTED', 'UPDATED'))`,
    ]
    await sql(server.database, 'alter table case_events drop constraint case_events_kind_check')
    await sql(server.database, 'update case_events set kind = $1 where case_id = $2', [`BROKEN ${dataMark}`, broken])
    const before = server.log.length
    const body = JSON.stringify({ query: `{ case(id: ${broken}) { history { edges { node { kind } } } } }` })
    const headers = { ...json, ...credentialHeaders(marta) }
    const answer = await send(server, { method: 'POST', path: '/graphql', headers, body })
    expect(answer.body).toContain('INTERNAL_SERVER_ERROR')
    await wholeLog()
    const lines = server.log.slice(before)
    const failures = lines.filter((line) => line.includes('A request failed.'))
    expect(failures).toEqual([expect.stringContaining('coerceOutputValue')])
    for (const line of [...lines, answer.body]) expect(line).not.toMatch(new RegExp(`${mark}|${dataMark}`))
  })
})
