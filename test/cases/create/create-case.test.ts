import { describe, expect, test } from 'vitest'
import { importData } from '../../../src/transfer/import/import.ts'
import {
  carla,
  type Credentials,
  olga,
  omarAtPartner,
  paula,
  pedroAtKiosk,
} from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { describeFaces, failure } from '../../support/requests/faces.ts'
import { change } from '../../support/requests/changes.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const desk = { code: 'desk', name: "Operators' desk", allTypeCategories: true }
const server = useServer({
  data: {
    touchpoints: [{ ...desk, registers: ['PARTY'] }],
    parties: [{ email: 'piet@example.com', firstname: 'Piet', active: false }],
  },
})
const refund = { categoryCode: 'BILLING', typeCode: 'REFUND', caseData: refundData }

const create = (input: Record<string, unknown>, caller: Credentials = olga) =>
  change(server.url, 'createCase', input, caller)

async function problemsOf(input: Record<string, unknown>, caller?: Credentials) {
  const { problems, error } = await create(input, caller)
  expect(error).toBeUndefined()
  return problems?.map(({ code, path }) => [code, ...path].join(' ')).join(', ')
}

async function countCases(): Promise<number> {
  const [row] = await sql<{ count: number }>(server.database, 'select count(*) from cases')
  return Number(row?.count)
}

async function countPersons(): Promise<number> {
  const [row] = await sql<{ count: number }>(server.database, 'select count(*)::int from persons')
  return row!.count
}

describe('createCase', () => {
  test('creates a case with the default status and resolution, an event and its comments', async () => {
    const comments = [{ text: ' First. ' }, { text: 'Second.', internal: true }]
    const answer = await create({ ...refund, partyEmail: 'PAULA@example.com', comments })
    const created = answer.case
    expect(created).toMatchObject({
      version: 1,
      status: 'New',
      resolution: 'Unresolved',
      typeCode: 'REFUND',
      categoryCode: 'BILLING',
      caseData: refundData,
      party: { email: 'paula@example.com' },
      assignee: null,
      group: null,
      comments: { nodes: [{ text: 'First.' }, { text: 'Second.' }] },
    })
    const events = await sql(
      server.database,
      `select e.version, kind, touchpoint_code, e.at = c.created_at and c.created_at = c.updated_at as same_time,
        jsonb_array_length(changes) as changes
      from case_events e join cases c on c.id = e.case_id where c.id = $1`,
      [created?.id],
    )
    expect(events).toEqual([{ version: 1, kind: 'CREATED', touchpointCode: 'desk', sameTime: true, changes: 7 }])
  })

  test('registers nobody in a dry run, and shows the party', async () => {
    const answer = await create({ ...refund, partyEmail: 'Dora@example.com', partyFirstname: 'Dora', dryRun: true })
    expect(answer.case).toMatchObject({ id: '0', party: { email: 'Dora@example.com' } })
    expect(await personsWith('Dora@example.com')).toEqual([])
  })

  test('registers the party of a repeated request once, and nobody if the key was used for another request', async () => {
    const input = {
      ...refund,
      partyEmail: 'keyed@example.com',
      partyFirstname: 'Keyed',
      idempotencyKey: 'registration',
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(input)))
    const cases = answers.map((answer) => answer.case)
    expect(cases.map((each) => each?.party)).toEqual(cases.map(() => ({ email: 'keyed@example.com' })))
    expect(new Set(cases.map((each) => each?.id)).size).toBe(1)
    const others = Array.from({ length: 8 }, (_, i) =>
      create({ ...input, idempotencyKey: 'others', partyEmail: `other-${i}@example.com` }),
    )
    const codes = (await Promise.all(others)).map(({ error }) => error?.code)
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(7)
    const registered = await sql(server.database, "select from persons where email_key like 'other-%'")
    expect(registered).toHaveLength(1)
  })

  test("makes a party's case its own", async () => {
    const answer = await create(refund, paula)
    expect(answer.case?.party).toEqual({ email: 'paula@example.com' })
  })

  test('takes the status and the resolution that are sent', async () => {
    const answer = await create({ ...refund, status: 'Open', resolution: 'Fixed' })
    expect(answer.case).toMatchObject({ status: 'Open', resolution: 'Fixed', party: null })
  })

  test.each<[what: string, input: Record<string, unknown>, problems: string]>([
    ['codes', { caseData: refundData }, 'CodeRequired categoryCode, CodeRequired typeCode'],
    ['a category', { typeCode: 'REFUND' }, 'CodeRequired categoryCode'],
    ['an ordinary category', { ...refund, categoryCode: 'SYSTEM' }, 'CategorySystemNode categoryCode'],
    ['a known category', { ...refund, categoryCode: 'NONE' }, 'InvalidCode categoryCode'],
    ['an active category', { ...refund, categoryCode: 'TELEX' }, 'InvalidCode categoryCode'],
    ['a type category that exists', { ...refund, categoryCode: 'NETWORK' }, 'InvalidCode typeCode'],
    ['empty codes', { categoryCode: '', typeCode: '' }, 'InvalidCode categoryCode'],
    ['a known status', { ...refund, status: 'Gone' }, 'InvalidName status'],
    ['an active status', { ...refund, status: 'Escalated by telex' }, 'InvalidName status'],
    ['a known resolution', { ...refund, resolution: '' }, 'InvalidName resolution'],
    [
      'every field',
      { ...refund, caseData: undefined },
      'invalidCaseField caseData amount, invalidCaseField caseData invoiceCount, invalidCaseField caseData goodwill',
    ],
    ['a known party', { ...refund, partyEmail: 'nobody@example.com' }, 'partyNotValid partyEmail'],
    ['the address of a party', { ...refund, partyEmail: 'olga@example.com' }, 'partyNotValid partyEmail'],
    [
      'all of this at once',
      { status: 'Gone', resolution: 'Gone', partyEmail: '', typeCode: 'REFUND' },
      'CodeRequired categoryCode, InvalidName status, InvalidName resolution, partyNotValid partyEmail',
    ],
  ])('requires %s', async (_what, input, problems) => {
    const before = await countCases()
    expect(await problemsOf(input)).toBe(problems)
    expect(await countCases()).toBe(before)
  })

  test('requires a type category that is granted to the touchpoint', async () => {
    expect(await problemsOf(refund, pedroAtKiosk)).toBe('InvalidCode typeCode')
  })

  test('does not let a party say whose case it is', async () => {
    expect(await problemsOf({ ...refund, partyEmail: 'pedro@example.com' }, paula)).toBe('partyNotValid partyEmail')
  })

  test.each<[string, Credentials, object, string]>([
    ['a consumer', carla, {}, 'FORBIDDEN'],
    ['a party with an internal comment', paula, { comments: [{ text: 'x', internal: true }] }, 'FORBIDDEN'],
    ['an unknown caller', { token: 'x', touchpoint: 'desk' }, {}, 'UNAUTHENTICATED'],
    ['anyone with an empty comment', olga, { comments: [{ text: ' ' }] }, 'BAD_USER_INPUT'],
  ])('refuses %s', async (_who, caller, input, code) => {
    const before = await countCases()
    expect((await create({ ...refund, ...input }, caller)).error?.code).toBe(code)
    expect(await countCases()).toBe(before)
  })

  test('requires a status and a resolution if no default is active', async () => {
    await importData(server.database, {
      statuses: [{ name: 'New', default: true, active: false }],
      resolutions: [{ name: 'Unresolved' }],
    })
    expect(await problemsOf(refund)).toBe('InvalidName status, InvalidName resolution')
    await importData(server.database, {
      statuses: [{ name: 'New', default: true }],
      resolutions: [{ name: 'Unresolved', default: true }],
    })
  })

  test('creates the cases of concurrent requests, each with its own number', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => create({ ...refund, comments: [{ text: `${i}` }] })),
    )
    const cases = answers.map((answer) => answer.case)
    expect(new Set(cases.map((each) => each?.id)).size).toBe(40)
    expect(cases.map((each) => each?.comments)).toEqual(cases.map((_each, i) => ({ nodes: [{ text: `${i}` }] })))
  })
})

const personsWith = (email: string) =>
  sql(server.database, 'select kind, email, firstname, active, blocked from persons where email_key = lower($1)', [
    email,
  ])

describeFaces('createCase with partyFirstname', server, ({ name, change }) => {
  const address = (local: string) => `${local}-${name}@example.com`
  const register = (input: object, caller?: Credentials) =>
    change('createCase', { body: { ...refund, ...input }, ...caller })

  test('registers a party who does not exist, and shows the party', async () => {
    const partyEmail = address('Nina')
    expect(await register({ partyEmail, partyFirstname: ' Nina ' })).toMatchObject({ outcome: 'ok' })
    const nina = { kind: 'PARTY', email: partyEmail, firstname: 'Nina', active: true, blocked: false }
    expect(await personsWith(partyEmail)).toEqual([nina])
    // An address ignores letter case, and a person keeps the name.
    await register({ partyEmail: partyEmail.toLowerCase(), partyFirstname: '' })
    expect(await personsWith(partyEmail)).toEqual([nina])
    const audited = `select o.email, a.touchpoint_code, a.changes from audit_events a join persons o on o.id = a.actor_id
      where action = 'PERSON_REGISTERED' and target in (select 'person:' || id from persons where email_key = lower($1))`
    const byOlga = { email: 'olga@example.com', touchpointCode: 'desk', changes: [] }
    expect(await sql(server.database, audited, [partyEmail])).toEqual([byOlga])
  })

  test.each<[string, object, string[]]>([
    ['an address', { partyEmail: 'nina.example.com' }, ['partyEmail']],
    ['an address without white space', { partyEmail: ' nina@example.com' }, ['partyEmail']],
    ['an address of at most 254 characters', { partyEmail: `${'x'.repeat(243)}@example.com` }, ['partyEmail']],
    ['an address with one @', { partyEmail: 'ni@na@example.com' }, ['partyEmail']],
    ['an address without NUL', { partyEmail: 'ni\0na@example.com' }, ['partyEmail']],
    ['a first name', { partyFirstname: ' ' }, ['partyFirstname']],
    ['a first name of at most 200 characters', { partyFirstname: '😀'.repeat(201) }, ['partyFirstname']],
    ['a first name without lone surrogates', { partyFirstname: '\ud800' }, ['partyFirstname']],
    ['the address', { partyEmail: null }, ['partyFirstname']],
    ['a valid address and first name', { partyEmail: 'x', partyFirstname: '' }, ['partyEmail', 'partyFirstname']],
  ])('requires %s', async (_what, input, fields) => {
    const before = await countPersons()
    const body = { partyEmail: address('wrong'), partyFirstname: 'Wrong', ...input }
    expect(await register(body)).toEqual(failure(...fields.map((field): [string, string] => ['partyNotValid', field])))
    expect(await countPersons()).toBe(before)
  })

  test('accepts the longest address and the longest first name', async () => {
    const partyEmail = `${'😀'.repeat(241 - name.length)}${address('')}`
    expect(await register({ partyEmail, partyFirstname: '😀'.repeat(200) })).toMatchObject({ outcome: 'ok' })
    expect(await personsWith(partyEmail)).toHaveLength(1)
  })

  test('tells the Kelvin sign from k', async () => {
    const emails = [address('kai'), address('\u212aai')]
    for (const partyEmail of emails) {
      expect(await register({ partyEmail, partyFirstname: 'Kai' })).toMatchObject({ outcome: 'ok' })
    }
    const persons = await sql(server.database, 'select email from persons where email = any($1) order by id', [emails])
    expect(persons).toEqual(emails.map((email) => ({ email })))
  })

  test('registers nobody in a rejected request, at another touchpoint, or for a party', async () => {
    const before = await countPersons()
    const nobody = { partyEmail: address('nobody'), partyFirstname: 'Nobody' }
    expect(await register({ ...nobody, status: 'Gone' })).toEqual(failure(['InvalidName', 'status']))
    const notValid = failure(['partyNotValid', 'partyEmail'])
    expect(await register(nobody, omarAtPartner)).toMatchObject({ problems: expect.arrayContaining(notValid.problems) })
    expect(await register(nobody, paula)).toEqual(notValid)
    expect(await register({ partyFirstname: 'Nobody' }, paula)).toEqual(failure(['partyNotValid', 'partyFirstname']))
    expect(await register({ ...nobody, partyEmail: 'piet@example.com' })).toEqual(notValid)
    expect(await countPersons()).toBe(before)
  })

  test('registers one person for 64 concurrent requests', async () => {
    const body = { partyEmail: address('many'), partyFirstname: 'Many' }
    const before = await countCases()
    const answers = await Promise.all(Array.from({ length: 64 }, () => register(body)))
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['ok']))
    expect(await personsWith(body.partyEmail)).toHaveLength(1)
    expect(await countCases()).toBe(before + 64)
  })
})
