import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../src/auth/register-person.ts'
import { dumpRows } from '../support/database/dump-rows.ts'
import { adminData, configure, configureOverRest } from '../support/requests/configure.ts'
import { databaseKind, lockWaits, sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ data: adminData })
const change = (input: object) => configure(server.url, input)

describe('configure', () => {
  test('creates everything from one input, whose items refer to one another', async () => {
    const input = {
      categories: [{ code: 'LOAN', name: 'Loans' }],
      types: [{ code: 'CLAIM', name: 'Claim', fields: [{ name: 'amount', kind: 'DECIMAL', minimum: 0, scale: 2 }] }],
      typeCategories: [{ typeCode: 'CLAIM', categoryCode: 'LOAN', groupName: 'Loan team' }],
      statuses: [
        { name: 'Waiting', transitions: ['Decided'] },
        { name: 'Decided', closed: true },
      ],
      resolutions: [{ name: 'Granted' }],
      replies: [
        { code: 'YES', label: 'Yes', text: 'Yes!', typeCategories: [{ typeCode: 'CLAIM', categoryCode: 'LOAN' }] },
      ],
      touchpoints: [{ code: 'branch', name: 'Branch', typeCategories: [{ typeCode: 'CLAIM', categoryCode: 'LOAN' }] }],
      groups: [{ name: 'Loan team', typeCodes: ['CLAIM'], memberEmails: ['nora@example.com'] }],
      persons: [{ login: 'OPERATOR', email: 'nora@example.com', firstname: 'Nora', typeCodes: ['CLAIM'] }],
    }
    const planned = await change({ ...input, dryRun: true })
    const answer = await change(input)
    expect(answer.problems ?? answer.error).toBeUndefined()
    expect(answer.changes!.map(({ kind, version }) => `${kind} ${version}`)).toEqual(Array(10).fill('CREATED 1'))
    expect(planned.changes!.map(({ path, kind, version }) => ({ path, kind, version }))).toEqual(
      answer.changes!.map(({ path, kind, version }) => ({ path, kind, version })),
    )
    const before = await dumpRows(server.database)
    expect((await change(input)).changes!.map(({ kind }) => kind)).toEqual(Array(10).fill('UNCHANGED'))
    expect(await dumpRows(server.database)).toEqual(before)
    const [person] = await sql<{ id: number }>(server.database, `select id from persons where firstname = 'Nora'`)
    expect(answer.changes!.at(-2)!.changes).toEqual(
      expect.arrayContaining([
        { path: ['memberEmails', `person:${person!.id}`], from: null, to: `person:${person!.id}` },
      ]),
    )
  })

  test.runIf(databaseKind === 'postgresql')('changes a person who is registered at the same time', async () => {
    let answer: ReturnType<typeof change>
    await server.database.transaction(async (transaction) => {
      const person = { login: 'PARTY', email: 'beside@example.com', firstname: 'Be' } as const
      await registerPerson(transaction, person, { touchpointCode: 'web' })
      answer = change({ persons: [{ ...person, firstname: 'Beside' }] })
      await lockWaits(server.database, 1)
    })
    const changes = [{ path: ['firstname'], from: 'Be', to: 'Beside' }]
    expect(await answer!).toMatchObject({ changes: [{ kind: 'UPDATED', version: 2, changes }] })
  })

  test('a field that cases have gets no other kind, also if it was removed before', async () => {
    const withField = (kind: string) => ({ types: [{ code: 'INCIDENT', fields: [{ name: 'severity', kind }] }] })
    const inUse = { problems: [{ code: 'inUse', path: ['types', '0', 'fields', '0', 'kind'] }] }
    expect(await change(withField('TEXT'))).toMatchObject(inUse)
    await change({ types: [{ code: 'INCIDENT', fields: [] }] })
    expect(await change(withField('TEXT'))).toMatchObject(inUse)
    expect(await change(withField('INTEGER'))).toMatchObject({ changes: [{ kind: 'UPDATED' }] })
  })

  test('of several removals of a field, the latest says which kind it had', async () => {
    const withKind = (kind?: string) =>
      change({ types: [{ code: 'OUTAGE', fields: kind === undefined ? [] : [{ name: 'again', kind }] }] })
    for (const kind of ['TEXT', undefined, 'INTEGER', undefined, 'BOOLEAN', undefined]) {
      expect(await withKind(kind)).toMatchObject({ changes: [{ kind: 'UPDATED' }] })
    }
    await sql(server.database, `update cases set case_data = '{"again": true}' where id = 1005`)
    for (const kind of ['TEXT', 'INTEGER'])
      expect(await withKind(kind)).toMatchObject({ problems: [{ code: 'inUse' }] })
    expect(await withKind('BOOLEAN')).toMatchObject({ changes: [{ kind: 'UPDATED' }] })
  })

  test('removes and adds thousands of fields within the time limit of a request', async () => {
    const kinds = ['TEXT', 'INTEGER']
    const fields = Array.from({ length: 3_000 }, (_, i) => ({ name: `f${i}`, kind: kinds[i % 2] }))
    const withFields = (sent: object[]) =>
      configureOverRest(server.url, { types: [{ code: 'MAINTENANCE', fields: sent }] })
    await withFields(fields)
    await withFields([])
    expect(await withFields(fields)).toMatchObject({ changes: [{ kind: 'UPDATED' }] })
    await withFields([])
    const others = fields.map(({ name }, i) => ({ name, kind: kinds[(i + 1) % 2] }))
    expect(await withFields(others)).toMatchObject({ changes: [{ kind: 'UPDATED' }] })
  })

  test('requests with a key are equal if they mean the same', async () => {
    const category = { code: 'KEYED', name: 'Keyed' }
    const first = await change({ idempotencyKey: 'equal', categories: [category] })
    expect(first).toMatchObject({ changes: [{ kind: 'CREATED' }] })
    const sameItem = { ...category, active: null, expectedVersion: null }
    expect(await change({ idempotencyKey: 'equal', categories: [sameItem], types: [], groups: null })).toEqual(first)
    const typeCategory = { typeCode: 'QUESTION', categoryCode: 'BILLING' }
    await change({ idempotencyKey: 'null', typeCategories: [typeCategory] })
    expect(
      await change({ idempotencyKey: 'null', typeCategories: [{ ...typeCategory, groupName: null }] }),
    ).toMatchObject({ error: { code: 'CONFLICT' } })
  })
})
