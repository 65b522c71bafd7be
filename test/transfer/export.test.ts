import { PassThrough, Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { exportData } from '../../src/transfer/export/export.ts'
import { importData } from '../../src/transfer/import/import.ts'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import { emptyDatabase, freshDatabase, sql } from '../support/database/database.ts'
import { writtenText } from '../support/data/written-text.ts'

const exported = async (database: Database): Promise<string> =>
  (await writtenText((output) => exportData(database, output))).text

/** Imports an export into an empty database and exports that. */
async function reexported(text: string): Promise<string> {
  const other = await emptyDatabase()
  await importData(other, JSON.parse(text))
  return exported(other)
}

const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-02T00:00:00Z' }
const aCase = { typeCode: 'QUESTION', categoryCode: 'BILLING', status: 'Open', resolution: 'Unresolved' }

describe('an export', () => {
  test('contains the imported data, ordered by code point', async () => {
    const database = await freshDatabase()
    const { sessions: _, ...sections } = demoData
    const file = JSON.parse(await exported(database))
    expect(Object.keys(file).filter((name) => name !== 'admins')).toEqual(Object.keys(sections))
    expect(file.statuses).toEqual([
      { name: 'Closed', closed: true },
      { name: 'Escalated by telex', active: false },
      { name: 'In progress' },
      { name: 'New', default: true },
      { name: 'Open' },
      { name: 'Resolved', closed: true, afterPartyComment: 'Open' },
      { name: 'Waiting for customer', afterPartyComment: 'Open' },
    ])
    expect(file.types.find(({ code }: { code: string }) => code === 'REFUND')).toEqual(demoData.types[2])
    const instants = { createdAt: expect.any(String), updatedAt: expect.any(String) }
    expect(file.cases).toEqual(
      demoData.cases.map(({ partyEmail, ...rest }) => ({ ...rest, ...(partyEmail && { partyEmail }), ...instants })),
    )
  })

  test('has all sections, even if the database is empty', async () => {
    const file = JSON.parse(await exported(await emptyDatabase()))
    expect(new Set(Object.values(file).map((section) => JSON.stringify(section)))).toEqual(new Set(['[]']))
  })

  test('is the same after an import into an empty database', async () => {
    const database = await freshDatabase()
    const odd = 'ä "quoted" \\ \u2028 \t 😀'
    const inactive = { value: odd, active: false }
    const closed = { status: 'Closed', resolution: 'Fixed', priority: 'URGENT', groupName: odd, version: 3 }
    const pair = { typeCode: odd, categoryCode: 'Z' }
    const logins = { logins: ['PARTY', 'OPERATOR'], registers: ['CONSUMER'], secrets: ['cgs_odd'] }
    await importData(database, {
      types: [
        {
          code: odd,
          name: ' x ',
          fields: [
            { name: 'toString', kind: 'DECIMAL', minimum: -1e-9, maximum: 123456789012345, scale: 9 },
            { name: odd, kind: 'BOOLEAN' },
            { name: 'text', kind: 'TEXT', maximumLength: 10_000, required: 'NEVER' },
            { name: 'none', kind: 'TEXT', required: 'NEVER', settableBy: 'OPERATORS' },
            { name: 'day', kind: 'DATE', required: 'WHEN_CLOSED' },
            { name: 'hue', kind: 'CHOICE', choices: [{ value: 'b', label: odd }, inactive] },
          ],
        },
      ],
      categories: [{ code: 'Z', name: odd, active: false, system: true }],
      typeCategories: [{ ...pair, defaultAnswer: '', groupName: odd }],
      touchpoints: [{ code: odd, name: odd, allTypeCategories: true, typeCategories: [pair], ...logins }],
      tags: [
        { code: odd, label: odd, active: false },
        { code: 'B', label: 'Second' },
      ],
      replies: [
        { code: odd, label: odd, text: `${odd} {{case.id}}`, typeCategories: [pair], active: false },
        { code: 'ALL', label: 'All', text: 'Hello {{customer.firstname}}' },
      ],
      statuses: [{ name: odd, settableBy: 'OPERATORS' }],
      resolutions: [{ name: odd, settableBy: 'OPERATORS' }],
      operatorGroups: [{ name: odd, memberEmails: ['olga@example.com'], typeCodes: [odd] }],
      admins: [{ email: 'ada@example.com', firstname: odd, subject: odd }],
      consumers: [{ email: 'Carla.Two@Example.com', firstname: odd, blocked: true, active: false }],
      cases: [
        {
          id: Number.MAX_SAFE_INTEGER,
          ...pair,
          ...closed,
          subject: 'ä "quoted" \\ 😀',
          createdAt: '0001-01-01T00:00:00Z',
          updatedAt: '9999-12-31T23:59:59.999999Z',
          caseData: { toString: 0.000000001, [odd]: true, text: ` ${odd}`, hue: odd },
          comments: [{ text: odd, authorEmail: 'carla.two@example.com', internal: true, touchpointCode: odd }],
        },
        { id: 10, ...aCase, ...times, tags: ['B', odd] },
        { id: 11, ...aCase, ...times, links: [{ caseId: 12, kind: 'PARENT', createdAt: times.createdAt }] },
        { id: 12, ...aCase, ...times, links: [{ caseId: 13, kind: 'RELATED' }] },
        { id: 13, ...aCase, ...times, merge: { intoCaseId: 11, directCaseId: 12, mergedAt: times.createdAt } },
      ],
    })
    expect(await sql(database, 'select case_id, other_id, kind from case_links order by 1, 2')).toEqual([
      { caseId: 11, otherId: 12, kind: 'PARENT' },
      { caseId: 12, otherId: 11, kind: 'CHILD' },
      { caseId: 12, otherId: 13, kind: 'RELATED' },
      { caseId: 13, otherId: 12, kind: 'RELATED' },
    ])

    const text = await exported(database)
    expect(text).toContain('"updatedAt":"9999-12-31T23:59:59.999999Z"')
    expect(text).toContain(`"subject":${JSON.stringify(odd)}`)
    expect(text).toContain('{"code":"ALL","label":"All","text":"Hello {{customer.firstname}}"}')
    expect(text).toContain(`"typeCategories":[${JSON.stringify(pair)}],"active":false}`)
    expect(text).toContain('"logins":["PARTY","OPERATOR"],"registers":["CONSUMER"]')
    expect(text).toContain('"priority":"URGENT"')
    expect(text.match(/"settableBy":"OPERATORS"/g)).toHaveLength(3)
    expect(text).not.toMatch(/"settableBy":"ALL"|cgs_|outdatedCaseData/)
    expect(text).toContain('"authorEmail":"Carla.Two@Example.com"')
    expect(text).toContain(`"tags":["B",${JSON.stringify(odd)}]`)
    expect(await reexported(text)).toBe(text)
  })

  test('has later comments with their author, touchpoint and time', async () => {
    const database = await freshDatabase()
    await sql(database, `update cases set version = 2 where id = 1001`)
    const insertion = `insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes)
       select 1001, 2, 'UPDATED', id, 'partner', '2026-08-01T00:00:00Z', '[]'
       from persons where email = 'omar@example.com'`
    await sql(database, insertion)
    await sql(
      database,
      `insert into case_comments (case_id, version, position, text, internal) values (1001, 2, 1, 'later', true)`,
    )
    const text = await exported(database)
    const [item] = JSON.parse(text).cases
    expect(item.version).toBe(2)
    const by = { authorEmail: 'omar@example.com', touchpointCode: 'partner', createdAt: '2026-08-01T00:00:00Z' }
    expect(item.comments).toEqual([...demoData.cases[0]!.comments!, { text: 'later', internal: true, ...by }])
    expect(await reexported(text)).toBe(text)
  })

  test('has the kind of an author if persons of several kinds share the address', async () => {
    const database = await freshDatabase()
    const person = { email: 'same@example.com', firstname: 'Sam' }
    await importData(database, { operators: [person], consumers: [{ ...person, email: 'SAME@example.com' }] })
    const by = { text: 'x', authorEmail: 'same@example.com' }
    const comments = ['CONSUMER', 'OPERATOR'].map((authorLogin) => ({ ...by, authorLogin }))
    await importData(database, { cases: [{ ...aCase, id: 1, comments }] })
    const text = await exported(database)
    expect(JSON.parse(text).cases[0].comments).toEqual([
      expect.objectContaining({ authorEmail: 'SAME@example.com', authorLogin: 'CONSUMER' }),
      expect.objectContaining({ authorEmail: 'same@example.com', authorLogin: 'OPERATOR' }),
    ])
    expect(await reexported(text)).toBe(text)
  })

  test('marks caseData that was stored before the fields of its type changed', async () => {
    const database = await freshDatabase()
    const fields = [{ name: 'iban', kind: 'BOOLEAN' }]
    await importData(database, { types: [{ code: 'REFUND', name: 'Refund', fields }] })
    const text = await exported(database)
    const marked = JSON.parse(text).cases.filter((item: object) => 'outdatedCaseData' in item)
    const { caseData } = demoData.cases[0]!
    expect(marked).toEqual([expect.objectContaining({ id: 1001, caseData, outdatedCaseData: true })])
    expect(await reexported(text)).toBe(text)
  })

  test('has many cases in the order of their IDs', async () => {
    const database = await freshDatabase()
    const ids = Array.from({ length: 700 }, (_, index) => 10_000 - index)
    await importData(database, { cases: ids.map((id) => ({ ...aCase, id })) })
    const { cases } = JSON.parse(await exported(database))
    expect(cases.slice(8).map(({ id }: { id: number }) => id)).toEqual(ids.toReversed())
  })

  test('fails if its output fails, and leaves the database usable', async () => {
    const database = await freshDatabase()
    const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('No space is left.')) })
    await expect(exportData(database, full)).rejects.toThrow('No space is left.')
    expect(JSON.parse(await exported(database)).cases).toHaveLength(8)
  })

  /** Exports while `work` runs after the second chunk of the file. Returns the text of the file. */
  async function exportedDuring(database: Database, work: () => Promise<unknown>): Promise<string> {
    // Takes one chunk at a time, so that the export waits for the work.
    const output = new PassThrough({ highWaterMark: 1, encoding: 'utf8' })
    const read = async () => {
      const chunks: string[] = []
      for await (const chunk of output) if (chunks.push(chunk) === 2) await work()
      return chunks.join('')
    }
    const [text] = await Promise.all([read(), exportData(database, output).finally(() => output.end())])
    return text
  }

  test('is a snapshot: it omits data that is written during the export', async () => {
    const database = await freshDatabase()
    const done: string[] = []
    const text = await exportedDuring(database, async () => {
      await importData(database, { statuses: [{ name: 'Added' }], cases: [{ ...aCase, id: 1 }] })
      await importData(database, { cases: [{ ...aCase, id: 2, status: 'Added' }] })
      done.push('import')
    })
    done.push('export')
    expect(JSON.parse(text).cases[0].id).toBe(1001)
    expect(text).not.toContain('Added')
    expect([done, JSON.parse(await exported(database)).cases[0].id]).toEqual([['import', 'export'], 1])
  })
})
