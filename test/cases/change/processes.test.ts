import { beforeAll, describe, expect, test } from 'vitest'
import { createSession, revokeSessions } from '../../../src/auth/sessions/sessions.ts'
import type { Database } from '../../../src/database/database.ts'
import { importData } from '../../../src/transfer/import/import.ts'
import { adminData, configure } from '../../support/requests/configure.ts'
import { olga } from '../../support/requests/credentials.ts'
import { databaseKind, freshDatabase, preparedStatements, sql, urlOf } from '../../support/database/database.ts'
import { describeFaces, refused } from '../../support/requests/faces.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { startServe } from '../../support/server/process.ts'
import type { TestServer } from '../../support/server/server.ts'

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

// Only one process can use the embedded store.
describe.runIf(databaseKind === 'postgresql')('two processes on one database', () => {
  const urls: string[] = []
  let turn = 0
  let lastId = 7_000
  let database: Database
  /** Sends requests to both processes in turn. */
  const server = {
    get url() {
      return urls[turn++ % urls.length]!
    },
  } as TestServer

  beforeAll(async () => {
    database = await freshDatabase()
    const settings = {
      DATABASE_URL: urlOf(database)!,
      DATABASE_POOL_SIZE: '4',
      PREPARED_STATEMENTS: preparedStatements ? 'on' : 'off',
    }
    const processes = [startServe(settings), startServe(settings)]
    urls.push(...(await Promise.all(processes.map(({ url }) => url))))
  })

  async function addCase(): Promise<number> {
    const id = ++lastId
    const caseData = { amount: 42.5, invoiceCount: 1, goodwill: false }
    await importData(database, {
      cases: [{ id, ...codes, status: 'Open', resolution: 'Unresolved', caseData, partyEmail: 'paula@example.com' }],
    })
    return id
  }

  const versionsOf = async (id: number) => {
    const query = `select c.version, (select count(*) from case_events where case_id = c.id) as events,
        (select count(*) from case_comments where case_id = c.id) as comments
      from cases c where c.id = $1`
    const [row] = await sql<{ version: number; events: number; comments: number }>(database, query, [id])
    return { version: row?.version, events: Number(row?.events), comments: Number(row?.comments) }
  }

  describeFaces('a change', server, (face) => {
    test('is seen by the next request, whichever process gets it', async () => {
      const id = await addCase()
      for (const status of ['New', 'Open', 'In progress', 'Open']) {
        expect(await face.update({ id, body: { ...codes, status } })).toMatchObject({ outcome: 'ok', case: { status } })
        for (const url of urls) {
          expect(await graphqlData(url, `{ case(id: "${id}") { status } }`)).toEqual({ case: { status } })
        }
      }
    })

    test('is rejected by both processes as soon as the session is revoked', async () => {
      const id = await addCase()
      const session = await createSession(database, {
        touchpoint: 'desk',
        login: 'OPERATOR',
        email: 'olga@example.com',
      })
      const update = () => face.update({ id, token: session.token, body: { ...codes, comments: [{ text: 'Hello.' }] } })
      for (let count = 0; count < 2; count++) expect(await update()).toMatchObject({ outcome: 'ok' })
      await revokeSessions(database, [session.id])
      for (let count = 0; count < 2; count++) expect(await update()).toEqual(refused('unauthenticated'))
    })

    test('uses the new catalogue in both processes', async () => {
      const status = `Waiting for ${face.name}`
      const id = await addCase()
      const update = () => face.update({ id, body: { ...codes, status } })
      for (let count = 0; count < 2; count++) expect(await update()).toMatchObject({ code: 'InvalidName' })
      await importData(database, { statuses: [{ name: status }] })
      for (let count = 0; count < 2; count++) expect(await update()).toMatchObject({ outcome: 'ok' })
    })
  })

  test('execute a mutation with a key once, and give it the same answer', async () => {
    const id = await addCase()
    const document = `mutation ($input: UpdateCaseInput!) {
      updateCase(input: $input) { ... on UpdateCasePayload { case { version } } }
    }`
    const input = { caseInstanceId: `${id}`, ...codes, comments: [{ text: 'Once.' }], idempotencyKey: `key ${id}` }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => graphqlData(server.url, document, { input }, olga)),
    )
    expect(answers).toEqual(answers.map(() => ({ updateCase: { case: { version: 2 } } })))
    expect(await versionsOf(id)).toEqual({ version: 2, events: 2, comments: 1 })
  })

  test('page through one list', async () => {
    type Page = { cases: { nodes: { id: string }[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } } }
    const read = (first: number, after: string | null) =>
      graphqlData<Page>(
        server.url,
        `query ($first: Int, $after: String) {
          cases(first: $first, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } }
        }`,
        { first, after },
      )
    const ids: string[] = []
    for (let after: string | null = null, more = true; more;) {
      const { cases }: Page = await read(3, after)
      ids.push(...cases.nodes.map(({ id }) => id))
      after = cases.pageInfo.endCursor
      more = cases.pageInfo.hasNextPage
    }
    expect(ids.length).toBeGreaterThan(6)
    expect((await read(100, null)).cases.nodes.map(({ id }) => id)).toEqual(ids)
  })

  describe('two admins', () => {
    beforeAll(() => importData(database, adminData))

    test('who do not say which version they saw overwrite one another, in one order', async () => {
      const names = Array.from({ length: 40 }, (_, i) => `Faxes ${i}`)
      const change = (name: string) =>
        configure(server.url, { types: [{ code: 'FAX', name }], categories: [{ code: name, name }] })
      const answers = await Promise.all(names.map(change))
      expect(answers.every(({ changes }) => changes?.length === 2)).toBe(true)
      const events = await sql<{ from: string; to: string }>(
        database,
        `select changes->0->>'from' as from, changes->0->>'to' as to from audit_events where target = 'type:FAX' and actor_id is not null order by id`,
      )
      expect(events.slice(1).map(({ from }) => from)).toEqual(events.slice(0, -1).map(({ to }) => to))
      expect(events.map(({ to }) => to).toSorted()).toEqual(names.toSorted())
      const stored = `select name from case_types where code = 'FAX'`
      expect(await sql(database, stored)).toEqual([{ name: events.at(-1)!.to }])
      expect(await sql(database, `select code from case_categories where code like 'Faxes %'`)).toHaveLength(
        names.length,
      )
    })
  })
})
