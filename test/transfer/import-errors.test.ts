import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { ImportError } from '../../src/transfer/import/read-import-file.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { freshDatabase, sql } from '../support/database/database.ts'

let database: Database
beforeAll(async () => (database = await freshDatabase()))

async function rejected(data: unknown): Promise<ImportError> {
  const error = await importData(database, data).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ImportError)) throw error ?? new Error('The import was not rejected.')
  return error
}

/** Takes JSON, so that the data has only what a file can have. */
const errorsOf = async (json: string): Promise<readonly string[]> => (await rejected(JSON.parse(json))).errors
const type = { code: 'T', name: 'T' }
const aCase = { id: 1, typeCode: 'QUESTION', categoryCode: 'BILLING', status: 'Open', resolution: 'Unresolved' }
const refund = { ...aCase, typeCode: 'REFUND' }
const comment = { text: 'x', authorEmail: 'olga@example.com' }
const session = { token: 't', touchpointCode: 'desk', login: 'OPERATOR', email: 'olga@example.com' }
const withField = (field: object) => ({ types: [{ ...type, fields: [{ name: 'f', kind: 'DECIMAL', ...field }] }] })
const withCase = (item: object) => ({ cases: [{ ...aCase, ...item }] })
const withComment = (item: object) => ({ cases: [{ ...aCase, comments: [{ ...comment, ...item }] }] })
const withSession = (item: object) => ({ sessions: [{ ...session, ...item }] })

describe('an import checks the form of its file and', () => {
  test.each<[error: string, data: unknown]>([
    ['The file must be a JSON object.', []],
    ['The file must be a JSON object.', null],
    ['case: unknown section; the sections are touchpoints, categories', { case: [] }],
    ['cases: must be an array', { cases: {} }],
    ['cases[0]: must be an object', { cases: [7] }],
    ['types[0].aktiv: unknown member', { types: [{ ...type, aktiv: true }] }],
    ['types[0]["a b"]: unknown member', { types: [{ ...type, 'a b': 1 }] }],
    ['types[0].fields[0].minimun: unknown member', withField({ minimun: 1 })],
    ['types[0].constructor: ', { types: [{ ...type, constructor: 1 }] }],
    ['types[0].code: is required', { types: [{ name: 'T' }] }],
    ['types[0].code: must not be empty', { types: [{ ...type, code: '' }] }],
    ['cases[0].subject: must be a string of one line, with at most 200 characters', withCase({ subject: 'a\nb' })],
    ['cases[0].priority: must be LOW, NORMAL, HIGH or URGENT', withCase({ priority: 'NONE' })],
    ['statuses[0].settableBy: must be ALL or OPERATORS', { statuses: [{ name: 'X', settableBy: 'PARTIES' }] }],
    ['statuses[0].name: must not be empty', { statuses: [{ name: '' }] }],
    ['parties[0].email: must not be empty', { parties: [{ email: '', firstname: 'A' }] }],
    ['types[0].code: must not contain NUL', { types: [{ ...type, code: 'a\0' }] }],
    ['types[0].name: must not contain NUL', { types: [{ ...type, name: '\ud800' }] }],
    ['types[0].code: must be a string', { types: [{ ...type, code: 7 }] }],
    ['types[0].active: must be true or false', { types: [{ ...type, active: 'yes' }] }],
    ['types[0].fields[0].kind: must be BOOLEAN, CHOICE, DATE,', withField({ kind: 'MONEY' })],
    ['types[0].fields[0].choices: must have at least one', withField({ kind: 'CHOICE' })],
    ['types[0].fields[0].choices: must have at', withField({ kind: 'CHOICE', choices: [] })],
    ['types[0].fields[0].choices: is allowed only for CHOICE', withField({ kind: 'TEXT', choices: [] })],
    [
      'types[0].fields[0].choices[1].value: must not repeat choices[0].value',
      withField({ kind: 'CHOICE', choices: [{ value: 'a' }, { value: 'a' }] }),
    ],
    ['types[0].fields[0].choices[0].value: must not be', withField({ kind: 'CHOICE', choices: [{ value: '' }] })],
    ['types[0].fields[0].maximumLength: is allowed only', withField({ kind: 'DATE', maximumLength: 9 })],
    ['types[0].fields[0].maximumLength: must be at least 1', withField({ kind: 'TEXT', maximumLength: 0 })],
    ['types[0].fields[0].maximumLength: must be at most', withField({ kind: 'TEXT', maximumLength: 10_001 })],
    ['types[0].fields[0].required: must be ALWAYS, ', withField({ required: true })],
    ['types[0].fields[0].scale: is allowed only for DECIMAL', withField({ kind: 'INTEGER', scale: 0 })],
    ['types[0].fields[0].scale: must not be negative', withField({ scale: -1 })],
    ['types[0].fields[0].scale: must be an integer', withField({ scale: 1.5 })],
    ['types[0].fields[0].maximum: is allowed only for INTEGER and DECIMAL', withField({ kind: 'BOOLEAN', maximum: 1 })],
    ['types[0].fields[0].minimum: must not be greater', withField({ minimum: 2, maximum: 1 })],
    ['types[0].fields[0].minimum: must have at most 15', withField({ minimum: 1234567890.123456 })],
    ['types[0].fields[0].maximum: ', withField({ kind: 'INTEGER', maximum: 1.5 })],
    ['types[0].fields[0].maximum: ', withField({ kind: 'INTEGER', maximum: 2 ** 53 })],
    ['sessions[0].login: must be ADMIN, CONSUMER, OPERATOR or PARTY', withSession({ login: 'operator' })],
    [
      'parties[0].email: must be an email address of at most 254 characters',
      { parties: [{ email: 'a@b@c', firstname: 'A' }] },
    ],
    ['sessions[0].token: must not be empty', withSession({ token: '' })],
    ['sessions[0].expiresAt: must be a date', withSession({ expiresAt: '2030-01-01T00:00:00' })],
    ['sessions[0].expiresAt: must be a date', withSession({ expiresAt: '2030-02-30T00:00:00Z' })],
    ['cases[0].createdAt: must be a date', withCase({ createdAt: '2030-01-01' })],
    ['cases[0].createdAt: must be between', withCase({ createdAt: '0000-01-01T00:00:00Z' })],
    ['cases[0].updatedAt: must be between', withCase({ updatedAt: '2030-01-01T00:00:00+23:00' })],
    ['cases[0].id: must be an integer from 1', withCase({ id: 0 })],
    ['cases[0].id: must be an integer', withCase({ id: 2 ** 53 })],
    ['cases[0].id: must be a number', withCase({ id: '1' })],
    ['cases[0].version: must be at least 1', withCase({ version: 0 })],
    [
      'cases[0].groupName: must not be set together with assigneeEmail',
      withCase({ assigneeEmail: 'olga@example.com', groupName: 'Billing team' }),
    ],
    ['cases[0].caseData: ', withCase({ caseData: { a: ['x'] }, outdatedCaseData: true })],
    ['cases[0].comments[0].text: must have 1 to 10,000 characters', withComment({ text: ' ' })],
    ['cases[0].comments[0].text: must have', withComment({ text: 'x'.repeat(10_001) })],
    ['cases[0].comments[0].text: must not contain NUL', withComment({ text: 'a\0' })],
  ])('rejects %s', async (error, data) => {
    expect(await errorsOf(JSON.stringify(data))).toEqual([expect.stringMatching(startsWith(error))])
  })

  test('rejects members that have a meaning in JavaScript', async () => {
    const inType = await errorsOf('{"types":[{"code":"T","name":"T","__proto__":{}}]}')
    expect(inType).toEqual(['types[0].__proto__: unknown member'])
    expect(await errorsOf('{"__proto__":[]}')).toEqual([expect.stringMatching(/^__proto__: unknown section/)])
  })
})

describe('an import checks the references of its file and', () => {
  const linked = (...cases: object[]) => ({
    cases: cases.map((values, index) => ({
      id: index + 1,
      typeCode: 'QUESTION',
      categoryCode: 'BILLING',
      status: 'Open',
      resolution: 'Unresolved',
      ...values,
    })),
  })
  const typeCategory = { typeCode: 'QUESTION', categoryCode: 'NETWORK' }
  const touchpoint = { code: 'x', name: 'X' }
  test.each<[error: string, data: unknown]>([
    [
      'touchpoints[0].typeCategories[0].categoryCode: no type category for case type "QUESTION" and case category "NETWORK"',
      { touchpoints: [{ ...touchpoint, typeCategories: [typeCategory] }] },
    ],
    ['typeCategories[0].typeCode: no case type "X"', { typeCategories: [{ typeCode: 'X', categoryCode: 'BILLING' }] }],
    [
      'typeCategories[0].categoryCode: no case category "billing"',
      { typeCategories: [{ typeCode: 'FAX', categoryCode: 'billing' }] },
    ],
    ['cases[0].tags[1]: must not repeat a code', linked({ tags: ['A', 'A'] })],
    ['cases[0].tags[0]: no tag "NONE"', linked({ tags: ['NONE'] })],
    ['cases[0].links[0].caseId: must be the ID of another case', linked({ links: [{ caseId: 1, kind: 'RELATED' }] })],
    [
      'cases[0].links[1]: must not be a second parent of case 1',
      linked({ links: [2, 3].map((caseId) => ({ caseId, kind: 'PARENT' })) }),
    ],
    [
      'cases[0].links[0]: must not be above itself: case 1',
      linked({ links: [{ caseId: 2, kind: 'PARENT' }] }, { links: [{ caseId: 1, kind: 'PARENT' }] }),
    ],
    [
      'cases[1].links[0].kind: must be RELATED, as the link is elsewhere in the file',
      linked({ links: [{ caseId: 2, kind: 'RELATED' }] }, { links: [{ caseId: 1, kind: 'PARENT' }] }),
    ],
    [
      'cases[100].links[0]: must not be one of more than 100 links of case 999',
      linked(...Array.from({ length: 101 }, () => ({ links: [{ caseId: 999, kind: 'RELATED' }] }))),
    ],
    [
      'cases[0].merge.intoCaseId: must be the ID of a case that is not merged',
      linked({ merge: { intoCaseId: 2 } }, { merge: { intoCaseId: 3 } }),
    ],
    ['transitions[0].from: no status "X"', { transitions: [{ from: 'X', to: 'Open' }] }],
    ['transitions[0].to: no status "X"', { transitions: [{ from: 'Open', to: 'X' }] }],
    [
      'operators[0].typeCodes[1]: no case type "X"',
      { operators: [{ email: 'a@b', firstname: 'A', typeCodes: ['FAX', 'X'] }] },
    ],
    ['operatorGroups[0].typeCodes[0]: no case type "X"', { operatorGroups: [{ name: 'G', typeCodes: ['X'] }] }],
    [
      'operatorGroups[0].memberEmails[0]: no operator "paula@example.com"',
      { operatorGroups: [{ name: 'G', memberEmails: ['paula@example.com'] }] },
    ],
    ['sessions[0].touchpointCode: no touchpoint "DESK"', withSession({ touchpointCode: 'DESK' })],
    ['sessions[0].email: no consumer "olga@example.com"', withSession({ login: 'CONSUMER' })],
    ['cases[0].typeCode: no case type "X"', withCase({ typeCode: 'X' })],
    ['cases[0].categoryCode: no case category "X"', withCase({ categoryCode: 'X' })],
    [
      'cases[0].categoryCode: no type category for case type "QUESTION" and case category "NETWORK"',
      withCase(typeCategory),
    ],
    ['cases[0].status: no status "open"', withCase({ status: 'open' })],
    ['cases[0].resolution: no resolution "X"', withCase({ resolution: 'X' })],
    ['cases[0].partyEmail: no party "a@b"', withCase({ partyEmail: 'a@b' })],
    ['cases[0].assigneeEmail: no operator "paula@example.com"', withCase({ assigneeEmail: 'paula@example.com' })],
    ['cases[0].groupName: no operator group "X"', withCase({ groupName: 'X' })],
    ['cases[0].caseData.a: ', withCase({ caseData: { a: 1 } })],
    ['cases[0].caseData: caseData must be an object', withCase({ caseData: [] })],
    ['cases[0].comments[0].authorEmail: no operator, party or consumer "a@b"', withComment({ authorEmail: 'a@b' })],
    ['cases[0].comments[0].authorEmail: no party "olga@example.com"', withComment({ authorLogin: 'PARTY' })],
    ['cases[0].comments[0].touchpointCode: no touchpoint "x"', withComment({ touchpointCode: 'x' })],
  ])('rejects %s', async (start, data) => {
    const error = `${start}${start.includes(': no ') ? ' in the file or the database' : ''}`
    expect(await errorsOf(JSON.stringify(data))).toEqual([expect.stringMatching(startsWith(error))])
  })

  test('rejects caseData field by field, and its unknown fields', async () => {
    const caseData = { amount: 0, invoiceCount: 1, extra: true }
    const errors = await errorsOf(JSON.stringify({ cases: [{ ...refund, caseData }] }))
    expect(errors.map((error) => error.split(': ')[0])).toEqual([
      'cases[0].caseData.amount',
      'cases[0].caseData.goodwill',
      'cases[0].caseData.extra',
    ])
  })

  test('checks caseData against the fields that its type has after the import', async () => {
    const types = [{ code: 'REFUND', name: 'Refund', fields: [{ name: 'iban', kind: 'BOOLEAN' }] }]
    const caseData = { amount: 1, invoiceCount: 1, goodwill: true }
    const errors = await errorsOf(JSON.stringify({ types, cases: [{ ...refund, caseData }] }))
    expect(errors).toEqual(['cases[0].caseData.iban: iban must be true or false.'])
  })

  test('does not report references to malformed items', async () => {
    const typeCategories = [{ typeCode: 'NEW', categoryCode: 'BILLING' }]
    const cases = [{ ...aCase, typeCode: 'NEW', caseData: { a: 1 } }]
    const { errors } = await rejected({ types: [{ code: 'NEW', name: '' }], typeCategories, cases })
    expect(errors).toEqual(['types[0].name: must not be empty'])
  })
})

describe('an import checks for repeated items and', () => {
  const person = { email: 'a@b', firstname: 'A' }
  const typeCategory = { typeCode: 'FAX', categoryCode: 'NETWORK' }
  const transition = { from: 'Open', to: 'New' }
  test.each<[error: string, data: unknown]>([
    ['touchpoints[1].code: must not repeat touchpoints[0].code', { touchpoints: [type, type] }],
    ['categories[1].code: must not repeat categories[0].code', { categories: [type, type] }],
    ['types[1].code: must not repeat types[0].code', { types: [type, type] }],
    [
      'types[0].fields[1].name: must not repeat types[0].fields[0].name',
      { types: [{ ...type, fields: ['BOOLEAN', 'INTEGER'].map((kind) => ({ name: 'f', kind })) }] },
    ],
    ['typeCategories[1]: must not repeat typeCategories[0]', { typeCategories: [typeCategory, typeCategory] }],
    ['statuses[1].name: must not repeat statuses[0].name', { statuses: [{ name: 'X' }, { name: 'X' }] }],
    ['transitions[1]: must not repeat transitions[0]', { transitions: [transition, transition] }],
    ['resolutions[1].name: must not repeat', { resolutions: [{ name: 'X' }, { name: 'X' }] }],
    ['operators[1].email: must not repeat operators[0].email', { operators: [person, { ...person, email: 'A@B' }] }],
    [
      'operators[0].typeCodes[1]: must not repeat operators[0].typeCodes[0]',
      { operators: [{ ...person, typeCodes: ['FAX', 'FAX'] }] },
    ],
    ['operatorGroups[1].name: must not repeat', { operatorGroups: [{ name: 'X' }, { name: 'X' }] }],
    [
      'operatorGroups[0].memberEmails[1]: must not repeat operatorGroups[0].memberEmails[0]',
      { operatorGroups: [{ name: 'X', memberEmails: ['olga@example.com', 'OLGA@example.com'] }] },
    ],
    ['sessions[1].token: must not repeat sessions[0].token', { sessions: [session, session] }],
    ['cases[1].id: must not repeat cases[0].id', { cases: [aCase, aCase] }],
    [
      'touchpoints[0].typeCategories[1]: must not repeat touchpoints[0].typeCategories[0]',
      { touchpoints: [{ ...type, typeCategories: [typeCategory, typeCategory] }], typeCategories: [typeCategory] },
    ],
  ])('rejects %s', async (error, data) => {
    expect(await errorsOf(JSON.stringify(data))).toEqual([expect.stringMatching(startsWith(error))])
  })

  test('allows persons of different kinds to share an address', async () => {
    const other = await freshDatabase()
    await importData(other, { operators: [person], parties: [person], consumers: [person] })
    expect(await sql(other, `select count(*) as persons from persons where email = 'a@b'`)).toEqual([{ persons: 3 }])
  })
})

describe('a rejected file', () => {
  test('has the errors of its form and of its references reported together', async () => {
    const data = {
      types: [{ code: '', name: 'T' }],
      sessions: [{ ...session, touchpointCode: 'x' }],
      cases: [aCase, { ...aCase, id: 1, status: 'X' }, { ...aCase, id: 'x' }],
    }
    expect((await rejected(data)).message).toBe(`The file has 5 errors. Nothing was imported.
  types[0].code: must not be empty
  cases[2].id: must be a number
  sessions[0].touchpointCode: no touchpoint "x" in the file or the database
  cases[1].id: must not repeat cases[0].id
  cases[1].status: no status "X" in the file or the database`)
  })

  test('has malformed items reported once, and references to them not at all', async () => {
    const data = {
      types: [{ code: 'T', name: 7, fields: [{ name: 'f', kind: 'MONEY' }] }],
      statuses: [{ name: 'S', active: 'yes' }, { name: 'S' }],
      typeCategories: [{ typeCode: 'T', categoryCode: 'BILLING' }],
      cases: [
        { ...aCase, typeCode: 'T', caseData: { f: 1 } },
        { ...aCase, version: 0, status: 'X' },
      ],
    }
    expect((await rejected(data)).errors).toEqual([
      'types[0].name: must be a string',
      'types[0].fields[0].kind: must be BOOLEAN, CHOICE, DATE, DECIMAL, INTEGER or TEXT',
      'statuses[0].active: must be true or false',
      'cases[1].version: must be at least 1',
    ])
  })

  test('has a hundred errors listed and the rest counted', async () => {
    const error = await rejected({ cases: Array.from({ length: 103 }, (_, index) => ({ ...aCase, id: -index })) })
    expect(error.count).toBe(103)
    expect(error.errors).toHaveLength(100)
    expect(error.message).toMatch(/\n {2}and 3 more$/)
  })

  test('is not searched for more than a thousand', async () => {
    const unknown = Array.from({ length: 1_200 }, (_, index) => ({ ...aCase, id: index + 1, typeCode: `T${index}` }))
    const error = await rejected({ cases: unknown })
    expect([error.count, error.errors.length]).toEqual([1_000, 100])
    expect(error.message).toMatch(/^The file has at least 1000 errors\.[^]*\n {2}and at least 900 more$/)
  })

  test('has no token in its errors', async () => {
    const hushed = { ...session, token: 'hush' }
    expect((await rejected({ sessions: [hushed, { ...hushed, email: 'a@b' }] })).message).not.toContain('hush')
  })

  test('changes nothing, even if it is partly correct', async () => {
    const counts = `select (select count(*) from cases) as cases, (select count(*) from case_types) as types,
      (select revision::text from catalogue_revision) as revision`
    const before = await sql(database, counts)
    const wrong = { ...aCase, id: 4, status: 'X' }
    await rejected({ types: [type], cases: [{ ...aCase, id: 3 }, wrong] })
    expect(await sql(database, counts)).toEqual(before)
  })
})

function startsWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
}
