import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { loadDemoData } from '../../src/transfer/demo-data.ts'
import { importData } from '../../src/transfer/import/import.ts'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import { emptyDatabase, freshDatabase, sql } from '../support/database/database.ts'
import { demoStore } from '../support/database/demo-store.ts'
import { rowVersions } from '../support/database/dump-rows.ts'
import { words } from '../support/words.ts'

const sections = Object.keys(demoData)

/** A case that fits the demo data. */
const aCase = { typeCode: 'QUESTION', categoryCode: 'BILLING', status: 'Open', resolution: 'Unresolved' }

const revision = async (database: Database): Promise<unknown> =>
  sql(database, 'select revision from catalogue_revision')

describe('an import', () => {
  test('writes all of the demo data', async () => {
    const database = await emptyDatabase()
    expect(await importData(database, demoData)).toEqual({ cases: 8, casesLeft: 0, others: expect.any(Number) })
    const rows = words`
      touchpoints:5 touchpoint_grants:12 case_categories:5 case_types:8 case_type_fields:8 case_type_categories:11
      case_statuses:7 case_status_transitions:1 case_resolutions:7 persons:8 operator_types:11 operator_groups:3
      operator_group_types:6 operator_group_members:3 sessions:11 cases:8 case_events:8 case_comments:1
    `
    const counts = rows
      .map((row) => row.split(':')[0])
      .map((name) => `select '${name}:' || count(*) as row from ${name}`)
    const found = await sql<{ row: string }>(database, counts.join(' union all '))
    expect(found.map(({ row }) => row).toSorted()).toEqual(rows.toSorted())
  })

  test('tells PostgreSQL how many rows the tables have', async () => {
    const database = await emptyDatabase()
    const query = `select reltuples from pg_class where relname in ('touchpoint_grants', 'cases') order by relname`
    const expected = async () => (await sql<{ reltuples: number }>(database, query)).map(({ reltuples }) => reltuples)
    expect(await expected()).toEqual([0, 0])
    const { cases, ...others } = demoData
    await importData(database, others)
    expect(await expected()).toEqual([0, 12])
    await importData(database, { cases })
    expect(await expected()).toEqual([8, 12])
  })

  test('changes nothing if the file was imported before', async () => {
    const database = await freshDatabase()
    const before = await rowVersions(database)
    expect(await importData(database, demoData)).toEqual({ cases: 0, casesLeft: 8, others: 0 })
    expect(await rowVersions(database)).toEqual(before)
  })

  test('accepts a file without data', async () => {
    const database = await freshDatabase()
    const before = await rowVersions(database)
    await importData(database, {})
    await importData(database, Object.fromEntries(sections.map((name) => [name, []])))
    await importData(database, Object.fromEntries(sections.map((name) => [name, null])))
    expect(await rowVersions(database)).toEqual(before)
  })

  test('updates rows that differ, and renews the revision of the catalogue', async () => {
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
    const changed = { granted: true, category: true, type: 'Fax', answer: 'Call us.' }
    const ofCatalogue = { ...changed, closed: false, resolution: false }
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
    ).toEqual([{ ...ofCatalogue, operator: 'OONA@example.com', group: true }])
  })

  test('adds to the lists of an item and removes nothing from them', async () => {
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

  test('puts the fields of the file first, in its order, and the other fields of the type after them', async () => {
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

  test('stores codes and names byte for byte, even if they differ only in letter case or white space', async () => {
    const database = await emptyDatabase()
    const alike = ['a', 'A', ' a', 'a ', 'ä', 'a\u0308', 'a\nb']
    const codes = [...alike, '😀', "'; drop table cases; --", '{"a":[1]}', '\\x41']
    await importData(database, { types: codes.map((code) => ({ code, name: code })) })
    expect(await sql(database, 'select code, name from case_types order by code collate "C"')).toEqual(
      codes.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).map((code) => ({ code, name: code })),
    )
  })

  test("distinguishes type categories whose codes contain MikroORM's separator of composite keys", async () => {
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
    const stored = 'select type_code, category_code, default_answer as answer from case_type_categories'
    const answers = await sql<{ typeCode: string; categoryCode: string; answer: string }>(database, stored)
    expect(answers).toHaveLength(pairs.length)
    for (const { answer, ...pair } of answers) expect(answer).toBe(`second ${JSON.stringify(pair)}`)
  })

  test('writes nothing if the database rejects a part of it', async () => {
    const database = await freshDatabase()
    await sql(database, 'alter table cases add constraint rejected check (id <> 6)')
    const before = await rowVersions(database)
    const file = { types: [{ code: 'NEW', name: 'New' }], parties: [{ email: 'a@b', firstname: 'A' }] }
    await expect(importData(database, { ...file, cases: [{ ...aCase, id: 6 }] })).rejects.toThrow(
      /check constraint "rejected(_\d+)?"/,
    )
    expect(await rowVersions(database)).toEqual(before)
    expect(await importData(database, { ...file, cases: [{ ...aCase, id: 7 }] })).toMatchObject({ cases: 1, others: 2 })
  })

  test('waits for other imports', async () => {
    const database = await freshDatabase()
    const file = { types: [{ code: 'NEW', name: 'New' }], parties: [{ email: 'a@b', firstname: 'A' }] }
    const summaries = await Promise.all([1, 2, 3, 4].map(() => importData(database, file)))
    expect(summaries.map(({ others }) => others).sort()).toEqual([0, 0, 0, 2])
  })

  test('adds and updates persons in the same file', async () => {
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

  test('stores only the hash of a token', async () => {
    const database = await freshDatabase()
    await importData(database, {
      sessions: [{ token: 'gehéim', touchpointCode: 'web', login: 'PARTY', email: 'Paula@Example.com' }],
    })
    expect(
      await sql(
        database,
        `select touchpoint_code, email, expires_at from sessions s join persons p on p.id = s.person_id
         where token_hash = decode($1, 'hex')`,
        [createHash('sha256').update('gehéim', 'utf8').digest('hex')],
      ),
    ).toEqual([{ touchpointCode: 'web', email: 'paula@example.com', expiresAt: null }])
  })

  test('updates sessions, but never a revoked one', async () => {
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

  test('changes no session that was imported before, whenever it expires', async () => {
    const database = await freshDatabase()
    const session = { touchpointCode: 'web', login: 'PARTY', email: 'paula@example.com' }
    const instants = ['0001-01-01T00:00:00Z', '0050-06-01T00:00:00+15:59', '9999-12-31T23:59:59.999999Z']
    const sessions = instants.map((expiresAt) => ({ ...session, token: expiresAt, expiresAt }))
    expect((await importData(database, { sessions })).others).toBe(3)
    expect((await importData(database, { sessions })).others).toBe(0)
  })

  test('loads the demo data only into an empty database', async () => {
    const database = await emptyDatabase()
    expect(await loadDemoData(database)).toBe(true)
    const before = await rowVersions(database)
    expect([await loadDemoData(database), await rowVersions(database)]).toEqual([false, before])
    const other = await emptyDatabase()
    await importData(other, { parties: [{ email: 'a@b', firstname: 'A' }] })
    expect(await loadDemoData(other)).toBe(false)
  })

  test('has cases of the last days, some of which wait, are urgent or are closed', async () => {
    const database = await demoStore()
    const selection = `select count(*), count(subject) as subjects, count(distinct party_id) as parties, count(distinct assignee_id) as assignees,
        count(distinct group_id) as groups, count(*) filter (where priority = 'URGENT') as urgent,
        count(*) filter (where status in ('Closed', 'Resolved')) as closed, count(customer_waiting_since) as waiting,
        bool_and(created_at between now() - interval '10 days' and now() and updated_at between created_at and now()) as recent
      from cases`
    const [counts] = await sql(database, selection)
    const people = { parties: 26, assignees: 5, groups: 4 }
    expect(counts).toEqual({ count: 48, subjects: 48, ...people, urgent: 3, closed: 13, waiting: 27, recent: true })
    const query = 'select id from cases c where version <> (select max(version) from case_events where case_id = c.id)'
    expect(await sql(database, query)).toEqual([])
  })
})

function defaults(database: Database): Promise<{ name: string }[]> {
  const names = ['case_statuses', 'case_resolutions'].map((table) => `select name from ${table} where is_default`)
  return sql(database, `${names.join(' union all ')} order by name`)
}

describe('the default status and the default resolution', () => {
  test('are those that the demo data marks', async () => {
    expect(await defaults(await freshDatabase())).toEqual([{ name: 'New' }, { name: 'Unresolved' }])
  })

  test('move to the rows that a later import marks', async () => {
    const database = await freshDatabase()
    const file = { statuses: [{ name: 'Open', default: true }], resolutions: [{ name: 'Pending', default: true }] }
    expect((await importData(database, file)).others).toBe(4)
    expect(await defaults(database)).toEqual([{ name: 'Open' }, { name: 'Pending' }])
    expect((await importData(database, file)).others).toBe(0)
  })

  test('are removed by an import of their rows without the mark', async () => {
    const database = await freshDatabase()
    await importData(database, { statuses: [{ name: 'New' }], resolutions: [{ name: 'Unresolved' }] })
    expect(await defaults(database)).toEqual([])
  })

  test('can be swapped in one file', async () => {
    const database = await freshDatabase()
    await importData(database, { statuses: [{ name: 'New' }, { name: 'Open', default: true }] })
    expect(await defaults(database)).toEqual([{ name: 'Open' }, { name: 'Unresolved' }])
  })

  test.each(['statuses', 'resolutions'])('must be at most one of the %s', async (section) => {
    const items = ['X', 'Y', 'Z'].map((name) => ({ name, default: name !== 'Y' }))
    await expect(importData(await freshDatabase(), { [section]: items })).rejects.toMatchObject({
      errors: [`${section}[2].default: must not repeat ${section}[0].default`],
    })
  })
})

describe('an import with keepExisting', () => {
  test('changes nothing that exists', async () => {
    const database = await freshDatabase()
    const before = await rowVersions(database)
    const changed = <Item>(items: Item[]) => items.map((item) => ({ ...item, active: false }))
    const people = <Item>(items: Item[]) => changed(items).map((item) => ({ ...item, firstname: 'Changed' }))
    const named = <Item>(items: Item[]) => items.map((item) => ({ ...item, name: 'Changed' }))
    const { touchpoints, categories, types, typeCategories, statuses, resolutions } = demoData
    const { operators, operatorGroups, parties, consumers } = demoData
    const data = {
      keepExisting: true,
      touchpoints: named(touchpoints).map((item) => ({ ...item, allTypeCategories: true })),
      categories: named(changed(categories)),
      types: named(changed(types)).map((item) => ({ ...item, fields: [{ name: 'new', kind: 'BOOLEAN' }] })),
      typeCategories: changed(typeCategories),
      statuses: changed(statuses).map((item) => ({ ...item, default: item.name === 'Closed' })),
      resolutions: changed(resolutions),
      operators: people(operators).map((item) => ({ ...item, typeCodes: ['FAX'] })),
      operatorGroups: changed(operatorGroups).map((item) => ({ ...item, memberEmails: ['otto@example.com'] })),
      parties: people(parties),
      consumers: people(consumers),
    }
    expect(await importData(database, data)).toEqual({ cases: 0, casesLeft: 0, others: 0 })
    expect(await rowVersions(database)).toEqual(before)
  })

  test('inserts what is missing, but no default', async () => {
    const database = await freshDatabase()
    const data = {
      keepExisting: true,
      statuses: [
        { name: 'Open', closed: true },
        { name: 'Frozen', default: true },
      ],
      parties: [
        { email: 'PAULA@example.com', firstname: 'Other' },
        { email: 'new@example.com', firstname: 'New' },
      ],
    }
    expect(await importData(database, data)).toMatchObject({ others: 2 })
    const selection = `select name, closed, is_default from case_statuses where name in ('Frozen', 'New', 'Open')`
    expect(await sql(database, selection)).toEqual(
      expect.arrayContaining([
        { name: 'Frozen', closed: false, isDefault: false },
        { name: 'New', closed: false, isDefault: true },
        { name: 'Open', closed: false, isDefault: false },
      ]),
    )
    const query = `select firstname from persons where email_key = 'paula@example.com'`
    expect(await sql(database, query)).toEqual([{ firstname: 'Paula' }])
  })

  test('must be true or false', async () => {
    const database = await freshDatabase()
    await expect(importData(database, { keepExisting: 'yes' })).rejects.toThrow('keepExisting: must be true or false')
  })
})
