import { beforeAll, describe, expect, test } from 'vitest'
import { waiting } from '../../../migrations/20261124020000_case_values.ts'
import { notOfErased, waitingOnClosedCases } from '../../../migrations/20261127010000_waiting_on_closed_cases.ts'
import type { Database } from '../../../src/database/database.ts'
import { exportData } from '../../../src/transfer/export/export.ts'
import { importData } from '../../../src/transfer/import/import.ts'
import { emptyDatabase, sql } from '../../support/database/database.ts'
import { writtenText } from '../../support/data/written-text.ts'
import { adminData, configure } from '../../support/requests/configure.ts'
import { ada, type Credentials, olga, paula, pedro } from '../../support/requests/credentials.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { type ChangeName, change } from '../../support/requests/changes.ts'
import { restClient } from '../../support/requests/rest-client.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer({ data: adminData })
/** Above the IDs of cases that are created. */
let lastId = 4_600_000_000_000_000
const addCase = (values: Parameters<typeof server.addCase>[0]) => server.addCase({ id: ++lastId, ...values })
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

type Step = [caller: Credentials, input: object]
/** What happens to a case, and the number of the step since which somebody waits: 0 is the creation. */
type Story = [what: string, steps: [creation: Step, ...changes: Step[]], since: number | null]

const says = (text: string, more: object = {}) => ({ comments: [{ text }], ...more })
const by = (...step: Step): Step => step
const paulaSays = (text: string, more?: object) => by(paula, says(text, more))
const olgaSays = (text: string, more?: object) => by(olga, says(text, more))
const closes = by(olga, { status: 'Closed' })
const notes = { comments: [{ text: 'Note', internal: true }] }

const stories: Story[] = [
  ['a new case of a party', [paulaSays('Help')], 0],
  ['a new case of an operator', [olgaSays('She called')], 0],
  [
    'a new case of an operator who answers it at once',
    [by(olga, { comments: [{ text: 'Asked' }, { text: 'Yes' }] })],
    null,
  ],
  ['a new case that is closed', [by(olga, { status: 'Closed', resolution: 'Fixed' })], null],
  ['further comments', [paulaSays('Help'), paulaSays('Please'), by(olga, notes)], 0],
  ['an answer', [paulaSays('Help'), olgaSays('Done')], null],
  ['an answer, and a question after it', [paulaSays('Help'), olgaSays('Done'), paulaSays('No'), paulaSays('Hm')], 2],
  ['a closing', [paulaSays('Help'), closes], null],
  ['a comment on a closed case', [paulaSays('Help'), closes, paulaSays('Hey')], 2],
  ['a reopening by an operator', [paulaSays('Help'), closes, by(olga, { status: 'Open' })], null],
  ['a reopening by the party', [by(paula, {}), closes, by(paula, { status: 'Open' })], 2],
  ['a reopening with a comment', [by(paula, {}), closes, paulaSays('Hey', { status: 'Open' })], 2],
  [
    'a closing and an answer in one',
    [paulaSays('Help'), olgaSays('Done', { status: 'Closed' }), by(olga, { status: 'Open' }), paulaSays('No')],
    3,
  ],
  [
    'a comment between a closing and a reopening',
    [by(paula, {}), closes, paulaSays('Hey'), by(olga, { status: 'Open' })],
    2,
  ],
  ['another change', [paulaSays('Help'), by(olga, { priority: 'HIGH', subject: 'Help' })], 0],
]

const send = async (mutation: ChangeName, input: Record<string, unknown>, caller: Credentials) =>
  (await change(server.url, mutation, input, caller)).case!

async function waitingSince(id: string): Promise<string | null> {
  const document = 'query ($id: ID!) { case(id: $id) { customerWaitingSince } }'
  const found = await graphqlData<{ case: { customerWaitingSince: string | null } }>(server.url, document, { id })
  return found.case.customerWaitingSince
}

const storedIn = (database: Database) => sql(database, 'select id, customer_waiting_since from cases order by id')

describe('after', () => {
  test.each(stories)('%s', async (_what, [[creator, creation], ...changes], since) => {
    const party = creator === olga ? { partyEmail: 'paula@example.com' } : {}
    const created = await send('createCase', { ...codes, caseData: refundData, ...party, ...creation }, creator)
    const times = [created.updatedAt]
    let last = created
    for (const [caller, input] of changes) {
      last = await send('updateCase', { caseInstanceId: created.id, ...codes, ...input }, caller)
      times.push(last.updatedAt)
    }
    const expected = since === null ? null : times[since]
    expect(await waitingSince(created.id)).toBe(expected)
    const lastCaller = changes.at(-1)?.[0] ?? creator
    expect(last.customerWaitingSince).toBe(lastCaller === paula ? null : expected)
  })

  test('edited and removed comments, and a dry run, it is as before', async () => {
    const { id, updatedAt } = await send('createCase', { ...codes, caseData: refundData }, paula)
    await send('addComments', { caseInstanceId: id, ...says('Answer') }, olga)
    await send('editComment', { commentId: `comment:${id}:2:1`, text: 'Other answer' }, olga)
    await send('removeComment', { commentId: `comment:${id}:2:1` }, olga)
    expect(await waitingSince(id)).toBeNull()
    const dryRun = { caseInstanceId: id, ...says('More'), dryRun: true }
    expect((await send('addComments', dryRun, paula)).customerWaitingSince).toBeNull()
    expect(await waitingSince(id)).toBeNull()
    const asked = await send('addComments', { caseInstanceId: id, ...says('More') }, paula)
    await send('removeComment', { commentId: `comment:${id}:5:1` }, paula)
    expect([await waitingSince(id), asked.updatedAt > updatedAt]).toEqual([asked.updatedAt, true])
    const answered = await send('addComments', { caseInstanceId: id, ...says('Hm'), dryRun: true }, olga)
    expect([answered.customerWaitingSince, await waitingSince(id)]).toEqual([null, asked.updatedAt])
  })

  test('the erasure of the party, nobody waits', async () => {
    const { id } = await send('createCase', { ...codes, caseData: refundData, ...says('Help') }, pedro)
    await send('addComments', { caseInstanceId: id, ...says('Done') }, olga)
    await send('addComments', { caseInstanceId: id, ...says('No') }, pedro)
    expect(await waitingSince(id)).not.toBeNull()
    const [person] = await sql<{ id: number }>(
      server.database,
      `select id from persons where email = 'pedro@example.com'`,
    )
    await restClient(server).send('POST', `persons/${person!.id}/erasure`, { body: {}, caller: ada })
    expect(await waitingSince(id)).toBeNull()
  })

  test('a status counts as closed, nobody waits for cases that have it', async () => {
    await configure(server.url, { statuses: [{ name: 'Parked' }] })
    const id = await addCase({ status: 'Parked' })
    expect(await waitingSince(`${id}`)).not.toBeNull()
    await configure(server.url, { statuses: [{ name: 'Parked', closed: true }] })
    expect(await waitingSince(`${id}`)).toBeNull()
  })
})

describe('the cases above have the same time', () => {
  let before: unknown[]
  beforeAll(async () => {
    before = await storedIn(server.database)
  })

  test('after an export and an import with their history', async () => {
    const { text } = await writtenText((output) => exportData(server.database, output, { withHistory: true }))
    const other = await emptyDatabase()
    await importData(other, JSON.parse(text))
    expect(await storedIn(other)).toEqual(before)
  })

  test('after the migration of a database without it', async () => {
    await sql(server.database, 'update cases set customer_waiting_since = null')
    for (const text of [waiting, waitingOnClosedCases, notOfErased]) await sql(server.database, text)
    expect(await storedIn(server.database)).toEqual(before)
  })
})

describe('an import without a history', () => {
  const comment = (authorEmail: string, createdAt?: string, internal = false) => ({
    text: 'Text',
    authorEmail: `${authorEmail}@example.com`,
    internal,
    ...(createdAt && { createdAt }),
  })
  const at = (hour: number) => `2026-01-05T0${hour}:00:00.000Z`
  const [t0, t1, t2, t3] = [at(0), at(1), at(2), at(3)]

  test.each([
    ['nothing else', [], t0],
    ['a first comment by an operator', [comment('olga')], t0],
    ['an answer without a time', [comment('paula'), comment('olga')], null],
    ['a later comment by an operator', [comment('olga', t1)], null],
    ['an internal comment', [comment('paula', t0), comment('olga', t1, true)], t0],
    [
      'an answer and a question',
      [comment('paula', t0), comment('olga', t1), comment('paula', t2), comment('paula', t3)],
      t2,
    ],
    ['comments in another order', [comment('paula', t2), comment('paula', t3), comment('olga', t1)], t2],
    ['a comment by a consumer after an answer', [comment('olga', t1), comment('carla', t2)], null],
  ])('of a case with %s', async (_what, comments, since) => {
    const id = await addCase({ createdAt: t0, comments })
    expect(await waitingSince(`${id}`)).toBe(since)
    const closed = await addCase({ createdAt: t0, comments, status: 'Closed' })
    expect(await waitingSince(`${closed}`)).toBeNull()
  })
})

describe('takeNextCase', () => {
  const inGroup = { groupName: 'Field engineers', typeCode: 'INCIDENT', categoryCode: 'NETWORK' }
  const caseData = { severity: 1, signalDbm: -1, lineDown: true }
  const add = (day: number, more: object = {}) =>
    addCase({ ...inGroup, caseData, createdAt: `2025-01-0${day}T00:00:00Z`, ...more })
  const take = async () => (await change(server.url, 'takeNextCase', { groupName: inGroup.groupName })).case?.id

  test('takes the most urgent case, then the one that waits longest, and none that waits for the customer', async () => {
    const low = await add(1, { priority: 'LOW' })
    const later = await add(3)
    const earlier = await add(2)
    const urgent = await add(5, { priority: 'URGENT' })
    const high = await add(4, { priority: 'HIGH' })
    const answer = { text: 'Answer', authorEmail: 'olga@example.com', createdAt: '2025-01-01T00:00:00Z' }
    const answered = await add(1, { priority: 'URGENT', createdAt: '2024-01-01T00:00:00Z', comments: [answer] })
    const expected = [urgent, high, earlier, later, low].map(String)
    const taken: unknown[] = []
    for (let count = 0; count < 6; count++) taken.push(await take())
    expect(taken).toEqual([...expected, undefined])
    await send('addComments', { caseInstanceId: `${answered}`, ...says('Not solved') }, paula)
    expect(await take()).toBe(`${answered}`)
    const closed = await add(1, { status: 'Closed', resolution: 'Fixed' })
    expect(await take()).toBeUndefined()
    await send('addComments', { caseInstanceId: `${closed}`, ...says('It broke again') }, paula)
    expect(await take()).toBe(`${closed}`)
  })
})
