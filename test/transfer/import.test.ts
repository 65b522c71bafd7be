import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { loadDemoData } from '../../src/transfer/demo-data.ts'
import { importData } from '../../src/transfer/import.ts'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import { emptyDatabase, freshDatabase, sql } from '../support/database.ts'

const sections = Object.keys(demoData)

/** A case that the demonstration data allows. */
const aCase = { typeCode: 'QUESTION', categoryCode: 'BILLING', status: 'Open', resolution: 'Unresolved' }

/** Every row of every table with the transaction that wrote it: equal only where nothing was even touched. */
async function everything(database: Database): Promise<unknown> {
  const tables = await sql<{ name: string }>(
    database,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const rows: unknown[] = []
  for (const { name } of tables) {
    rows.push(name, await sql(database, `select t.xmin::text, t::text as row from ${name} t order by 2`))
  }
  return rows
}

async function revision(database: Database): Promise<unknown> {
  return sql(database, 'select revision from catalogue_revision')
}

async function nextCaseId(database: Database): Promise<number> {
  const [row] = await sql<{ id: number }>(database, `select nextval(pg_get_serial_sequence('cases', 'id')) as id`)
  return row!.id
}

describe('an import', () => {
  test('brings all of the demonstration data', async () => {
    const database = await emptyDatabase()
    expect(await importData(database, demoData)).toEqual({ cases: 8, casesLeft: 0, others: expect.any(Number) })
    const [counts] = await sql(
      database,
      `select (select count(*) from touchpoints) as touchpoints, (select count(*) from touchpoint_grants) as grants,
        (select count(*) from case_categories) as categories, (select count(*) from case_types) as types,
        (select count(*) from case_type_fields) as fields, (select count(*) from case_type_categories) as pairs,
        (select count(*) from case_statuses) as statuses, (select count(*) from case_status_transitions) as transitions,
        (select count(*) from case_resolutions) as resolutions, (select count(*) from persons) as persons,
        (select count(*) from operator_types) as operator_types, (select count(*) from operator_groups) as groups,
        (select count(*) from operator_group_types) as group_types,
        (select count(*) from operator_group_members) as members, (select count(*) from sessions) as sessions,
        (select count(*) from cases) as cases, (select count(*) from case_events) as events,
        (select count(*) from case_comments) as comments`,
    )
    expect(counts).toEqual({
      touchpoints: 5,
      grants: 12,
      categories: 5,
      types: 8,
      fields: 8,
      pairs: 11,
      statuses: 7,
      transitions: 1,
      resolutions: 7,
      persons: 8,
      operatorTypes: 11,
      groups: 3,
      groupTypes: 6,
      members: 3,
      sessions: 11,
      cases: 8,
      events: 8,
      comments: 1,
    })
  })

  test('of the same file again changes nothing at all', async () => {
    const database = await freshDatabase()
    const before = await everything(database)
    expect(await importData(database, demoData)).toEqual({ cases: 0, casesLeft: 8, others: 0 })
    expect(await everything(database)).toEqual(before)
  })

  test('of nothing is no error', async () => {
    const database = await freshDatabase()
    const before = await everything(database)
    await importData(database, {})
    await importData(database, Object.fromEntries(sections.map((name) => [name, []])))
    await importData(database, Object.fromEntries(sections.map((name) => [name, null])))
    expect(await everything(database)).toEqual(before)
  })

  test('updates what differs and renews the revision of the catalogue', async () => {
    const database = await freshDatabase()
    const before = await revision(database)
    const changes = {
      touchpoints: [{ code: 'kiosk', name: 'Kiosk', allTypeCategories: true }],
      categories: [{ code: 'TELEX', name: 'Telex', active: true }],
      types: [{ code: 'FAX', name: 'Fax' }],
      typeCategories: [{ typeCode: 'FAX', categoryCode: 'ACCOUNT', defaultAnswer: 'Call us.' }],
      statuses: [{ name: 'Resolved' }],
      resolutions: [{ name: 'Fixed', active: false }],
      operators: [{ email: 'OONA@example.com', firstname: 'Oona' }],
      operatorGroups: [{ name: 'Telex desk' }],
    }
    expect((await importData(database, changes)).others).toBe(8)
    expect(await revision(database)).not.toEqual(before)
    expect(
      await sql(
        database,
        `select (select all_type_categories from touchpoints where code = 'kiosk') as granted,
          (select active from case_categories where code = 'TELEX') as category,
          (select name from case_types where code = 'FAX' and active) as type,
          (select default_answer from case_type_categories where type_code = 'FAX' and not app_visible) as answer,
          (select closed from case_statuses where name = 'Resolved') as closed,
          (select active from case_resolutions where name = 'Fixed') as resolution,
          (select email from persons where email_key = 'oona@example.com' and not blocked) as operator,
          (select active from operator_groups where name = 'Telex desk') as "group"`,
      ),
    ).toEqual([
      {
        granted: true,
        category: true,
        type: 'Fax',
        answer: 'Call us.',
        closed: false,
        resolution: false,
        operator: 'OONA@example.com',
        group: true,
      },
    ])
  })

  test('removes nothing from the lists of a record', async () => {
    const database = await freshDatabase()
    const counts = `select (select count(*) from touchpoint_grants) as grants,
      (select count(*) from operator_types) as operator_types, (select count(*) from operator_group_types) as types,
      (select count(*) from operator_group_members) as members, (select count(*) from case_type_fields) as fields`
    const [before] = await sql<Record<string, number>>(database, counts)
    await importData(database, {
      touchpoints: [{ code: 'web', name: 'Web', typeCategories: [{ typeCode: 'OUTAGE', categoryCode: 'NETWORK' }] }],
      operators: [{ email: 'olga@example.com', firstname: 'Olga', typeCodes: ['FAX'] }],
      operatorGroups: [{ name: 'Billing team', typeCodes: ['FAX'], memberEmails: ['omar@example.com'] }],
      types: [{ code: 'REFUND', name: 'Refund', fields: [{ name: 'iban', kind: 'BOOLEAN' }] }],
    })
    const [after] = await sql<Record<string, number>>(database, counts)
    expect(after).toEqual(Object.fromEntries(Object.entries(before!).map(([name, count]) => [name, count + 1])))
  })

  test("puts a file's fields first, in its order, and keeps the others behind them", async () => {
    const database = await freshDatabase()
    const fields = [
      { name: 'iban', kind: 'BOOLEAN' },
      { name: 'goodwill', label: 'Goodwill', kind: 'BOOLEAN' },
    ]
    await importData(database, { types: [{ code: 'REFUND', name: 'Refund', fields }] })
    expect(
      await sql(database, `select name, label from case_type_fields where type_code = 'REFUND' order by position`),
    ).toEqual([
      { name: 'iban', label: 'iban' },
      { name: 'goodwill', label: 'Goodwill' },
      { name: 'amount', label: 'Amount to refund' },
      { name: 'invoiceCount', label: 'Invoices concerned' },
    ])
  })

  test('keeps codes and names byte for byte, also those that differ in letter case or white space alone', async () => {
    const database = await emptyDatabase()
    const alike = ['a', 'A', ' a', 'a ', 'ä', 'a\u0308', 'a\nb']
    const codes = [...alike, '😀', "'; drop table cases; --", '{"a":[1]}', '\\x41']
    await importData(database, { types: codes.map((code) => ({ code, name: code })) })
    expect(await sql(database, 'select code, name from case_types order by code collate "C"')).toEqual(
      codes.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).map((code) => ({ code, name: code })),
    )
  })

  test('tells pairs apart whose codes contain the separator of composite keys in MikroORM', async () => {
    const database = await emptyDatabase()
    const codes = ['a', 'a~~~b', 'b~~~c', 'c']
    const pairs = codes.flatMap((typeCode) => codes.map((categoryCode) => ({ typeCode, categoryCode })))
    const file = (answer: string) => ({
      types: codes.map((code) => ({ code, name: code })),
      categories: codes.map((code) => ({ code, name: code })),
      typeCategories: pairs.map((pair) => ({ ...pair, defaultAnswer: `${answer} ${JSON.stringify(pair)}` })),
      touchpoints: [{ code: 'web', name: 'Web', typeCategories: pairs }],
    })
    await importData(database, file('first'))
    expect((await importData(database, file('first'))).others).toBe(0)
    expect((await importData(database, file('second'))).others).toBe(pairs.length)
    const answers = await sql<{ typeCode: string; categoryCode: string; answer: string }>(
      database,
      `select type_code as "typeCode", category_code as "categoryCode", default_answer as answer
       from case_type_categories`,
    )
    expect(answers.map(({ answer, ...pair }) => answer === `second ${JSON.stringify(pair)}`)).toEqual(
      pairs.map(() => true),
    )
  })

  test('adds new persons beside those that it updates', async () => {
    const database = await freshDatabase()
    const parties = [
      { email: 'new@example.com', firstname: 'New' },
      { email: 'PAULA@example.com', firstname: 'Paula', blocked: true },
      { email: 'pedro@example.com', firstname: 'Pedro' },
      { email: 'newer@example.com', firstname: 'Newer' },
    ]
    expect((await importData(database, { parties })).others).toBe(3)
    expect(
      await sql(database, `select email, blocked from persons where kind = 'PARTY' order by email_key collate "C"`),
    ).toEqual([
      { email: 'new@example.com', blocked: false },
      { email: 'newer@example.com', blocked: false },
      { email: 'PAULA@example.com', blocked: true },
      { email: 'pedro@example.com', blocked: false },
    ])
  })

  test('keeps the hash of a token alone', async () => {
    const database = await freshDatabase()
    await importData(database, {
      sessions: [{ token: 'gehéim', touchpointCode: 'web', login: 'PARTY', email: 'Paula@Example.com' }],
    })
    const hash = createHash('sha256').update('gehéim', 'utf8').digest('hex')
    expect(
      await sql(
        database,
        `select touchpoint_code, email, expires_at from sessions s join persons p on p.id = s.person_id
         where token_hash = decode($1, 'hex')`,
        [hash],
      ),
    ).toEqual([{ touchpointCode: 'web', email: 'paula@example.com', expiresAt: null }])
  })

  test('never revives a revoked session, and updates one that is not', async () => {
    const database = await freshDatabase()
    const one = { token: 'one', touchpointCode: 'web', login: 'PARTY', email: 'paula@example.com' }
    await importData(database, { sessions: [one, { ...one, token: 'two' }] })
    const hash = (token: string) => createHash('sha256').update(token).digest('hex')
    await sql(database, `update sessions set revoked_at = now() where token_hash = decode($1, 'hex')`, [hash('one')])
    const expiresAt = '2030-01-01T00:00:00+02:00'
    const changed = { ...one, touchpointCode: 'app', email: 'pedro@example.com', expiresAt }
    await importData(database, { sessions: [changed, { ...changed, token: 'two' }] })
    expect(
      await sql(
        database,
        `select touchpoint_code, email, expires_at, revoked_at is not null as revoked
         from sessions s join persons p on p.id = s.person_id
         where token_hash in (decode($1, 'hex'), decode($2, 'hex')) order by email`,
        [hash('one'), hash('two')],
      ),
    ).toEqual([
      { touchpointCode: 'web', email: 'paula@example.com', expiresAt: null, revoked: true },
      { touchpointCode: 'app', email: 'pedro@example.com', expiresAt: new Date(expiresAt), revoked: false },
    ])
  })

  test('of the same sessions again changes nothing, whenever they expire', async () => {
    const database = await freshDatabase()
    const session = { touchpointCode: 'web', login: 'PARTY', email: 'paula@example.com' }
    const instants = ['0001-01-01T00:00:00Z', '0050-06-01T00:00:00+15:59', '9999-12-31T23:59:59.999999Z']
    const sessions = instants.map((expiresAt) => ({ ...session, token: expiresAt, expiresAt }))
    expect((await importData(database, { sessions })).others).toBe(3)
    expect((await importData(database, { sessions })).others).toBe(0)
  })

  test('loads the demonstration data into an empty database only', async () => {
    const database = await emptyDatabase()
    expect(await loadDemoData(database)).toBe(true)
    const before = await everything(database)
    expect(await loadDemoData(database)).toBe(false)
    expect(await everything(database)).toEqual(before)
    const other = await emptyDatabase()
    await importData(other, { parties: [{ email: 'a@b', firstname: 'A' }] })
    expect(await loadDemoData(other)).toBe(false)
  })
})

describe('an imported case', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase()
  })

  test('has one event, at its version, and its comments with it', async () => {
    const createdAt = '2026-01-01T10:00:00Z'
    const updatedAt = '2026-02-01T10:00:00.123456+01:00'
    await importData(database, {
      cases: [
        {
          ...aCase,
          id: 11,
          version: 5,
          createdAt,
          updatedAt,
          partyEmail: 'PAULA@example.com',
          groupName: 'Telex desk',
          comments: [
            { text: '  first\n', authorEmail: 'Paula@example.com', createdAt: '2026-01-02T00:00:00Z' },
            { text: 'second', authorEmail: 'otto@example.com', internal: true, touchpointCode: 'desk' },
          ],
        },
      ],
    })
    expect(
      await sql(
        database,
        `select version, party.email as party, assignee_id, g.name as group, created_at,
          to_char(updated_at at time zone 'UTC', 'MM-DD HH24:MI:SS.US') as updated, case_data
         from cases c join persons party on party.id = c.party_id join operator_groups g on g.id = c.group_id
         where c.id = 11`,
      ),
    ).toEqual([
      {
        version: 5,
        party: 'paula@example.com',
        assigneeId: null,
        group: 'Telex desk',
        createdAt: new Date(createdAt),
        updated: '02-01 09:00:00.123456',
        caseData: {},
      },
    ])
    expect(
      await sql(
        database,
        `select e.version, e.kind, actor_id, touchpoint_code, changes, e.at = c.updated_at as at_update
         from case_events e join cases c on c.id = e.case_id where c.id = 11`,
      ),
    ).toEqual([{ version: 5, kind: 'IMPORTED', actorId: null, touchpointCode: null, changes: [], atUpdate: true }])
    expect(
      await sql(
        database,
        `select version, position, text, internal, kind, email,
          imported_touchpoint_code as touchpoint, imported_at as at
         from case_comments m join persons p on p.id = imported_author_id where case_id = 11 order by position`,
      ),
    ).toEqual([
      {
        version: 5,
        position: 1,
        text: 'first',
        internal: false,
        kind: 'PARTY',
        email: 'paula@example.com',
        touchpoint: null,
        at: new Date('2026-01-02T00:00:00Z'),
      },
      {
        version: 5,
        position: 2,
        text: 'second',
        internal: true,
        kind: 'OPERATOR',
        email: 'otto@example.com',
        touchpoint: 'desk',
        at: new Date(createdAt),
      },
    ])
  })

  test('without instants has those of the import, without a version the first', async () => {
    const [before] = await sql<{ now: Date }>(database, 'select now()')
    await importData(database, {
      cases: [
        { ...aCase, id: 21, comments: [{ text: 'x', authorEmail: 'olga@example.com' }] },
        { ...aCase, id: 22, createdAt: '2026-01-01T00:00:00Z' },
        { ...aCase, id: 23, updatedAt: '2026-01-02T00:00:00Z' },
      ],
    })
    const [imported, created, updated] = await sql<{ version: number; createdAt: Date; updatedAt: Date; at: Date }>(
      database,
      `select c.version, created_at, updated_at, coalesce(imported_at, at) as at
       from cases c join case_events e on e.case_id = c.id left join case_comments m on m.case_id = c.id
       where c.id between 21 and 23 order by c.id`,
    )
    expect(imported!.version).toBe(1)
    expect(imported!.createdAt.getTime()).toBeGreaterThanOrEqual(before!.now.getTime())
    expect([imported!.updatedAt, imported!.at]).toEqual([imported!.createdAt, imported!.createdAt])
    const first = new Date('2026-01-01T00:00:00Z')
    expect(created).toEqual({ version: 1, createdAt: first, updatedAt: first, at: first })
    const second = new Date('2026-01-02T00:00:00Z')
    expect(updated).toEqual({ version: 1, createdAt: second, updatedAt: second, at: second })
  })

  test('keeps its caseData as the rules of its type read it', async () => {
    const refund = { ...aCase, typeCode: 'REFUND', caseData: { amount: '42.50', invoiceCount: 1, goodwill: true } }
    await importData(database, {
      cases: [
        { ...refund, id: 31 },
        { ...refund, id: 32, caseData: null },
      ],
    })
    expect(await sql(database, 'select case_data from cases where id in (31, 32) order by id')).toEqual([
      { caseData: { amount: 42.5, invoiceCount: 1, goodwill: true } },
      { caseData: {} },
    ])
  })

  test('keeps caseData of an earlier definition of its type where the file says so', async () => {
    const refund = { ...aCase, id: 41, typeCode: 'REFUND', caseData: { amount: 1, old: true }, outdatedCaseData: true }
    await importData(database, { cases: [refund] })
    expect(await sql(database, 'select case_data from cases where id = 41')).toEqual([
      { caseData: { amount: 1, old: true } },
    ])
  })

  test('may name inactive types, categories, statuses, resolutions, operators and groups', async () => {
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

  test('that is there already stays as it is, its comments too', async () => {
    const before = await everything(database)
    const comments = [{ text: 'more', authorEmail: 'olga@example.com' }]
    const summary = await importData(database, { cases: [{ ...aCase, id: 1001, version: 9, comments }] })
    expect(summary).toEqual({ cases: 0, casesLeft: 1, others: 0 })
    expect(await everything(database)).toEqual(before)
  })

  test('puts the next id after its own, and never back', async () => {
    const database = await freshDatabase()
    expect(await nextCaseId(database)).toBe(1009)
    await importData(database, { cases: [{ ...aCase, id: 5000 }] })
    expect(await nextCaseId(database)).toBe(5001)
    await importData(database, { cases: [{ ...aCase, id: 7 }] })
    expect(await nextCaseId(database)).toBe(5002)
  })

  test('leaves new ids to be had after one from the upper half of the range, the last one included', async () => {
    const database = await freshDatabase()
    const upper = [2 ** 52, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER]
    await importData(database, { cases: upper.map((id) => ({ ...aCase, id })) })
    expect(await nextCaseId(database)).toBe(1009)
    await importData(database, { cases: [{ ...aCase, id: 2 ** 52 - 1 }] })
    expect(await nextCaseId(database)).toBe(2 ** 52)
    await importData(database, { cases: [{ ...aCase, id: 8 }] })
  })

  test("takes a comment's author for the case's own party, else an operator, a party, a consumer", async () => {
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
    const authors = await sql<{ kind: string }>(
      database,
      `select kind from case_comments join persons p on p.id = imported_author_id where case_id between 61 and 65
       order by case_id`,
    )
    expect(authors.map(({ kind }) => kind)).toEqual(['PARTY', 'OPERATOR', 'PARTY', 'CONSUMER', 'CONSUMER'])
  })

  test('is one of many: they come in batches, with their progress', async () => {
    const comments = [{ text: 'x', authorEmail: 'olga@example.com' }]
    const cases = Array.from({ length: 2_500 }, (_, index) => ({ ...aCase, id: 10_000 + index, comments }))
    const progress: [number, number][] = []
    await importData(database, { cases }, { onProgress: (done, total) => progress.push([done, total]) })
    expect(progress).toEqual([
      [1000, 2500],
      [2000, 2500],
      [2500, 2500],
    ])
    expect(await sql(database, 'select count(*) as comments from case_comments where case_id >= 10000')).toEqual([
      { comments: 2_500 },
    ])
  })
})
