import { describe, expect, test } from 'vitest'
import { configureItems } from '../../src/configuration/configure.ts'
import { eraseById } from '../../src/personal-data/erase-person.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { change } from '../support/requests/changes.ts'
import { sql } from '../support/database/database.ts'
import { olga } from '../support/requests/credentials.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ data: { admins: [{ email: 'ada@example.com', firstname: 'Ada' }] } })
const stored = <Row>(query: string, values: unknown[] = []) => sql<Row>(server.database, query, values)
const idOf = async (email: string, login = 'OPERATOR') => {
  const [row] = await stored<{ id: string }>('select id from persons where kind = $2 and email = $1', [email, login])
  return Number(row!.id)
}
const eraseId = (id: number, dryRun = false) =>
  eraseById({ database: server.database, log: { warn() {} } }, id, { actor: null, dryRun })
const emailOf = async (id: number) =>
  (await stored<{ email: string }>('select email from persons where id = $1', [id]))[0]!.email
const operator = (email: string) => ({ email, firstname: 'Op', typeCodes: ['REFUND'] })

describe('the addresses in histories', () => {
  /** Assigns the case to the address, and then to Olga. */
  async function assignTo(caseInstanceId: string, email: string): Promise<void> {
    for (const each of [email, 'olga@example.com']) {
      expect(await change(server.url, 'assignCase', { caseInstanceId, email: each }, olga)).toHaveProperty('case')
    }
  }
  const renamed = (email: string, newEmail: string) =>
    configureItems(server.database, { persons: [{ login: 'OPERATOR', email, newEmail }] })
  /** The addresses of the assignees before Olga. */
  const history = async (caseId: number) => {
    const query = `select c ->> 'to' as "to" from case_events, jsonb_array_elements(changes) c
      where case_id = $1 and c -> 'path' ->> 0 = 'assignee' and c ->> 'to' <> 'olga@example.com' order by version`
    return (await stored<{ to: string }>(query, [caseId])).map(({ to }) => to)
  }

  // The second one gave the address up later than the first one.
  test.each([[[0, 1]], [[1, 0]]])(
    'are replaced only where they were the erased operator, in the order %j',
    async (order) => {
      const shared = `shared-${order.join('-')}@example.com`
      await importData(server.database, { operators: [operator(shared)] })
      const caseId = await server.addCase({ typeCode: 'REFUND', categoryCode: 'BILLING', status: 'Open' })
      const ids: number[] = []
      for (const newEmail of [`first-${shared}`, `second-${shared}`]) {
        ids.push(await idOf(shared))
        await assignTo(`${caseId}`, shared)
        await renamed(shared, newEmail)
        await importData(server.database, { operators: [operator(shared)] })
      }
      await assignTo(`${caseId}`, shared)
      const expected = [shared, shared, shared]
      expect(await history(caseId)).toEqual(expected)
      for (const index of order) {
        const id = ids[index]!
        expect(await eraseId(id)).toMatchObject({ cases: 1 })
        expected[index] = await emailOf(id)
        expect(await history(caseId)).toEqual(expected)
      }
    },
  )

  test('of an operator stay if a party with the same address is erased', async () => {
    const both = 'both@example.com'
    await importData(server.database, { operators: [operator(both)], parties: [{ email: both, firstname: 'Pa' }] })
    const caseId = await server.addCase({ typeCode: 'REFUND', categoryCode: 'BILLING', status: 'Open' })
    await assignTo(`${caseId}`, both)
    expect(await eraseId(await idOf(both, 'PARTY'))).toMatchObject({ cases: 0 })
    expect(await history(caseId)).toEqual([both])
  })
})

test('an admin who is blocked or inactive does not permit erasing the last active one', async () => {
  await importData(server.database, { admins: [{ email: 'bea@example.com', firstname: 'Bea' }] })
  const set = (values: object) =>
    configureItems(server.database, { persons: [{ login: 'ADMIN', email: 'bea@example.com', ...values }] })
  const last = await idOf('ada@example.com', 'ADMIN')
  for (const unusable of [{ blocked: true }, { active: false }, { blocked: false }]) {
    await set(unusable)
    expect(await eraseId(last, true)).toMatchObject({ problems: [{ code: 'inUse' }] })
  }
  await set({ active: true })
  expect(await eraseId(last, true)).toMatchObject({ cases: 0 })
})

test('erasing an operator raises the versions of its groups, and of no others', async () => {
  const email = 'member@example.com'
  const memberEmails = [email, 'olga@example.com']
  await importData(server.database, {
    operators: [operator(email)],
    operatorGroups: [
      { name: 'Joined one', memberEmails },
      { name: 'Joined two', memberEmails },
      { name: 'Not joined', memberEmails: ['olga@example.com'] },
    ],
  })
  const versions = async () => {
    const selection = `select version from operator_groups where name like '%oined%' order by name`
    return (await stored<{ version: number }>(selection)).map(({ version }) => version)
  }
  const [one, two, other] = await versions()
  await eraseId(await idOf(email))
  expect(await versions()).toEqual([one! + 1, two! + 1, other])
})

test('first names in stored answers are replaced in any letter case', async () => {
  await importData(server.database, { parties: [{ email: 'oerjan@example.com', firstname: 'Ørjan' }] })
  const answer = ['Ørjan', 'ørjan', 'ØRJAN', 'Ørjans'].map((to) => ({ path: ['firstname'], to }))
  const insertion = `insert into idempotency_keys (token_hash, key, request_hash, answer, created_at) values ('\\xfe', 'names', '\\x00', $1, now())`
  await stored(insertion, [JSON.stringify(answer)])
  await eraseId(await idOf('oerjan@example.com', 'PARTY'))
  const [row] = await stored<{ answer: string }>(`select answer from idempotency_keys where key = 'names'`)
  expect(JSON.parse(row!.answer).map(({ to }: { to: string }) => to)).toEqual(['Erased', 'Erased', 'Erased', 'Ørjans'])
})
