import { beforeAll, describe, expect, test } from 'vitest'
import { dumpRows } from '../support/database/dump-rows.ts'
import { ada, adminData, type ConfigurationChange, configure, configureFaces } from '../support/requests/configure.ts'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'
import { importData } from '../../src/transfer/import/import.ts'

const server = useServer({ data: adminData })
const change = async (input: object) => {
  const { changes, ...others } = await configure(server.url, input)
  expect(others).toEqual({})
  return changes!
}
const one = async (input: object): Promise<ConfigurationChange> => (await change(input))[0]!
const stored = <Row>(query: string, values: unknown[] = []) => sql<Row>(server.database, query, values)
const versionOf = async (table: string, name: string) =>
  (await stored<{ version: number }>(`select version from ${table} where name = $1`, [name]))[0]!.version
const groupTarget = async (name: string) => {
  const [group] = await stored<{ id: number }>('select id from operator_groups where name = $1', [name])
  return `group:${group!.id}`
}
const events = () =>
  stored<{ target: string; changes: object[]; actor: string | null; touchpoint: string | null }>(
    `select target, changes, p.email as actor, touchpoint_code as touchpoint
    from audit_events e left join persons p on p.id = e.actor_id where action = 'CONFIGURED' order by e.id`,
  )
const newEvents = async (work: () => Promise<unknown>) => {
  const before = (await events()).length
  await work()
  return (await events()).slice(before)
}

describe('configure', () => {
  test('keeps what is absent, and returns and audits what differs', async () => {
    const input = { categories: [{ code: 'TELEX', name: 'Telex machines' }] }
    const [before] = await stored<object>(`select * from case_categories where code = 'TELEX'`)
    const audited = await newEvents(async () =>
      expect(await one(input)).toEqual({
        path: ['categories', '0'],
        kind: 'UPDATED',
        version: 2,
        changes: [{ path: ['name'], from: (before as { name: string }).name, to: 'Telex machines' }],
        impact: [],
      }),
    )
    expect(audited).toEqual([
      {
        target: 'category:TELEX',
        changes: [{ path: ['name'], from: (before as { name: string }).name, to: 'Telex machines' }],
        actor: 'ada@example.com',
        touchpoint: 'desk',
      },
    ])
    const telex = `select * from case_categories where code = 'TELEX'`
    expect(await stored(telex)).toEqual([{ ...before, name: 'Telex machines', version: 2 }])
    expect(await newEvents(() => one(input))).toEqual([])
  })

  test('replaces complete lists, and shows their elements by name', async () => {
    const typeCategory = { typeCode: 'REFUND', categoryCode: 'BILLING' }
    await change({ touchpoints: [{ code: 'app', typeCategories: [typeCategory] }] })
    const { changes } = await one({
      touchpoints: [{ code: 'app', typeCategories: [{ ...typeCategory, modifyCases: true }] }],
    })
    expect(changes).toEqual([{ path: ['typeCategories', 'REFUND', 'BILLING', 'modifyCases'], from: false, to: true }])
    expect((await one({ touchpoints: [{ code: 'app', typeCategories: [] }] })).changes).toEqual([
      { path: ['typeCategories', 'REFUND', 'BILLING'], from: { modifyCases: true }, to: null },
    ])
    const fields = [
      { name: 'note', kind: 'TEXT', required: 'NEVER' },
      { name: 'colour', kind: 'CHOICE', choices: [{ value: 'red' }] },
    ]
    await change({ types: [{ code: 'FAX', fields }] })
    const reversed = await one({ types: [{ code: 'FAX', fields: fields.toReversed() }] })
    expect(reversed.changes).toEqual([{ path: ['fields'], from: ['note', 'colour'], to: ['colour', 'note'] }])
    expect(
      (await one({ types: [{ code: 'FAX', fields: [fields[1]!, { ...fields[0]!, label: 'Note' }] }] })).changes,
    ).toEqual([{ path: ['fields', 'note', 'label'], from: 'note', to: 'Note' }])
    expect((await one({ types: [{ code: 'FAX', fields: [] }] })).changes.map(({ path }) => path)).toEqual([
      ['fields', 'colour'],
      ['fields', 'note'],
    ])
    expect((await one({ statuses: [{ name: 'Open', transitions: ['New', 'Open'] }] })).changes).toEqual([
      { path: ['transitions', 'New'], from: null, to: 'New' },
      { path: ['transitions', 'Open'], from: null, to: 'Open' },
    ])
    await change({ statuses: [{ name: 'Open', transitions: [] }] })
  })

  test('clears the former default, whose version increases', async () => {
    const before = await versionOf('case_statuses', 'New')
    const audited = await newEvents(() => change({ statuses: [{ name: 'Open', default: true }] }))
    expect(audited.map(({ target, changes }) => ({ target, changes }))).toEqual([
      { target: 'status:Open', changes: [{ path: ['default'], from: false, to: true }] },
      { target: 'status:New', changes: [{ path: ['default'], from: true, to: false }] },
    ])
    expect(await versionOf('case_statuses', 'New')).toBe(before + 1)
    const both = await change({ statuses: [{ name: 'Open' }, { name: 'New', default: true }] })
    expect(both.map(({ kind, changes }) => ({ kind, changes }))).toEqual([
      { kind: 'UPDATED', changes: [{ path: ['default'], from: true, to: false }] },
      { kind: 'UPDATED', changes: [{ path: ['default'], from: false, to: true }] },
    ])
  })

  test('keeps what else is sent of the former default', async () => {
    const sent = { name: 'New', transitions: ['Open'], closed: true }
    const [former] = await change({ dryRun: true, statuses: [sent, { name: 'Open', default: true }] })
    expect(former!.changes).toEqual([
      { path: ['closed'], from: false, to: true },
      { path: ['default'], from: true, to: false },
      { path: ['transitions', 'Open'], from: null, to: 'Open' },
    ])
  })

  test('changes both sides of a membership, whichever was sent', async () => {
    const ofOmar = `select id, version from persons where email = 'omar@example.com'`
    const [omar] = await stored<{ id: number; version: number }>(ofOmar)
    const group = await versionOf('operator_groups', 'Telex desk')
    const person = { login: 'OPERATOR', email: 'omar@example.com' }
    const joined = await newEvents(() =>
      change({ groups: [{ name: 'Telex desk', memberEmails: ['Omar@example.com'] }] }),
    )
    expect(joined.map(({ target, changes }) => ({ target, changes }))).toEqual([
      {
        target: await groupTarget('Telex desk'),
        changes: [{ path: ['memberEmails', `person:${omar!.id}`], from: null, to: `person:${omar!.id}` }],
      },
      { target: `person:${omar!.id}`, changes: [{ path: ['groupNames', 'Telex desk'], from: null, to: 'Telex desk' }] },
    ])
    expect(await versionOf('operator_groups', 'Telex desk')).toBe(group + 1)
    const left = await one({ persons: [{ ...person, groupNames: [], expectedVersion: omar!.version + 1 }] })
    expect(left.version).toBe(omar!.version + 2)
    expect(await versionOf('operator_groups', 'Telex desk')).toBe(group + 2)
    expect(await stored(`select * from operator_group_members where operator_id = $1`, [omar!.id])).toEqual([])
    const agreed = {
      groups: [{ name: 'Telex desk', memberEmails: ['omar@example.com'] }],
      persons: [{ ...person, groupNames: ['Telex desk'] }],
    }
    expect((await change(agreed)).map(({ kind }) => kind)).toEqual(['UPDATED', 'UPDATED'])
    await change({ groups: [{ name: 'Telex desk', memberEmails: [] }] })
  })

  test('gives a group and a person another key, which others in the input can use', async () => {
    const input = {
      groups: [{ name: 'Telex desk', newName: 'Wire desk', memberEmails: ['zoe@example.com'] }],
      persons: [{ login: 'OPERATOR', email: 'omar@example.com', newEmail: 'Zoe@example.com', subject: 'zoe' }],
      typeCategories: [{ typeCode: 'FAX', categoryCode: 'ACCOUNT', groupName: 'Wire desk' }],
    }
    expect((await change(input)).map(({ kind }) => kind)).toEqual(['UPDATED', 'UPDATED', 'UPDATED'])
    const ofFax = `select g.name, p.email, p.email_key, p.subject from case_type_categories t join operator_groups g on g.id = t.group_id
        join operator_group_members m on m.group_id = g.id join persons p on p.id = m.operator_id where t.type_code = 'FAX'`
    expect(await stored(ofFax)).toEqual([
      { name: 'Wire desk', email: 'Zoe@example.com', emailKey: 'zoe@example.com', subject: 'zoe' },
    ])
    const back = {
      groups: [{ name: 'Wire desk', newName: 'Telex desk', memberEmails: [] }],
      persons: [{ login: 'OPERATOR', email: 'ZOE@example.com', newEmail: 'omar@example.com', subject: null }],
      typeCategories: [{ typeCode: 'FAX', categoryCode: 'ACCOUNT', groupName: null }],
    }
    await change(back)
    expect(await stored(`select subject from persons where email = 'omar@example.com'`)).toEqual([{ subject: null }])
  })

  test('accepts an admin who is created in place of the last one', async () => {
    const eva = { login: 'ADMIN', email: 'eva@example.com', firstname: 'Eva' }
    const self = { login: 'ADMIN', email: 'ada@example.com', active: false }
    const swap = (...persons: object[]) => configure(server.url, { dryRun: true, persons })
    expect((await swap(self, eva)).changes!.map(({ kind }) => kind)).toEqual(['UPDATED', 'CREATED'])
    const add = `insert into persons (kind, email, email_key, firstname, active, blocked)
      values ('ADMIN', $1, $1, 'B', $2, $3) returning id`
    const [blocked] = await stored<{ id: number }>(add, ['blocked@example.com', true, true])
    const [inactive] = await stored<{ id: number }>(add, ['inactive@example.com', false, false])
    expect((await swap(self)).problems).toMatchObject([{ code: 'inUse' }])
    await stored('delete from persons where id = any($1)', [[blocked!.id, inactive!.id]])
    for (const unusable of [{ active: false }, { blocked: true }]) {
      expect((await swap(self, { ...eva, ...unusable })).problems).toMatchObject([{ code: 'inUse' }])
    }
  })

  test('accepts another admin in place of the last one, and changes of an admin', async () => {
    const eve = { login: 'ADMIN', email: 'eve@example.com', firstname: 'Eve' }
    await change({ persons: [eve, { login: 'ADMIN', email: 'ada@example.com', firstname: 'Ada L.', subject: 'ada' }] })
    const swapped = {
      persons: [
        { ...eve, active: true },
        { login: 'ADMIN', email: 'ada@example.com', active: false },
      ],
    }
    expect((await configure(server.url, { ...swapped, dryRun: true })).changes!.map(({ kind }) => kind)).toEqual([
      'UNCHANGED',
      'UPDATED',
    ])
    await change({ persons: [{ ...eve, active: false }] })
    const impossible = await configure(server.url, { ...swapped, persons: [swapped.persons[1]!] })
    expect(impossible.problems).toMatchObject([{ code: 'inUse' }])
  })

  test('an address that is stored stays, whatever it is', async () => {
    const odd = `Odd ${'x'.repeat(300)}`
    const insertion = `insert into persons (kind, email, email_key, firstname, active, blocked) values ('PARTY', $1, lower($1), 'O', true, false)`
    await stored(insertion, [odd])
    const person = { login: 'PARTY', email: odd.toUpperCase() }
    expect(await one({ persons: [{ ...person, firstname: 'Odd' }] })).toMatchObject({ kind: 'UPDATED' })
    expect(await one({ persons: [{ ...person, newEmail: odd }] })).toMatchObject({ kind: 'UNCHANGED' })
    await importData(server.database, { parties: [{ email: odd, firstname: 'Odder' }] })
    expect(await stored('select firstname from persons where email = $1', [odd])).toEqual([{ firstname: 'Odder' }])
    const [problem] = (await configure(server.url, { persons: [{ ...person, newEmail: `${odd}!` }] })).problems!
    expect(problem).toMatchObject({ code: 'invalidValue', path: ['persons', '0', 'newEmail'] })
    await stored('delete from persons where email = $1', [odd])
  })

  test('an import that changes nothing writes no audit event, and one that does writes one for each item', async () => {
    const file = {
      categories: [{ code: 'FRESH', name: 'Fresh' }],
      parties: [{ email: 'fresh@example.com', firstname: 'Fresh' }],
      operatorGroups: [{ name: 'Billing team', memberEmails: ['otto@example.com'] }],
    }
    const audited = await newEvents(() => importData(server.database, file))
    const query = `select id from persons where email in ('fresh@example.com', 'otto@example.com') order by email`
    const ids = await stored<{ id: number }>(query)
    expect(audited.map(({ target, actor }) => ({ target, actor }))).toEqual(
      ['category:FRESH', await groupTarget('Billing team'), `person:${ids[0]!.id}`, `person:${ids[1]!.id}`].map(
        (target) => ({ target, actor: null }),
      ),
    )
    expect(await newEvents(() => importData(server.database, file))).toEqual([])
  })
})

describe.each(configureFaces)('configure shows, over $api,', ({ configure }) => {
  beforeAll(async () => {
    const ofRefund = { typeCode: 'REFUND', categoryCode: 'BILLING' }
    await server.addCase({ ...ofRefund, status: 'Open', assigneeEmail: 'olga@example.com' })
    await server.addCase({ ...ofRefund, status: 'Open', groupName: 'Billing team' })
    await server.addCase({ ...ofRefund, status: 'Resolved' })
    await server.addCase({ ...ofRefund, status: 'Resolved', assigneeEmail: 'olga@example.com' })
    await server.addCase({ ...ofRefund, status: 'Resolved', groupName: 'Billing team' })
  })

  const count = async (condition: string) =>
    (
      await stored<{ count: number }>(
        `select count(*)::int as count from cases join case_statuses s on s.name = status where ${condition}`,
      )
    )[0]!.count
  const open = (where: string) => ({ OPEN_CASES: `${where} and not closed` })
  const both = (where: string) => ({ ...open(where), CLOSED_CASES: `${where} and closed` })
  const opened = { OPEN_CASES: `status = 'Open'` }
  const billing = `category_code = 'BILLING'`
  const refunds = `type_code = 'REFUND'`
  const storedData = { STORED_VALUES: `${refunds} and case_data <> '{}'` }
  const toOlga = `assignee_id = (select id from persons where email = 'olga@example.com') and not closed`
  const toTeam = `group_id = (select id from operator_groups where name = 'Billing team') and not closed`
  const ofTeam = `type_code in ('QUESTION', 'COMPLAINT', 'REFUND') and not closed`
  const ofPartner = `type_code in ('OUTAGE', 'INCIDENT') and category_code = 'NETWORK' and not closed`
  const outages = [{ typeCode: 'OUTAGE', categoryCode: 'NETWORK' }]
  const inactive = { typeCode: 'REFUND', categoryCode: 'BILLING', active: false }
  test.each<[string, object, Record<string, string>]>([
    ['a status that is deactivated', { statuses: [{ name: 'Open', active: false }] }, opened],
    ['a status that counts as closed', { statuses: [{ name: 'Open', closed: true }] }, opened],
    [
      'a status that no longer does',
      { statuses: [{ name: 'Resolved', closed: false }] },
      { CLOSED_CASES: `status = 'Resolved'` },
    ],
    [
      'a resolution that is deactivated',
      { resolutions: [{ name: 'Fixed', active: false }] },
      both(`resolution = 'Fixed'`),
    ],
    ['a type with other fields', { types: [{ code: 'REFUND', fields: [] }] }, { ...both(refunds), ...storedData }],
    [
      'a field that loses a bound and keeps its values',
      {
        types: [
          {
            code: 'REFUND',
            fields: [
              { name: 'amount', label: 'Amount to refund', kind: 'DECIMAL', minimum: 0.01, scale: 2 },
              { name: 'invoiceCount', label: 'Invoices concerned', kind: 'INTEGER', minimum: 1, maximum: 120 },
              { name: 'goodwill', label: 'Goodwill refund', kind: 'BOOLEAN' },
            ],
          },
        ],
      },
      both(refunds),
    ],
    ['a system category', { categories: [{ code: 'BILLING', system: true }] }, both(billing)],
    ['a type category that is deactivated', { typeCategories: [inactive] }, both(`${refunds} and ${billing}`)],
    [
      'a group that is deactivated',
      { groups: [{ name: 'Billing team', active: false }] },
      { ASSIGNED_CASES: toTeam, LOST_ACCESS: ofTeam },
    ],
    [
      'an operator who is blocked',
      { persons: [{ login: 'OPERATOR', email: 'olga@example.com', blocked: true }] },
      { SESSIONS: '', ASSIGNED_CASES: toOlga },
    ],
    ['another name of a category', { categories: [{ code: 'BILLING', name: 'Bills' }] }, both(billing)],
    ['a label', { types: [{ code: 'FAX', fields: [] }] }, {}],
    [
      'a grant of a touchpoint to change cases that ends',
      { touchpoints: [{ code: 'partner', typeCategories: outages }] },
      { LOST_ACCESS: ofPartner },
    ],
  ])('what is affected by %s, and writes nothing in a dry run', async (_claim, input, expected) => {
    const before = await dumpRows(server.database)
    const { changes } = await configure(server.url, { ...input, dryRun: true })
    expect(await dumpRows(server.database)).toBe(before)
    const counts: [string, number][] = []
    for (const [kind, condition] of Object.entries(expected)) {
      const sessions = `select count(*)::int as count from live_sessions where email = 'olga@example.com'`
      const found = kind === 'SESSIONS' ? (await stored<{ count: number }>(sessions))[0]!.count : await count(condition)
      if (found > 0) counts.push([kind, found])
    }
    expect(counts.length > 0 || Object.keys(expected).length === 0).toBe(true)
    expect(changes![0]!.impact.map(({ kind, count }) => [kind, count])).toEqual(counts)
    for (const { count, message } of changes![0]!.impact)
      expect(message).toMatch(
        new RegExp(`^${count} .*\\. .*\\.$|^${count} (sessions? of this person|open cases can no longer be seen)`),
      )
  })

  test('the first answer to a request that is repeated, with items that stay as they are', async () => {
    const fresh = `fresh-${Math.random()}`
    const input = {
      categories: [{ code: 'BILLING' }, { code: fresh, name: 'A' }],
      types: [{ code: 'REFUND' }, { code: fresh, name: 'B' }],
      idempotencyKey: fresh,
    }
    const first = await configure(server.url, input)
    expect(first.changes!.map(({ kind }) => kind)).toEqual(['UNCHANGED', 'CREATED', 'UNCHANGED', 'CREATED'])
    expect(await configure(server.url, input)).toEqual(first)
  })

  test('the first answer to a request that is repeated, without personal data in what is stored', async () => {
    const idempotencyKey = `key-${Math.random()}`
    const input = {
      persons: [{ login: 'PARTY', email: `${idempotencyKey}@example.com`, firstname: 'Mona' }],
      idempotencyKey,
    }
    const first = await configure(server.url, input)
    expect(first.changes).toMatchObject([
      { kind: 'CREATED', changes: [{ path: ['email'] }, { path: ['firstname'], to: 'Mona' }, {}, {}] },
    ])
    expect(await configure(server.url, input)).toEqual(first)
    const other = { ...input, persons: [{ ...input.persons[0]!, firstname: 'Other' }] }
    expect((await configure(server.url, other)).error?.code).toBe('CONFLICT')
    const rejected = { categories: [{ code: idempotencyKey }], idempotencyKey: `no-${idempotencyKey}` }
    const problems = await configure(server.url, rejected)
    await change({ categories: [{ code: idempotencyKey, name: 'X' }] })
    expect(await configure(server.url, rejected)).toEqual(problems)
    const selection = `select answer as text from idempotency_keys where key = $1`
    const [row] = await stored<{ text: string }>(selection, [idempotencyKey])
    expect(row!.text).not.toMatch(/Mona|@example/)
    await stored(`update persons set kind = 'PARTY' where email = 'ada@example.com'`)
    expect((await configure(server.url, input, ada)).error?.code).toBe('FORBIDDEN')
    await stored(`update persons set kind = 'ADMIN' where email = 'ada@example.com'`)
  })
})

describe('configure counts the cases that operators lose sight of', () => {
  const lost = async (input: object) => {
    const changes = await change({ ...input, dryRun: true })
    return changes.map(({ impact }) => impact.find(({ kind }) => kind === 'LOST_ACCESS')?.count ?? 0)
  }
  const team = (members: object) => ({ groups: [{ name: 'Lookouts', ...members }] })
  const [lena, luis] = ['lena@example.com', 'luis@example.com'].map((email) => ({ login: 'OPERATOR', email }))
  beforeAll(async () => {
    await change({
      types: [{ code: 'SEEN', name: 'Seen' }],
      typeCategories: [{ typeCode: 'SEEN', categoryCode: 'BILLING' }],
      persons: [
        { ...lena, firstname: 'Lena', typeCodes: [] },
        { ...luis, firstname: 'Luis', typeCodes: ['SEEN'] },
      ],
      groups: [
        { name: 'Lookouts', typeCodes: ['SEEN'], memberEmails: [lena!.email, luis!.email] },
        { name: 'Others', typeCodes: [], memberEmails: [] },
      ],
    })
    const seen = { typeCode: 'SEEN', categoryCode: 'BILLING', status: 'Open', caseData: {} }
    await server.addCase(seen)
    await server.addCase({ ...seen, status: 'Resolved' })
    await server.addCase({ ...seen, assigneeEmail: lena!.email })
    await server.addCase({ ...seen, groupName: 'Lookouts' })
    await server.addCase({ status: 'Open', groupName: 'Lookouts' })
  })
  test.each<[string, object, number[]]>([
    ['a type that a group loses, except those that stay assigned', team({ typeCodes: [] }), [1]],
    ['a member who has no other reason', team({ memberEmails: [luis!.email] }), [3]],
    ['the only way of several that matters', team({ memberEmails: [lena!.email] }), [1]],
    ['the last members', team({ memberEmails: [] }), [3]],
    ['a group that is deactivated', team({ active: false }), [3]],
    ['the side of the person', { persons: [{ ...lena, groupNames: [] }] }, [3]],
    ['a type that the person has also by the group', { persons: [{ ...luis, typeCodes: [] }] }, [0]],
    ['both ways at once', { persons: [{ ...luis, typeCodes: [] }], ...team({ memberEmails: [lena!.email] }) }, [4, 4]],
    [
      'a type that moves to another group of the same people',
      {
        groups: [
          { name: 'Lookouts', typeCodes: [] },
          { name: 'New', typeCodes: ['SEEN'], memberEmails: [lena!.email] },
        ],
      },
      [0, 0],
    ],
    [
      'a member who moves to another group with the type',
      {
        groups: [
          { name: 'Lookouts', memberEmails: [luis!.email] },
          { name: 'Others', typeCodes: ['SEEN'], memberEmails: [lena!.email] },
        ],
      },
      [1, 0],
    ],
    ['a type and a member that are added', team({ typeCodes: ['SEEN', 'REFUND'] }), [0]],
  ])('%s', async (_name, input, counts) => expect(await lost(input)).toEqual(counts))
})
