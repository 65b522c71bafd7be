import { afterEach, describe, expect, test } from 'vitest'
import { type Credentials, odette, olga, omar } from '../../support/requests/credentials.ts'
import { databaseKind, lockWaits, sql } from '../../support/database/database.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { change } from '../../support/requests/changes.ts'
import { importData } from '../../../src/transfer/import/import.ts'
import { incident, refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
/** A second server on the same database. */
const other = useServer({ database: async () => server.database })
/** A server on another database, in the same process. */
const elsewhere = useServer()

const take = (input: Record<string, unknown> = {}, caller?: Credentials, { url } = server) =>
  change(url, 'takeNextCase', input, caller)
const taken = async (...request: Parameters<typeof take>) => (await take(...request)).case?.id

const inGroup = { groupName: 'Billing team', version: 1, updatedAt: '2026-01-01T00:00:00Z' }
const newCase = async (values: object = {}) => `${await server.addCase({ ...inGroup, ...values })}`
const refund = { typeCode: 'REFUND', categoryCode: 'BILLING', status: 'Open', resolution: 'Unresolved' }
const createdAt = (day: number) => ({ createdAt: `2025-01-${`${day}`.padStart(2, '0')}T00:00:00Z` })

afterEach(() => sql(server.database, 'update cases set group_id = null where group_id is not null'))

describe('takeNextCase', () => {
  test('assigns the oldest open case of the group to the caller', async () => {
    const younger = await newCase(createdAt(3))
    const oldest = await newCase(createdAt(1))
    await newCase({ ...createdAt(2), ...incident, groupName: 'Field engineers' })
    const answer = await take({ groupName: 'Billing team' })
    expect(answer).toMatchObject({
      context: { simpleProfile: { email: 'olga@example.com' } },
      case: { id: oldest, version: 2, assignee: { email: 'olga@example.com' }, group: null, status: 'Open' },
    })
    const [event] = await sql(
      server.database,
      `select e.kind, e.changes, p.email, e.touchpoint_code, e.at = c.updated_at as at_once
      from case_events e join persons p on p.id = e.actor_id join cases c on c.id = e.case_id
      where e.case_id = $1 and e.version = 2`,
      [oldest],
    )
    expect(event).toEqual({
      kind: 'ASSIGNED',
      email: 'olga@example.com',
      touchpointCode: 'desk',
      atOnce: true,
      changes: [
        { path: ['assignee'], from: null, to: 'olga@example.com' },
        { path: ['group'], from: 'Billing team', to: null },
      ],
    })
    expect(await taken({ groupName: 'Billing team' })).toBe(younger)
  })

  test('takes from any active group of the caller if none is named', async () => {
    const second = await newCase(createdAt(2))
    const first = await newCase({ ...createdAt(1), ...incident, groupName: 'Field engineers' })
    expect([await taken(), await taken(), await taken()]).toEqual([first, second, undefined])
  })

  test('takes the case with the lower ID of two that were created together', async () => {
    const id = 7_000_001
    await newCase({ ...createdAt(1), id: id + 1 })
    await newCase({ ...createdAt(1), id })
    expect([await taken(), await taken()]).toEqual([`${id}`, `${id + 1}`])
  })

  test('takes the oldest of more cases than it looks at', async () => {
    const id = 7_200_000
    const values = { ...refund, ...inGroup, caseData: refundData }
    const younger = Array.from({ length: 64 }, (_, index) => ({ ...values, ...createdAt(2), id: id + index }))
    await importData(server.database, { cases: [...younger, { ...values, ...createdAt(1), id: id + 64 }] })
    expect(await taken()).toBe(`${id + 64}`)
  })

  test('finds no closed case on which nobody waits, and none that is assigned, in another group, or of a type that the caller may not handle', async () => {
    await newCase({ status: 'Closed', resolution: 'Fixed' })
    await newCase({ status: 'Resolved' })
    await newCase({ groupName: null, assigneeEmail: 'olga@example.com' })
    await newCase({ groupName: null })
    await newCase({ ...incident, groupName: 'Field engineers' })
    // Odette's only types are those of the Billing team.
    await newCase(incident)
    const answer = await take({}, odette)
    expect(answer).toMatchObject({ context: { simpleProfile: { email: 'odette@example.com' } }, case: null })
    expect((await take({}, omar)).case).toBeNull()
  })

  test.each<[what: string, caller: Credentials, groupName: string]>([
    ['an unknown group', olga, 'Night shift'],
    ['an empty name', olga, ''],
    ['a name that no group can have', olga, 'Night\0shift'],
    ['an inactive group', olga, 'Telex desk'],
    ['a group of others', odette, 'Field engineers'],
  ])('refuses %s', async (_what, caller, groupName) => {
    const id = await newCase()
    const answer = await take({ groupName }, caller)
    expect(answer.problems).toMatchObject([{ code: 'invalidName', path: ['groupName'] }])
    expect(await server.version(Number(id))).toBe(1)
  })

  test('takes nothing from an inactive group of the caller', async () => {
    await sql(
      server.database,
      `insert into operator_group_members (operator_id, group_id)
      select p.id, g.id from persons p, operator_groups g where p.email = 'olga@example.com' and g.name = 'Telex desk'`,
    )
    await newCase({ groupName: 'Billing team' })
    await sql(
      server.database,
      `update cases set group_id = (select id from operator_groups where name = 'Telex desk')
      where group_id is not null`,
    )
    expect((await take({})).case).toBeNull()
    const answer = await take({ groupName: 'Telex desk' })
    expect(answer.problems).toMatchObject([{ code: 'invalidName' }])
  })

  test('returns permissions like those of the case afterwards', async () => {
    const id = await newCase()
    const permissions = 'permissions { update { reason } assign { reason } comment { reason } }'
    const document = `mutation { result: takeNextCase(input: {}) { ... on TakeNextCasePayload { case { ${permissions} } } } }`
    const { result } = await graphqlData<{ result: object }>(server.url, document, {}, odette)
    expect(await graphqlData(server.url, `{ case(id: "${id}") { ${permissions} } }`, {}, odette)).toEqual(result)
  })

  test('gives concurrent callers different cases, through two servers', async () => {
    const ids = await Promise.all(Array.from({ length: 24 }, () => newCase()))
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        taken({}, index % 3 === 0 ? odette : olga, index % 2 === 0 ? server : other),
      ),
    )
    expect(answers.filter((id) => id !== undefined).toSorted()).toEqual(ids.toSorted())
    const versions = await sql<{ version: number }>(server.database, 'select version from cases where id = any($1)', [
      ids,
    ])
    expect(new Set(versions.map(({ version }) => version))).toEqual(new Set([2]))
  })

  // The embedded store has one connection, which a transaction keeps to itself.
  test.runIf(databaseKind === 'postgresql')('waits for a change of the only case that is waiting', async () => {
    const id = await newCase()
    const [answer] = await server.database.transaction(async ({ run }) => {
      await run({ name: '', text: `update cases set version = 2 where id = ${id}` })
      const event = `values (${id}, 2, 'UPDATED', now(), '[]')`
      await run({ name: '', text: `insert into case_events (case_id, version, kind, at, changes) ${event}` })
      const waiting = take({ idempotencyKey: 'waits' })
      await lockWaits(server.database, 1)
      return [waiting]
    })
    const first = await answer
    expect(first.case).toMatchObject({ id, version: 3 })
    expect(await take({ idempotencyKey: 'waits' })).toEqual(first)
  })

  test.runIf(databaseKind === 'postgresql')(
    'takes the oldest case while another database is busy with it',
    async () => {
      const [first, second] = [
        { ...createdAt(1), id: 7_100_001 },
        { ...createdAt(2), id: 7_100_002 },
      ]
      await newCase(first)
      for (const values of [first, second]) await elsewhere.addCase({ ...inGroup, ...values })
      const [answer] = await server.database.transaction(async ({ run }) => {
        await run({ name: '', text: 'lock table case_events in exclusive mode' })
        const waiting = taken()
        await lockWaits(server.database, 1)
        expect(await taken({}, olga, elsewhere)).toBe(`${first.id}`)
        return [waiting]
      })
      expect(await answer).toBe(`${first.id}`)
    },
  )
})
