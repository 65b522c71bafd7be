import { beforeAll, describe, expect, test } from 'vitest'
import { issueSession, revokeSessionsById } from '../../../src/auth/sessions/command-sessions.ts'
import type { Database } from '../../../src/database/database.ts'
import { importData } from '../../../src/transfer/import/import.ts'
import { ada, adminData, configure } from '../../support/requests/configure.ts'
import { databaseKind, freshDatabase, preparedStatements, sql, urlOf } from '../../support/database/database.ts'
import { describeFaces, refused } from '../../support/requests/faces.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
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
      const session = await issueSession(database, {
        touchpoint: 'desk',
        login: 'OPERATOR',
        email: 'olga@example.com',
      })
      const update = () => face.update({ id, token: session.token, body: { ...codes, comments: [{ text: 'Hello.' }] } })
      for (let count = 0; count < 2; count++) expect(await update()).toMatchObject({ outcome: 'ok' })
      await revokeSessionsById(database, [session.id])
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
    const email = 'vera@example.com'
    const person = (values: object) => ({ persons: [{ login: 'OPERATOR', email, ...values }] })
    const team = (values: object) => ({ groups: [{ name: 'Watch', ...values }] })
    const granted = (typeCategories: object[]) => ({ touchpoints: [{ code: 'watch', name: 'Watch', typeCategories }] })
    const nothing = {
      ...person({ firstname: 'Vera', typeCodes: [], active: true, blocked: false }),
      ...team({ active: true, typeCodes: [], memberEmails: [] }),
      ...granted([]),
    }
    const authorised = person({ typeCodes: ['REFUND'] })
    const member = team({ typeCodes: ['REFUND'], memberEmails: [email] })
    test.each<[what: string, given: object, taken: object]>([
      ['a grant', granted([{ ...codes, modifyCases: true }]), granted([])],
      ['an authorisation', authorised, person({ typeCodes: [] })],
      ['an authorisation of a group', member, team({ typeCodes: [] })],
      ['a member of a group', member, team({ memberEmails: [] })],
      ['a group of a person', member, person({ groupNames: [] })],
      ['an active group', member, team({ active: false })],
      ['an active person', authorised, person({ active: false })],
      ['a person who is not blocked', authorised, person({ blocked: true })],
    ])('take %s away for the next request to each process', async (_what, given, taken) => {
      const id = await addCase()
      const change = async (input: object) => expect(await configure(server.url, input)).toHaveProperty('changes')
      await change(nothing)
      await change(given)
      const touchpoint = 'touchpoints' in given ? 'watch' : 'desk'
      const { token } = await issueSession(database, { touchpoint, login: 'OPERATOR', email })
      const seen = () =>
        Promise.all(
          urls.map(async (url) => {
            const query = `{ case(id: "${id}") { id } }`
            const { data } = await graphql<{ case: object | null }>(url, query, {}, { touchpoint, token })
            return Boolean(data?.case)
          }),
        )
      expect(await seen()).toEqual([true, true])
      await change(taken)
      expect(await seen()).toEqual([false, false])
    })
    test('who say which version they saw lose no member of a group, whichever side they change', async () => {
      const emails = Array.from({ length: 12 }, (_, i) => `member${i}@example.com`)
      const persons = emails.map((each) => ({ login: 'OPERATOR', email: each, firstname: 'Mia' }))
      await configure(server.url, { persons, groups: [{ name: 'Crew' }] })
      interface Read {
        groups: { nodes: { name: string; version: number; members: { email: string }[] }[] }
        persons: { nodes: { version: number }[] }
      }
      const read = async (search: string) => {
        const query = `query ($search: String!) { groups(first: 100) { nodes { name version members { email } } }
          persons(login: OPERATOR, search: $search, first: 1) { nodes { version } } }`
        const { groups, persons } = await graphqlData<Read>(server.url, query, { search }, ada)
        const { version, members } = groups.nodes.find(({ name }) => name === 'Crew')!
        return { version, memberEmails: members.map(({ email }) => email), ofPerson: persons.nodes[0]!.version }
      }
      await Promise.all(
        emails.map(async (each, index) => {
          for (;;) {
            const { version, memberEmails, ofPerson } = await read(each)
            const group = { name: 'Crew', memberEmails: [...memberEmails, each], expectedVersion: version }
            const person = { login: 'OPERATOR', email: each, groupNames: ['Crew'], expectedVersion: ofPerson }
            const input = index % 2 === 0 ? { groups: [group] } : { persons: [person] }
            const { error } = await configure(server.url, input)
            if (!error) return
            expect(error.code).toBe('PRECONDITION_FAILED')
          }
        }),
      )
      expect((await read(emails[0]!)).memberEmails.toSorted()).toEqual(emails.toSorted())
    })
  })
})
