import { describe, expect, test } from 'vitest'
import { importData } from '../../../src/transfer/import/import.ts'
import { carla, type Credentials, olga, paula, pedroAtKiosk } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { mutate } from '../../support/requests/mutations.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
const refund = { categoryCode: 'BILLING', typeCode: 'REFUND', caseData: refundData }

const create = (input: Record<string, unknown>, caller: Credentials = olga) =>
  mutate(server.url, 'createCase', input, caller)

async function problemsOf(input: Record<string, unknown>, caller?: Credentials) {
  const { data, errors } = await create(input, caller)
  expect(errors).toBeUndefined()
  return data?.result?.problems?.map(({ code, path }) => [code, ...path])
}

async function countCases(): Promise<number> {
  const [row] = await sql<{ count: number }>(server.database, 'select count(*) from cases')
  return Number(row?.count)
}

describe('createCase', () => {
  test('creates a case with the default status and resolution, an event and its comments', async () => {
    const comments = [{ text: ' First. ' }, { text: 'Second.', internal: true }]
    const { data } = await create({ ...refund, partyEmail: 'PAULA@example.com', comments })
    const created = data?.result?.case
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
      comments: { edges: [{ node: { text: 'First.' } }, { node: { text: 'Second.' } }] },
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

  test("makes a party's case its own", async () => {
    const { data } = await create(refund, paula)
    expect(data?.result?.case?.party).toEqual({ email: 'paula@example.com' })
  })

  test('takes the status and the resolution that are sent', async () => {
    const { data } = await create({ ...refund, status: 'Open', resolution: 'Fixed' })
    expect(data?.result?.case).toMatchObject({ status: 'Open', resolution: 'Fixed', party: null })
  })

  test.each<[string, Record<string, unknown>, [string, ...string[]][]]>([
    [
      'codes',
      { caseData: refundData },
      [
        ['CodeRequired', 'categoryCode'],
        ['CodeRequired', 'typeCode'],
      ],
    ],
    ['a category', { typeCode: 'REFUND' }, [['CodeRequired', 'categoryCode']]],
    ['an ordinary category', { ...refund, categoryCode: 'SYSTEM' }, [['CategorySystemNode', 'categoryCode']]],
    ['a known category', { ...refund, categoryCode: 'NONE' }, [['InvalidCode', 'categoryCode']]],
    ['an active category', { ...refund, categoryCode: 'TELEX' }, [['InvalidCode', 'categoryCode']]],
    ['a type category that exists', { ...refund, categoryCode: 'NETWORK' }, [['InvalidCode', 'typeCode']]],
    ['empty codes', { categoryCode: '', typeCode: '' }, [['InvalidCode', 'categoryCode']]],
    ['a known status', { ...refund, status: 'Gone' }, [['InvalidName', 'status']]],
    ['an active status', { ...refund, status: 'Escalated by telex' }, [['InvalidName', 'status']]],
    ['a known resolution', { ...refund, resolution: '' }, [['InvalidName', 'resolution']]],
    [
      'every field',
      { ...refund, caseData: undefined },
      [
        ['invalidCaseField', 'caseData', 'amount'],
        ['invalidCaseField', 'caseData', 'invoiceCount'],
        ['invalidCaseField', 'caseData', 'goodwill'],
      ],
    ],
    ['a known party', { ...refund, partyEmail: 'nobody@example.com' }, [['partyNotValid', 'partyEmail']]],
    ['the address of a party', { ...refund, partyEmail: 'olga@example.com' }, [['partyNotValid', 'partyEmail']]],
    [
      'all of this at once',
      { status: 'Gone', resolution: 'Gone', partyEmail: '', typeCode: 'REFUND' },
      [
        ['CodeRequired', 'categoryCode'],
        ['InvalidName', 'status'],
        ['InvalidName', 'resolution'],
        ['partyNotValid', 'partyEmail'],
      ],
    ],
  ])('requires %s', async (_what, input, problems) => {
    const before = await countCases()
    expect(await problemsOf(input)).toEqual(problems)
    expect(await countCases()).toBe(before)
  })

  test('requires a type category that is granted to the touchpoint', async () => {
    expect(await problemsOf(refund, pedroAtKiosk)).toEqual([['InvalidCode', 'typeCode']])
  })

  test('does not let a party say whose case it is', async () => {
    expect(await problemsOf({ ...refund, partyEmail: 'pedro@example.com' }, paula)).toEqual([
      ['partyNotValid', 'partyEmail'],
    ])
  })

  test.each<[string, Credentials, object, string]>([
    ['a consumer', carla, {}, 'FORBIDDEN'],
    ['a party with an internal comment', paula, { comments: [{ text: 'x', internal: true }] }, 'FORBIDDEN'],
    ['an unknown caller', { token: 'x', touchpoint: 'desk' }, {}, 'UNAUTHENTICATED'],
    ['anyone with an empty comment', olga, { comments: [{ text: ' ' }] }, 'BAD_USER_INPUT'],
  ])('refuses %s', async (_who, caller, input, code) => {
    const before = await countCases()
    const { data, errors } = await create({ ...refund, ...input }, caller)
    expect(data?.result).toBeNull()
    expect(errors?.[0]?.extensions?.code).toBe(code)
    expect(await countCases()).toBe(before)
  })

  test('requires a status and a resolution if no default is active', async () => {
    await importData(server.database, {
      statuses: [{ name: 'New', default: true, active: false }],
      resolutions: [{ name: 'Unresolved' }],
    })
    expect(await problemsOf(refund)).toEqual([
      ['InvalidName', 'status'],
      ['InvalidName', 'resolution'],
    ])
    await importData(server.database, {
      statuses: [{ name: 'New', default: true }],
      resolutions: [{ name: 'Unresolved', default: true }],
    })
  })

  test('creates the cases of concurrent requests, each with its own number', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => create({ ...refund, comments: [{ text: `${i}` }] })),
    )
    const cases = answers.map(({ data }) => data?.result?.case)
    expect(new Set(cases.map((each) => each?.id)).size).toBe(40)
    expect(cases.map((each) => each?.comments)).toEqual(
      cases.map((_each, i) => ({ edges: [{ node: { text: `${i}` } }] })),
    )
  })
})
