import { describe, expect, test } from 'vitest'
import { sql } from '../support/database/database.ts'
import { dumpRows } from '../support/database/dump-rows.ts'
import { adminData, configure } from '../support/requests/configure.ts'
import { olga } from '../support/requests/credentials.ts'
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
      touchpoints: [{ code: 'branch', name: 'Branch', typeCategories: [{ typeCode: 'CLAIM', categoryCode: 'LOAN' }] }],
      groups: [{ name: 'Loan team', typeCodes: ['CLAIM'], memberEmails: ['nora@example.com'] }],
      persons: [{ login: 'OPERATOR', email: 'nora@example.com', firstname: 'Nora', typeCodes: ['CLAIM'] }],
    }
    const planned = await change({ ...input, dryRun: true })
    const answer = await change(input)
    expect(answer.problems ?? answer.error).toBeUndefined()
    expect(answer.changes!.map(({ kind, version }) => `${kind} ${version}`)).toEqual(Array(9).fill('CREATED 1'))
    expect(planned.changes!.map(({ path, kind, version }) => ({ path, kind, version }))).toEqual(
      answer.changes!.map(({ path, kind, version }) => ({ path, kind, version })),
    )
    const before = await dumpRows(server.database)
    expect((await change(input)).changes!.map(({ kind }) => kind)).toEqual(Array(9).fill('UNCHANGED'))
    expect(await dumpRows(server.database)).toEqual(before)
    const [person] = await sql<{ id: number }>(server.database, `select id from persons where firstname = 'Nora'`)
    expect(answer.changes!.at(-2)!.changes).toEqual(
      expect.arrayContaining([
        { path: ['memberEmails', `person:${person!.id}`], from: null, to: `person:${person!.id}` },
      ]),
    )
  })

  test('a field that cases have gets no other kind, also if it was removed before', async () => {
    const withField = (kind: string) => ({ types: [{ code: 'INCIDENT', fields: [{ name: 'severity', kind }] }] })
    const inUse = { problems: [{ code: 'inUse', path: ['types', '0', 'fields', '0', 'kind'] }] }
    expect(await change(withField('TEXT'))).toMatchObject(inUse)
    await change({ types: [{ code: 'INCIDENT', fields: [] }] })
    expect(await change(withField('TEXT'))).toMatchObject(inUse)
    expect(await change(withField('INTEGER'))).toMatchObject({ changes: [{ kind: 'UPDATED' }] })
  })

  test('shows how many cases count as closed, or no longer do', async () => {
    const closed = await change({ dryRun: true, statuses: [{ name: 'Closed', closed: false }] })
    expect(closed.changes![0]!.impact).toMatchObject([{ kind: 'CLOSED_CASES' }])
    const open = await change({ dryRun: true, statuses: [{ name: 'Open', closed: true }] })
    expect(open.changes![0]!.impact).toMatchObject([{ kind: 'OPEN_CASES' }])
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
    ).toMatchObject({
      error: { code: 'CONFLICT' },
    })
  })

  test('is for admins', async () => {
    expect((await configure(server.url, {}, olga)).error).toMatchObject({ code: 'FORBIDDEN' })
  })
})
