import { beforeAll, describe, expect, test } from 'vitest'
import { issueSession, revokeSessionsById } from '../../src/auth/sessions/command-sessions.ts'
import type { Database } from '../../src/database/database.ts'
import { demoStore } from '../support/database/stores.ts'
import { databaseKind, freshDatabase, openUntilEnd, sql } from '../support/database/database.ts'
import { credentialHeaders, type Credentials } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { startServe } from '../support/server/process.ts'
import { useServer } from '../support/server/server.ts'

let store: Record<string, string>
const server = useServer({
  async database(): Promise<Database> {
    if (databaseKind === 'embedded') return freshDatabase()
    store = await demoStore()
    return openUntilEnd(store['DATABASE_URL']!, { poolSize: 4 })
  },
})

/** The server in this process and, if the store allows it, another one on the same database. */
const urls: string[] = []
beforeAll(async () => {
  urls.push(server.url)
  if (databaseKind === 'postgresql') urls.push(await startServe(store).url)
})

const login = 'PARTY' as const
const olgaAtDesk = { touchpoint: 'desk', login: 'OPERATOR', email: 'olga@example.com' } as const
const body = JSON.stringify({ categoryCode: 'BILLING', typeCode: 'REFUND' })
const query = JSON.stringify({ query: '{ case(id: "1001") { id } }' })

/** Each server's responses to an update over REST and to a query over GraphQL. */
async function answers(caller: Credentials): Promise<[number, boolean][]> {
  const headers = { ...credentialHeaders(caller), 'content-type': 'application/json', accept: 'application/json' }
  return Promise.all(
    urls.map(async (url): Promise<[number, boolean]> => {
      const rest = await sendRaw(url, { method: 'PUT', path: '/api/v4/cases/1001', headers, body })
      const graphql = await sendRaw(url, { method: 'POST', path: '/graphql', headers, body: query })
      return [rest.status, graphql.body.includes('UNAUTHENTICATED')]
    }),
  )
}

const letIn = () => urls.map(() => [201, false])
const refused = () => urls.map(() => [401, true])

describe('a session that was accepted is rejected by every server on the next request', () => {
  const nobody = 'select where $1::text is null'
  const ends: [string, string, string?][] = [
    ['expired', 'update sessions set expires_at = now() where id = $1'],
    ['moved to another touchpoint', `update sessions set touchpoint_code = 'web' where id = $1`],
    ['deleted', 'delete from sessions where id = $1'],
    [
      "its person's, who is blocked",
      'update persons set blocked = true where id = (select person_id from sessions where id = $1)',
      'update persons set blocked = false where blocked and email_key = $1',
    ],
    [
      "its person's, who is inactive",
      'update persons set active = false where id = (select person_id from sessions where id = $1)',
      'update persons set active = true where not active and email_key = $1',
    ],
  ]

  test.each(ends)('when it is %s', async (_why, end, undo = nobody) => {
    const session = await issueSession(server.database, olgaAtDesk)
    const caller = { touchpoint: 'desk', token: session.token }
    expect(await answers(caller)).toEqual(letIn())
    await sql(server.database, end, [session.id])
    expect(await answers(caller)).toEqual(refused())
    await sql(server.database, undo, [olgaAtDesk.email])
    expect(await answers(caller)).toEqual(undo === nobody ? refused() : letIn())
  })

  test('when it is revoked, while other sessions stay valid', async () => {
    const [one, other] = [
      await issueSession(server.database, olgaAtDesk),
      await issueSession(server.database, olgaAtDesk),
    ]
    expect(await answers({ touchpoint: 'desk', token: one.token })).toEqual(letIn())
    await revokeSessionsById(server.database, [one.id])
    expect(await answers({ touchpoint: 'desk', token: one.token })).toEqual(refused())
    expect(await answers({ touchpoint: 'desk', token: other.token })).toEqual(letIn())
  })

  test('when one server revokes it', async () => {
    for (const url of urls) {
      const caller = { touchpoint: 'desk', token: (await issueSession(server.database, olgaAtDesk)).token }
      expect(await answers(caller)).toEqual(letIn())
      const path = '/api/v4/sessions/current'
      const { status } = await sendRaw(url, { method: 'DELETE', path, headers: credentialHeaders(caller) })
      expect([status, await answers(caller)]).toEqual([204, refused()])
    }
  })

  test('when it is used with another touchpoint', async () => {
    const { token } = await issueSession(server.database, { touchpoint: 'web', login, email: 'paula@example.com' })
    expect(await answers({ touchpoint: 'web', token })).toEqual(letIn())
    expect(await answers({ touchpoint: 'app', token })).toEqual(refused())
    expect(await answers({ touchpoint: 'web', token })).toEqual(letIn())
  })
})
