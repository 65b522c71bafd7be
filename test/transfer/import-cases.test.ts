import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { freshDatabase, sql } from '../support/database/database.ts'
import { rowVersions } from '../support/database/dump-rows.ts'

/** A case that fits the demo data. */
const aCase = { typeCode: 'QUESTION', categoryCode: 'BILLING', status: 'Open', resolution: 'Unresolved' }

async function nextCaseId(database: Database): Promise<number> {
  const [row] = await sql<{ id: number }>(database, `select nextval(pg_get_serial_sequence('cases', 'id')) as id`)
  return row!.id
}

describe('links and merges of an imported case', () => {
  let database: Database
  beforeAll(async () => (database = await freshDatabase()))
  const importCases = (...cases: object[]) =>
    importData(database, { cases: cases.map((each) => ({ ...aCase, ...each })) })

  test('put no case above itself together with those of cases that exist', async () => {
    await importCases({ id: 51, links: [{ caseId: 52, kind: 'PARENT' }] }, { id: 52 })
    const [own, of] = [
      { caseId: 51, kind: 'CHILD' },
      { caseId: 52, kind: 'PARENT' },
    ]
    await importCases({ id: 53, links: [own, of] }, { id: 54, links: [{ caseId: 53, kind: 'PARENT' }] })
    // 51 got a parent already, so that only its upper part fits.
    const above = await sql(database, `select case_id, other_id from case_links where kind = 'PARENT' order by 1`)
    expect(above).toEqual(
      [
        [51, 52],
        [53, 52],
        [54, 53],
      ].map(([caseId, otherId]) => ({ caseId, otherId })),
    )
    await importCases({
      id: 55,
      links: [
        { caseId: 54, kind: 'PARENT' },
        { caseId: 52, kind: 'CHILD' },
      ],
    })
    expect(await sql(database, `select other_id, kind from case_links where 55 in (case_id, other_id)`)).toEqual([])
  })

  test('lead to a case that was not merged, whatever was imported first', async () => {
    const mergedInto = (intoCaseId: number) => ({ status: 'Closed', merge: { intoCaseId } })
    await importCases({ id: 61, ...mergedInto(62) }, { id: 63, ...mergedInto(64) }, { id: 64 })
    await importCases({ id: 62, ...mergedInto(63) })
    expect(await sql(database, 'select id, merged_into_id from cases where id between 61 and 64 order by id')).toEqual([
      { id: 61, mergedIntoId: 64 },
      { id: 62, mergedIntoId: 64 },
      { id: 63, mergedIntoId: 64 },
      { id: 64, mergedIntoId: null },
    ])
  })

  test('end its wait, also if it was closed before', async () => {
    const at = (day: number) => `2026-01-0${day}T00:00:00Z`
    const by = { touchpointCode: 'desk', actorEmail: 'olga@example.com', actorLogin: 'OPERATOR' }
    const party = { touchpointCode: 'web', actorEmail: 'paula@example.com', actorLogin: 'PARTY' }
    const link = (from: string | null, to: string | null) => ({ path: ['links', '64'], from, to })
    const history = [
      { version: 1, kind: 'CREATED', at: at(1), ...party },
      { version: 2, kind: 'UPDATED', at: at(2), ...by, changes: [{ path: ['status'], from: 'Open', to: 'Closed' }] },
      { version: 3, kind: 'COMMENTED', at: at(3), ...party },
      { version: 4, kind: 'MERGED', at: at(4), ...by, changes: [link(null, 'DUPLICATE_OF')] },
    ]
    const comments = [{ version: 3, position: 1, text: 'Hello?' }]
    const waiting = { status: 'Closed', createdAt: at(1), partyEmail: 'paula@example.com', comments }
    const reversal = { version: 5, kind: 'UNMERGED', at: at(5), ...by, changes: [link('DUPLICATE_OF', null)] }
    await importCases(
      { ...waiting, id: 71, version: 3, history: history.slice(0, 3) },
      { ...waiting, id: 72, version: 4, history, merge: { intoCaseId: 64 } },
      { ...waiting, id: 73, version: 5, history: [...history, reversal] },
      { id: 74, merge: { intoCaseId: 64 } },
    )
    expect(
      await sql(database, 'select id from cases where id between 71 and 74 and customer_waiting_since is not null'),
    ).toEqual([{ id: 71 }])
  })
})

describe('an imported case', () => {
  let database: Database
  beforeAll(async () => (database = await freshDatabase()))

  test('has one event, at its version, and its comments', async () => {
    const createdAt = '2026-01-01T10:00:00Z'
    await importData(database, {
      cases: [
        {
          ...aCase,
          id: 11,
          version: 5,
          createdAt,
          updatedAt: '2026-02-01T10:00:00.123456+01:00',
          partyEmail: 'PAULA@example.com',
          groupName: 'Telex desk',
          comments: [
            { text: '  first\n', authorEmail: 'Paula@example.com', createdAt: '2026-01-02T00:00:00Z' },
            { text: 'second', authorEmail: 'otto@example.com', internal: true, touchpointCode: 'desk' },
          ],
        },
      ],
    })
    const ofCase = `select c.version, party.email as party, assignee_id, g.name as group, created_at,
        to_char(updated_at at time zone 'UTC', 'MM-DD HH24:MI:SS.US') as updated, case_data
      from cases c join persons party on party.id = c.party_id join operator_groups g on g.id = c.group_id
      where c.id = 11`
    const who = { party: 'paula@example.com', assigneeId: null, group: 'Telex desk' }
    const times = { createdAt: new Date(createdAt), updated: '02-01 09:00:00.123456' }
    expect(await sql(database, ofCase)).toEqual([{ version: 5, ...who, ...times, caseData: {} }])
    const events = `select e.version, e.kind, actor_id, touchpoint_code, changes, e.at = c.updated_at as at_update
      from case_events e join cases c on c.id = e.case_id where c.id = 11`
    const event = { version: 5, kind: 'IMPORTED', actorId: null, touchpointCode: null, changes: [], atUpdate: true }
    expect(await sql(database, events)).toEqual([event])
    const comments = `select m.version, position, text, internal, kind, email,
        imported_touchpoint_code as touchpoint, imported_at as at
      from case_comments m join persons p on p.id = imported_author_id where case_id = 11 order by position`
    const paula = { kind: 'PARTY', email: 'paula@example.com', touchpoint: null, at: new Date('2026-01-02T00:00:00Z') }
    const otto = { kind: 'OPERATOR', email: 'otto@example.com', touchpoint: 'desk', at: new Date(createdAt) }
    expect(await sql(database, comments)).toEqual([
      { version: 5, position: 1, text: 'first', internal: false, ...paula },
      { version: 5, position: 2, text: 'second', internal: true, ...otto },
    ])
  })

  test('has the time of the import and version 1 by default', async () => {
    const [before] = await sql<{ now: Date }>(database, 'select now()')
    await importData(database, {
      cases: [
        { ...aCase, id: 21, comments: [{ text: 'x', authorEmail: 'olga@example.com' }] },
        { ...aCase, id: 22, createdAt: '2026-01-01T00:00:00Z' },
        { ...aCase, id: 23, updatedAt: '2026-01-02T00:00:00Z' },
      ],
    })
    const stored = `select c.version, created_at, updated_at, coalesce(imported_at, at) as at
      from cases c join case_events e on e.case_id = c.id left join case_comments m on m.case_id = c.id
      where c.id between 21 and 23 order by c.id`
    type Stored = { version: number; createdAt: Date; updatedAt: Date; at: Date }
    const [imported, created, updated] = await sql<Stored>(database, stored)
    expect(imported!.version).toBe(1)
    expect(imported!.createdAt.getTime()).toBeGreaterThanOrEqual(before!.now.getTime())
    expect([imported!.updatedAt, imported!.at]).toEqual([imported!.createdAt, imported!.createdAt])
    const first = new Date('2026-01-01T00:00:00Z')
    expect(created).toEqual({ version: 1, createdAt: first, updatedAt: first, at: first })
    const second = new Date('2026-01-02T00:00:00Z')
    expect(updated).toEqual({ version: 1, createdAt: second, updatedAt: second, at: second })
  })

  test('has its caseData as the rules of its type parse it', async () => {
    const refund = { ...aCase, typeCode: 'REFUND', caseData: { amount: '42.50', invoiceCount: 1, goodwill: true } }
    const without = { ...refund, id: 32, caseData: null }
    await importData(database, { cases: [{ ...refund, id: 31 }, without] })
    expect(await sql(database, 'select case_data from cases where id in (31, 32) order by id')).toEqual([
      { caseData: { amount: 42.5, invoiceCount: 1, goodwill: true } },
      { caseData: {} },
    ])
  })

  test('keeps outdated caseData that is marked as outdated', async () => {
    const refund = { ...aCase, id: 41, typeCode: 'REFUND', caseData: { amount: 1, old: true }, outdatedCaseData: true }
    await importData(database, { cases: [refund] })
    const selection = 'select case_data from cases where id = 41'
    expect(await sql(database, selection)).toEqual([{ caseData: { amount: 1, old: true } }])
  })

  test('may refer to inactive types, categories, statuses, resolutions, operators and groups', async () => {
    const inactive = { status: 'Escalated by telex', resolution: 'Answered by telex' }
    const { cases } = await importData(database, {
      cases: [
        { ...inactive, id: 51, typeCode: 'FAX', categoryCode: 'ACCOUNT', assigneeEmail: 'otto@example.com' },
        { ...inactive, id: 52, typeCode: 'QUESTION', categoryCode: 'TELEX', groupName: 'Telex desk' },
        { ...inactive, id: 53, typeCode: 'COMPLAINT', categoryCode: 'NETWORK' },
      ],
    })
    expect(cases).toBe(3)
  })

  test('is left unchanged if it exists, including its comments', async () => {
    const before = await rowVersions(database)
    const comments = [{ text: 'more', authorEmail: 'olga@example.com' }]
    const summary = await importData(database, { cases: [{ ...aCase, id: 1001, version: 9, comments }] })
    expect([summary, await rowVersions(database)]).toEqual([{ cases: 0, casesLeft: 1, others: 0 }, before])
  })

  test('moves the next ID past its own, and never back', async () => {
    const database = await freshDatabase()
    expect(await nextCaseId(database)).toBe(1009)
    await importData(database, { cases: [{ ...aCase, id: 5000 }] })
    expect(await nextCaseId(database)).toBe(5001)
    await importData(database, { cases: [{ ...aCase, id: 7 }] })
    expect(await nextCaseId(database)).toBe(5002)
  })

  test('does not move the next ID if its own is in the upper half of the range', async () => {
    const database = await freshDatabase()
    const middle = 2 ** 52
    const first = await nextCaseId(database)
    const upper = [middle, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER]
    await importData(database, { cases: upper.map((id) => ({ ...aCase, id })) })
    expect(await nextCaseId(database)).toBe(first + 1)
    await importData(database, { cases: [{ ...aCase, id: middle - 1 }] })
    expect(await nextCaseId(database)).toBe(middle)
    await importData(database, { cases: [{ ...aCase, id: 8 }] })
  })

  test('resolves the author of a comment to the party of the case, otherwise to an operator, a party or a consumer', async () => {
    const person = { email: 'same@example.com', firstname: 'Sam' }
    const half = { email: 'half@example.com', firstname: 'Hal' }
    await importData(database, { operators: [person], parties: [person, half], consumers: [person, half] })
    const by = (email: string, authorLogin?: string) => ({ text: 'x', authorEmail: email, authorLogin })
    await importData(database, {
      cases: [
        { ...aCase, id: 61, partyEmail: 'SAME@example.com', comments: [by('Same@example.com')] },
        { ...aCase, id: 62, comments: [by('same@example.com')] },
        { ...aCase, id: 63, comments: [by('half@example.com')] },
        { ...aCase, id: 64, comments: [by('carla@example.com')] },
        { ...aCase, id: 65, partyEmail: 'same@example.com', comments: [by('same@example.com', 'CONSUMER')] },
      ].map((item) => JSON.parse(JSON.stringify(item))),
    })
    const authors = `select string_agg(kind, ' ' order by case_id) as kinds
      from case_comments join persons p on p.id = imported_author_id where case_id between 61 and 65`
    expect(await sql(database, authors)).toEqual([{ kinds: 'PARTY OPERATOR PARTY CONSUMER CONSUMER' }])
  })

  test('is imported in a batch, and progress is reported after each batch', async () => {
    const comments = [{ text: 'x', authorEmail: 'olga@example.com' }]
    const cases = Array.from({ length: 2_500 }, (_, index) => ({ ...aCase, id: 10_000 + index, comments }))
    const progress: [number, number][] = []
    await importData(database, { cases }, { onProgress: (done, total) => progress.push([done, total]) })
    expect(progress).toEqual([
      [1000, 2500],
      [2000, 2500],
      [2500, 2500],
    ])
    const query = 'select count(*) as comments from case_comments where case_id >= 10000'
    expect(await sql(database, query)).toEqual([{ comments: 2_500 }])
  })
})
