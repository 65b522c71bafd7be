import { parse } from 'graphql'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { issueSession } from '../../src/auth/sessions/command-sessions.ts'
import { routes as allRoutes } from '../../src/routes.ts'
import {
  invalidSessionData,
  invalidSessions,
  incompleteCredentials,
  revoked,
  type SentCredentials,
  unknown,
} from '../support/requests/invalid-credentials.ts'
import {
  type Credentials,
  carla,
  credentialHeaders,
  olga,
  omar,
  paula,
  pedro,
  pedroAtKiosk,
} from '../support/requests/credentials.ts'
import { recordStatements } from '../support/database/statement-recorder.ts'
import {
  highLimits,
  type SchemaDocument,
  schemaDocuments,
  wholeDocuments,
} from '../support/graphql/schema-documents.ts'
import { sampled } from '../support/sampled.ts'
import { sql } from '../support/database/database.ts'
import { type RawResponse, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

/** An admin, at a touchpoint that may modify the case. */
const ada: Credentials = { token: '', touchpoint: 'partner' }
const carlaAtPartner: Credentials = { token: 'carla at partner', touchpoint: 'partner' }
const data = {
  sessions: [
    ...invalidSessionData.sessions,
    { token: carlaAtPartner.token, touchpointCode: 'partner', login: 'CONSUMER', email: 'carla@example.com' },
  ],
}
const server = useServer({ data, env: { RATE_LIMIT: 'off' }, limits: highLimits })

/** Values with which every operation on the case succeeds for callers who may use it. */
const known = { categoryCode: 'NETWORK', typeCode: 'INCIDENT', code: 'INCIDENT', groupName: 'Field engineers' }
// createSession takes a secret instead of a session, and revokeSessions ends sessions: both have their own tests.
const isAboutSessions = (operation: string) => /^(create|revoke)Sessions?$/.test(operation)
const operations = wholeDocuments(known).filter(({ operation }) => !isAboutSessions(operation))
const routes = allRoutes.filter(({ operation }) => !isAboutSessions(operation))
/** Each field of a case alone, and each other operation with everything that it returns. */
const documents = [
  ...schemaDocuments(known).filter(({ operation }) => operation === 'case'),
  ...operations.filter(({ operation }) => operation !== 'case'),
]

/** Paula's case. Olga may change it too, and so may all operators and parties at the partner's touchpoint. */
let foreign: string
/** Ids of cases that do not exist. */
const absent = ['999999999', '0', '01', 'x', '9007199254740993', '-1']

beforeAll(async () => {
  const updating = `update sessions set revoked_at = now() where token_hash = sha256($1::text::bytea)`
  await sql(server.database, updating, [revoked.token])
  const insertion = `insert into persons (kind, email, email_key, firstname, active, blocked)
    values ('ADMIN', 'ada@example.com', 'ada@example.com', 'Ada', true, false)`
  await sql(server.database, insertion)
  const holder = { touchpoint: ada.touchpoint, login: 'ADMIN', email: 'ada@example.com' } as const
  ada.token = (await issueSession(server.database, holder)).token
  const comments = [{ text: 'Nobody else reads this.', authorEmail: 'paula@example.com' }]
  const caseData = { severity: 3, signalDbm: -97.25, lineDown: true }
  foreign = `${await server.addCase({ typeCode: 'INCIDENT', categoryCode: 'NETWORK', caseData, comments })}`
  // Loads what is shared by all callers, so that it does not count as a difference between them.
  await seen(request(operations[0]!.text(foreign), as(olga)))
})

let texts: string[]
beforeEach(() => (texts = recordStatements()))

type Sent = { method: string; path: string; headers: Record<string, string>; body?: string }

const as = (caller: Credentials): SentCredentials => ({ headers: credentialHeaders(caller), query: {} })

/** The document as an ordinary POST. */
function request(query: string, sent: SentCredentials, accept = 'application/json'): Sent {
  return {
    method: 'POST',
    path: `/graphql?${new URLSearchParams(sent.query)}`,
    headers: { ...sent.headers, 'content-type': 'application/json', accept },
    body: JSON.stringify({ query }),
  }
}

/** The document as a request with several media types. */
function unusualRequest(query: string, sent: SentCredentials): Sent {
  if (query.startsWith('mutation')) return request(query, sent, 'application/json;q=0.9, text/plain;q=0.1')
  const headers = { ...sent.headers, accept: 'application/json' }
  return { method: 'GET', path: `/graphql?${new URLSearchParams({ query, ...sent.query })}`, headers }
}

function restRequest(route: (typeof routes)[number], id: string, sent: SentCredentials): Sent {
  const ofCase = route.path.replace(':caseInstanceId', id).replace(':commentId', `comment:${id}:1:1`)
  const path = `${ofCase}?${new URLSearchParams(sent.query)}`
  if (route.method === 'GET') return { method: 'GET', path, headers: sent.headers }
  const headers = { ...sent.headers, 'content-type': 'application/json' }
  return {
    method: route.method,
    path,
    headers,
    body: JSON.stringify({ ...known, comments: ['x'], text: 'x', version: 1, kind: 'RELATED', intoCaseId: 1001 }),
  }
}

/** Everything that a caller can observe, and the statements that ran. A timer of the server removes expired rows meanwhile. */
async function seen(
  sent: Sent,
): Promise<{ answer: Pick<RawResponse, 'status' | 'body'> & { headers: object }; statements: string[] }> {
  texts?.splice(0)
  const { status, headers, body } = await sendRaw(server.url, sent)
  const { 'x-request-id': requestId, date: _, ...others } = headers
  const answer = { status, headers: others, body: body.replaceAll(String(requestId), 'the request id') }
  return { answer, statements: (texts ?? []).filter((text) => !text.includes('as removed from removed')) }
}

/** The response to each document, by its leaf field. */
async function answersTo(
  asked: readonly SchemaDocument[],
  id: string,
  sent: SentCredentials,
): Promise<Record<string, { body: string }>> {
  const answers = asked.map(async ({ leaf, text }) => [leaf, (await seen(request(text(id), sent))).answer] as const)
  return Object.fromEntries(await Promise.all(answers))
}

const operationOf = ({ document }: (typeof routes)[number]) => {
  const [definition] = parse(document).definitions
  const field = definition?.kind === 'OperationDefinition' ? definition.selectionSet.selections[0] : undefined
  const name = field?.kind === 'Field' ? field.name.value : ''
  return operations.find(({ operation }) => operation === name)!
}

test('every root field documents the logins that may use it', () => {
  const logins = Object.fromEntries(operations.map(({ operation, logins }) => [operation, logins]))
  for (const [operation, allowed] of Object.entries(logins)) expect(allowed, operation).not.toEqual([])
  expect(documents.length).toBeGreaterThan(60)
})

describe('an inaccessible case and a missing case cannot be distinguished', () => {
  const mayNot: [string, string, Credentials, number][] = [
    ['an operator', 'OPERATOR', omar, 0],
    ['a party', 'PARTY', pedro, 1],
    ['a party at another touchpoint', 'PARTY', pedroAtKiosk, 2],
    ['a consumer', 'CONSUMER', carla, 3],
    ['a consumer at a touchpoint that may modify the case', 'CONSUMER', carlaAtPartner, 4],
    ['an admin at a touchpoint that may modify the case', 'ADMIN', ada, 5],
  ]

  test.each(mayNot)('by %s, through any field of the schema', async (_who, login, caller, seed) => {
    const aboutCases = sampled(
      documents.filter(({ takesCase }) => takesCase),
      mayNot.length,
      seed,
    )
    const nothing = await answersTo(aboutCases, absent[0]!, as(caller))
    expect(await answersTo(aboutCases, foreign, as(caller)), login).toEqual(nothing)
  })

  test.each(mayNot)('by %s, as a GraphQL request or over REST, with any ID', async (_who, login, caller, seed) => {
    const ids = sampled(absent, mayNot.length, seed)
    for (const { leaf, text } of operations.filter((operation) => operation.takesCase)) {
      for (const ask of [request, unusualRequest]) {
        const secret = await seen(ask(text(foreign), as(caller)))
        expect(secret.statements, leaf).toHaveLength(1)
        for (const id of ids) expect(await seen(ask(text(id), as(caller))), `${leaf} ${id}`).toEqual(secret)
      }
    }
    for (const route of routes.filter((each) => !each.receive && operationOf(each).takesCase)) {
      const secret = await seen(restRequest(route, foreign, as(caller)))
      const refused = route.requireLogin && login !== 'OPERATOR' ? 403 : 400
      expect(secret.answer.status).toBe(route.method === 'GET' ? 404 : refused)
      for (const id of ids) expect(await seen(restRequest(route, id, as(caller)))).toEqual(secret)
    }
  })

  test("by the case's own party, through fields for operators", async () => {
    const others = documents.filter(({ takesCase, logins }) => takesCase && !logins.includes('PARTY'))
    expect(others.length).toBeGreaterThan(0)
    expect(await answersTo(others, foreign, as(paula))).toEqual(await answersTo(others, absent[0]!, as(paula)))
  })

  test('but can be by callers who may change it, through every field', async () => {
    const aboutCases = documents.filter(({ takesCase }) => takesCase)
    const nothing = await answersTo(aboutCases, absent[0]!, as(olga))
    // One after another: the comment is removed after it has been edited.
    for (const { leaf, text } of aboutCases) {
      const { answer } = await seen(request(text(foreign), as(olga)))
      expect(answer, leaf).not.toEqual(nothing[leaf])
    }
  })
})

describe('a field that does not concern a case', () => {
  const byLogin = { OPERATOR: olga, PARTY: paula, CONSUMER: carla, ADMIN: ada }

  test('is allowed only for the logins in its description', async () => {
    // What takes the ID of an endpoint returns null without it: manage-webhooks.test.ts sends one.
    const others = documents.filter(({ takesCase, operation }) => !takesCase && operation !== 'webhookEndpoint')
    for (const { leaf, operation, logins, text } of others) {
      for (const [login, caller] of Object.entries(byLogin)) {
        const { answer } = await seen(request(text(''), as(caller)))
        const { data: given, errors } = JSON.parse(answer.body) as {
          data: Record<string, unknown>
          errors?: { extensions: object }[]
        }
        const isOpen = logins.includes(login)
        expect([given[operation] === null, errors?.map(({ extensions }) => extensions)], `${leaf} ${login}`).toEqual(
          isOpen ? [false, undefined] : [true, [{ code: 'FORBIDDEN' }]],
        )
      }
    }
  })
})

/** A request for each operation in both forms of GraphQL requests, and for each route. */
const requests = [
  ...operations.flatMap(({ leaf, takesCase, text }) =>
    [request, unusualRequest].map((ask) => ({
      what: `${leaf} through ${ask.name}`,
      takesCase,
      ask: (id: string, sent: SentCredentials) => ask(text(id), sent),
    })),
  ),
  ...routes.map((route) => ({
    what: `${route.method} ${route.path}`,
    takesCase: route.path.includes(':caseInstanceId'),
    ask: (id: string, sent: SentCredentials) => restRequest(route, id, sent),
  })),
]

describe('a caller without a valid session', () => {
  let strangers: Record<string, { body: string }>
  let toStrangers: Awaited<ReturnType<typeof seen>>[]
  beforeAll(async () => (strangers = await answersTo(documents, foreign, unknown)))
  beforeEach(async () => {
    if (toStrangers) return
    toStrangers = []
    for (const { ask } of requests) toStrangers.push(await seen(ask(foreign, unknown)))
  })

  test('that is unknown gets 401 over REST', () => {
    expect(toStrangers.slice(-routes.length).map(({ answer }) => answer.status)).toEqual(routes.map(() => 401))
  })

  test.each(Object.entries(invalidSessions))(
    'with a session that is %s is told what an unknown one is',
    async (_what, bad) => {
      for (const { body } of Object.values(strangers)) expect(body).toContain('"code":"UNAUTHENTICATED"')
      const asked = sampled(documents, 6, Object.values(invalidSessions).indexOf(bad))
      expect(strangers).toMatchObject(await answersTo(asked, foreign, bad))
    },
  )

  test.each(Object.entries({ ...invalidSessions, ...incompleteCredentials }))(
    '(%s) learns nothing of cases over either face',
    async (what, bad) => {
      const seed = Object.keys({ ...invalidSessions, ...incompleteCredentials }).indexOf(what)
      for (const [index, { what: asked, ask, takesCase }] of sampled([...requests.entries()], 6, seed)) {
        const { answer, statements } = await seen(ask(foreign, bad))
        const stranger = toStrangers[index]!
        expect(answer, asked).toEqual(stranger.answer)
        expect(stranger.statements, asked).toHaveLength(1)
        expect(statements, asked).toEqual(what in incompleteCredentials ? [] : stranger.statements)
        expect(takesCase ? (await seen(ask(absent[0]!, bad))).answer : answer, asked).toEqual(answer)
      }
    },
  )
})
