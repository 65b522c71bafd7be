import { describe, expect, test, vi } from 'vitest'
import { workingTime } from '../../../src/sla/working-time.ts'
import { importData } from '../../../src/transfer/import/import.ts'
import { sql } from '../../support/database/database.ts'
import { change } from '../../support/requests/changes.ts'
import { adminData, configure } from '../../support/requests/configure.ts'
import { olga, paula } from '../../support/requests/credentials.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { restClient } from '../../support/requests/rest-client.ts'
import { useServer } from '../../support/server/server.ts'

const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const
const office = {
  code: 'OFFICE',
  name: 'Office',
  timeZone: 'Europe/Berlin',
  hours: weekdays.map((day) => ({ day, from: '09:00', to: '17:00' })),
  holidays: ['2026-12-25'],
}
const goals = [
  { firstReply: 240, nextReply: 480, resolution: 2_400 },
  { priority: 'URGENT', firstReply: 30, resolution: 60 },
]
const server = useServer({
  data: {
    ...adminData,
    calendars: [office],
    slaPolicies: [
      { code: 'ALWAYS', name: 'Always', goals },
      { code: 'OFFICE', name: 'In office hours', calendarCode: 'OFFICE', goals },
      { code: 'MINUTE', name: 'At once', goals: [{ firstReply: 1, nextReply: 1, resolution: 1 }] },
    ],
    typeCategories: [
      { typeCode: 'QUESTION', categoryCode: 'BILLING', appVisible: true, slaPolicyCode: 'ALWAYS' },
      { typeCode: 'QUESTION', categoryCode: 'ACCOUNT', appVisible: true, slaPolicyCode: 'OFFICE' },
      { typeCode: 'COMPLAINT', categoryCode: 'BILLING', slaPolicyCode: 'MINUTE' },
    ],
    statuses: [{ name: 'Waiting for customer', pausesSla: true }],
  },
})

interface Deadline {
  goal: string
  state: string
  minutes: number
  dueAt: string | null
  endedAt: string | null
}
interface ShownCase {
  id: string
  version: number
  createdAt: string
  updatedAt: string
  customerWaitingSince: string | null
  dueAt: string | null
  deadlines: Deadline[]
}
const selection = `id version createdAt updatedAt customerWaitingSince dueAt deadlines { goal state minutes dueAt endedAt }`
const always = { typeCode: 'QUESTION', categoryCode: 'BILLING' }

async function create(input: object = {}, caller = paula): Promise<ShownCase> {
  const created = await change<ShownCase>(server.url, 'createCase', { ...always, ...input }, caller, selection)
  return read(created.case!.id)
}

async function read(id: string, caller = olga): Promise<ShownCase> {
  const query = `query ($id: ID!) { case(id: $id) { ${selection} } }`
  return (await graphqlData<{ case: ShownCase }>(server.url, query, { id }, caller)).case
}

/** Returns the case as it was returned, which is as it is read. */
async function after(mutation: Parameters<typeof change>[1], id: string, input: object, caller = olga) {
  const answer = await change<ShownCase>(server.url, mutation, { caseInstanceId: id, ...input }, caller, selection)
  expect(answer.problems ?? answer.error).toBeUndefined()
  const found = await read(id)
  // Parties see none.
  expect(answer.case).toEqual(
    caller === olga ? found : { ...found, dueAt: null, deadlines: [], customerWaitingSince: null },
  )
  return found
}

const says = (text: string) => ({ comments: [{ text }] })
const plus = (time: string | null, minutes: number) => new Date(Date.parse(time!) + minutes * 60_000).toISOString()
const summary = ({ deadlines }: ShownCase) => Object.fromEntries(deadlines.map(({ goal, state }) => [goal, state]))

describe('a case with a policy', () => {
  test('has deadlines from its creation on', async () => {
    const created = await create()
    const { createdAt } = created
    const running = { state: 'RUNNING', endedAt: null }
    expect(created.customerWaitingSince).toBe(createdAt)
    expect(created.deadlines).toEqual([
      { goal: 'FIRST_REPLY', minutes: 240, dueAt: plus(createdAt, 240), ...running },
      { goal: 'RESOLUTION', minutes: 2_400, dueAt: plus(createdAt, 2_400), ...running },
    ])
    expect(created.dueAt).toBe(plus(createdAt, 240))
  })

  test('has those of the calendar', async () => {
    const { createdAt, deadlines } = await create({ categoryCode: 'ACCOUNT' })
    const { hours, ...calendar } = office
    const time = workingTime({
      ...calendar,
      hours: hours.map((_, weekday) => ({ weekday, from: 540, to: 1_020 })),
    })
    const due = [240, 2_400].map((minutes) =>
      new Date(time.dueAfter(Date.parse(createdAt), minutes * 60_000)!).toISOString(),
    )
    expect(deadlines.map(({ dueAt }) => dueAt)).toEqual(due)
  })

  test('has the goals of its priority, and those for all others', async () => {
    const { id, createdAt } = await create()
    const urgent = await after('patchCase', id, { priority: 'URGENT' })
    expect(urgent.deadlines.map(({ minutes }) => minutes)).toEqual([30, 60])
    expect(urgent.dueAt).toBe(plus(createdAt, 30))
    expect((await after('patchCase', id, { priority: 'HIGH' })).dueAt).toBe(plus(createdAt, 240))
  })

  test('has met its first reply after a public answer, and runs to the next one when somebody waits again', async () => {
    const { id } = await create()
    const noted = await after('addComments', id, { comments: [{ text: 'Look.', internal: true }] })
    expect(summary(noted)).toEqual({ FIRST_REPLY: 'RUNNING', RESOLUTION: 'RUNNING' })
    const answered = await after('addComments', id, says('We look at it.'))
    expect(answered.deadlines[0]).toMatchObject({ state: 'MET', endedAt: answered.updatedAt })
    expect(answered.dueAt).toBe(answered.deadlines[1]!.dueAt)
    const asked = await after('addComments', id, says('And now?'), paula)
    expect(summary(asked)).toEqual({ FIRST_REPLY: 'MET', NEXT_REPLY: 'RUNNING', RESOLUTION: 'RUNNING' })
    expect(asked.deadlines[1]!.dueAt).toBe(plus(asked.customerWaitingSince, 480))
    const met = await after('addComments', id, says('Done.'))
    expect(summary(met)).toMatchObject({ NEXT_REPLY: 'MET' })
    const again = await after('addComments', id, says('Thanks, but no.'), paula)
    expect(again.deadlines[1]).toEqual({
      goal: 'NEXT_REPLY',
      state: 'RUNNING',
      minutes: 480,
      endedAt: null,
      dueAt: plus(again.customerWaitingSince, 480),
    })
    expect(again.customerWaitingSince).toBe(again.updatedAt)
  })

  test('stands still while its status pauses it, and goes on with the time that was used', async () => {
    const { id, createdAt } = await create()
    const paused = await after('patchCase', id, { status: 'Waiting for customer' })
    const stands = { goal: 'RESOLUTION', state: 'PAUSED', minutes: 2_400, dueAt: null, endedAt: null }
    expect(paused.deadlines[1]).toEqual(stands)
    expect(paused.dueAt).toBe(paused.deadlines[0]!.dueAt)
    expect((await after('patchCase', id, { priority: 'HIGH' })).deadlines[1]).toEqual(stands)
    const goesOn = await after('patchCase', id, { status: 'Open' })
    const pause = Date.parse(goesOn.updatedAt) - Date.parse(paused.updatedAt)
    expect(goesOn.deadlines[1]!.dueAt).toBe(plus(createdAt, 2_400 + pause / 60_000))
    expect(goesOn.deadlines[1]!.state).toBe('RUNNING')
  })

  test('has met its resolution when it is closed, and goes on when it is reopened', async () => {
    const { id, createdAt } = await create()
    const closed = await after('patchCase', id, { status: 'Resolved' })
    expect(closed.deadlines).toMatchObject([
      { goal: 'FIRST_REPLY', state: 'MET', endedAt: closed.updatedAt },
      { goal: 'RESOLUTION', state: 'MET', endedAt: closed.updatedAt, dueAt: plus(createdAt, 2_400) },
    ])
    expect(closed.dueAt).toBeNull()
    const reopened = await after('addComments', id, says('It is not.'), paula)
    const closedFor = Date.parse(reopened.updatedAt) - Date.parse(closed.updatedAt)
    // Nobody has answered yet.
    expect(reopened.deadlines).toMatchObject([
      { goal: 'FIRST_REPLY', state: 'RUNNING', dueAt: plus(reopened.customerWaitingSince, 240), endedAt: null },
      { goal: 'RESOLUTION', state: 'RUNNING', dueAt: plus(createdAt, 2_400 + closedFor / 60_000), endedAt: null },
    ])
  })

  test('has none after it moved to a type category without one, and those of the policy that it moves to', async () => {
    const { id, createdAt } = await create()
    const moved = await after('updateCase', id, { typeCode: 'INCIDENT', categoryCode: 'NETWORK', caseData: incident })
    expect(moved).toMatchObject({ dueAt: null, deadlines: [] })
    const back = await after('updateCase', id, always)
    expect(back.dueAt).toBe(plus(createdAt, 240))
  })

  test('keeps them when it is assigned, and shows none of the past', async () => {
    const { id, dueAt, deadlines, updatedAt } = await create()
    expect(await after('assignCase', id, { email: 'olga@example.com' })).toMatchObject({ dueAt, deadlines })
    const query = `query ($id: ID!, $at: DateTime) { case(id: $id, asOf: $at) { dueAt deadlines { goal } } }`
    const past = await graphqlData<{ case: object }>(server.url, query, { id, at: updatedAt })
    expect(past.case).toEqual({ dueAt: null, deadlines: [] })
  })

  test('has what a dry run says', async () => {
    const { id } = await create()
    const input = { caseInstanceId: id, status: 'Resolved', dryRun: true }
    const { case: tried } = await change<ShownCase>(server.url, 'patchCase', input, olga, selection)
    expect(summary(tried!)).toEqual({ FIRST_REPLY: 'MET', RESOLUTION: 'MET' })
    expect(summary(await read(id))).toEqual({ FIRST_REPLY: 'RUNNING', RESOLUTION: 'RUNNING' })
  })

  test('is repeated with the deadlines of the first answer', async () => {
    const input = { ...always, idempotencyKey: 'deadlines' }
    const first = await change<ShownCase>(server.url, 'createCase', input, olga, selection)
    await after('patchCase', first.case!.id, { priority: 'URGENT' })
    const repeated = await change<ShownCase>(server.url, 'createCase', input, olga, selection)
    expect(repeated.case).toEqual(first.case)
  })
})

const incident = { severity: 3, signalDbm: -60, lineDown: false }

test('parties see no deadlines, and find nothing by them', async () => {
  const { id } = await create()
  expect(await read(id, paula)).toMatchObject({ dueAt: null, deadlines: [] })
  const lists = `{
    due: cases(filter: { dueBefore: "2100-01-01T00:00:00Z" }) { totalCount }
    overdue: cases(filter: { overdue: true }) { totalCount }
    notOverdue: cases(filter: { overdue: false }) { totalCount }
    order: cases(orderBy: DUE_FIRST) { totalCount nodes { id } }
  }`
  expect(await graphqlData(server.url, lists, {}, paula)).toEqual({
    due: { totalCount: 0 },
    overdue: { totalCount: 0 },
    notOverdue: { totalCount: 0 },
    order: { totalCount: 0, nodes: [] },
  })
})

test('REST has the deadlines in the complete case and in lists', async () => {
  const { id, dueAt, deadlines, version } = await create({}, olga)
  const rest = restClient(server)
  const { body } = await rest.get(`cases/${id}`)
  expect(JSON.parse(body)).toMatchObject({ case: { id: Number(id), dueAt, deadlines } })
  const before = plus(dueAt, 1)
  const list = await rest.get(`cases?dueBefore=${before}&overdue=false&orderBy=DUE_FIRST&id=${id}`)
  expect(JSON.parse(list.body)).toMatchObject({ cases: [{ id: Number(id), version, dueAt, deadlines }] })
  expect(JSON.parse((await rest.get(`cases?dueBefore=${dueAt}&id=${id}`)).body)).toMatchObject({ cases: [] })
})

let lastId = 70_000
const minuteAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function imported(values: object): Promise<string> {
  const id = ++lastId
  const { typeCode, categoryCode } = { typeCode: 'COMPLAINT', categoryCode: 'BILLING', ...values }
  const item = { id, typeCode, categoryCode, status: 'Open', resolution: 'Unresolved', partyEmail: 'paula@example.com' }
  await importData(server.database, { cases: [{ ...item, ...values }] })
  return `${id}`
}

const eventsOf = (id: string) =>
  sql<{ version: number; kind: string; changes: object[]; actor: number | null; touchpoint: string | null }>(
    server.database,
    `select version, kind, changes, actor_id as actor, touchpoint_code as touchpoint from case_events
    where case_id = $1 and kind = 'OVERDUE' order by version`,
    [id],
  )

const untilOverdue = (id: string, number = 1) =>
  vi.waitUntil(async () => (await eventsOf(id)).length >= number, { timeout: 60_000, interval: 100 })

describe('a deadline that passes', () => {
  test('is an event by nobody, which changes nothing else', async () => {
    const id = await imported({ createdAt: minuteAgo(5), updatedAt: minuteAgo(5) })
    const before = await read(id)
    await untilOverdue(id, 2)
    const { deadlines, version, updatedAt } = await read(id)
    const [firstReply, resolution] = deadlines
    expect(firstReply).toMatchObject({ state: 'OVERDUE', dueAt: plus(before.createdAt, 1) })
    expect(await eventsOf(id)).toEqual([
      {
        version: 2,
        kind: 'OVERDUE',
        actor: null,
        touchpoint: null,
        changes: [
          {
            path: ['deadlines', 'FIRST_REPLY'],
            from: null,
            to: firstReply!.dueAt,
          },
        ],
      },
      {
        version: 3,
        kind: 'OVERDUE',
        actor: null,
        touchpoint: null,
        changes: [
          {
            path: ['deadlines', 'RESOLUTION'],
            from: null,
            to: resolution!.dueAt,
          },
        ],
      },
    ])
    expect({ version, updatedAt }).toEqual({ version: 3, updatedAt: before.updatedAt })
    const rows = await sql(server.database, 'select from case_outbox where case_id = $1', [id])
    const fed = await sql(server.database, 'select from case_feed where case_id = $1 and version > 1', [id])
    expect(rows.length + fed.length).toBe(2)
  })

  test('is in the history of operators, and not in that of parties', async () => {
    const id = await imported({ createdAt: minuteAgo(3) })
    await untilOverdue(id, 2)
    const query = `query ($id: ID!) { case(id: $id) { version history { nodes { kind actor { id } touchpoint changes { path } } } } }`
    const seen = async (caller = olga) =>
      (
        await graphqlData<{ case: { version: number; history: { nodes: object[] } } }>(
          server.url,
          query,
          { id },
          caller,
        )
      ).case
    expect((await seen()).history.nodes.slice(1)).toEqual(
      ['FIRST_REPLY', 'RESOLUTION'].map((goal) => ({
        kind: 'OVERDUE',
        actor: null,
        touchpoint: null,
        changes: [{ path: ['deadlines', goal] }],
      })),
    )
    expect(await seen(paula)).toMatchObject({ version: 3, history: { nodes: [{ kind: 'IMPORTED' }] } })
  })

  test('does not fail expectedVersion and If-Match', async () => {
    const id = await imported({ createdAt: minuteAgo(3) })
    await untilOverdue(id, 2)
    const changed = await change(server.url, 'patchCase', { caseInstanceId: id, expectedVersion: 1, subject: 'A' })
    expect(changed.case).toMatchObject({ version: 4 })
    const late = await change(server.url, 'patchCase', { caseInstanceId: id, expectedVersion: 1, subject: 'B' })
    expect(late.error).toMatchObject({
      code: 'PRECONDITION_FAILED',
      currentVersion: 4,
      changedFields: [['subject']],
    })
    const other = await imported({ createdAt: minuteAgo(3) })
    await untilOverdue(other, 2)
    const headers = { 'if-match': '"1"', 'content-type': 'application/merge-patch+json' }
    const patched = await restClient(server).send('PATCH', `cases/${other}`, { body: { subject: 'A' }, headers })
    expect(patched.status).toBe(200)
  })

  test('is found by the filters, and is the first of its list', async () => {
    const id = await imported({ createdAt: minuteAgo(30) })
    const { dueAt } = await read(id)
    const query = `query ($id: [ID!], $due: DateTime) {
      overdue: cases(filter: { overdue: true, id: $id }) { nodes { id } totalCount }
      not: cases(filter: { overdue: false, id: $id }) { totalCount }
      before: cases(filter: { dueBefore: $due, id: $id }) { totalCount }
      first: cases(orderBy: DUE_FIRST, filter: { overdue: true }) { nodes { dueAt } totalCount }
    }`
    const found = await graphqlData<{ first: { nodes: { dueAt: string }[]; totalCount: number } }>(server.url, query, {
      id: [id],
      due: plus(dueAt, 1 / 60_000),
    })
    expect(found).toMatchObject({
      overdue: { nodes: [{ id }], totalCount: 1 },
      not: { totalCount: 0 },
      before: { totalCount: 1 },
    })
    const times = found.first.nodes.map((each) => each.dueAt)
    expect(times).toEqual(times.toSorted())
    expect(times.length).toBeGreaterThan(0)
  })

  test('is announced once, and again when another wait passes', async () => {
    const id = await imported({ createdAt: minuteAgo(3) })
    await untilOverdue(id, 2)
    expect(summary(await after('addComments', id, says('At last.')))).toMatchObject({ FIRST_REPLY: 'MISSED' })
    await after('patchCase', id, { status: 'Waiting for customer' })
    expect(summary(await read(id))).toMatchObject({ RESOLUTION: 'PAUSED' })
    await after('patchCase', id, { status: 'Open' })
    expect(summary(await read(id))).toMatchObject({ RESOLUTION: 'OVERDUE' })
    const resolved = await after('patchCase', id, { status: 'Resolved' })
    expect(summary(resolved)).toMatchObject({ RESOLUTION: 'MISSED' })
    // A run that has announced a later one has seen this case, too.
    await untilOverdue(await imported({ createdAt: minuteAgo(2) }), 2)
    expect(await eventsOf(id)).toHaveLength(2)
  })
})

describe('an imported case', () => {
  test('counts from when somebody waits and from its creation', async () => {
    const comments = [
      { text: 'Help.', authorEmail: 'paula@example.com', createdAt: minuteAgo(50) },
      { text: 'Yes?', authorEmail: 'olga@example.com', createdAt: minuteAgo(40) },
      { text: 'Now.', authorEmail: 'paula@example.com', createdAt: minuteAgo(20) },
    ]
    const found = await read(await imported({ ...always, createdAt: minuteAgo(50), comments }))
    expect(found.customerWaitingSince).toBe(comments[2]!.createdAt)
    expect(found.deadlines).toMatchObject([
      { goal: 'NEXT_REPLY', dueAt: plus(comments[2]!.createdAt, 480) },
      { goal: 'RESOLUTION', dueAt: plus(found.createdAt, 2_400) },
    ])
  })

  test('has no event for what passed more than a day ago', async () => {
    const old = await imported({ createdAt: minuteAgo(2 * 1_440) })
    const recent = await imported({ createdAt: minuteAgo(1_400) })
    await untilOverdue(recent, 2)
    expect(await eventsOf(old)).toEqual([])
    expect(summary(await read(old))).toEqual({ FIRST_REPLY: 'OVERDUE', RESOLUTION: 'OVERDUE' })
  })
})

describe('a change of the configuration', () => {
  test('applies to open cases without an event', async () => {
    const question = { typeCode: 'CHANGE_REQUEST', categoryCode: 'ACCOUNT' }
    const data = { confirmed: true }
    const before = await create({ ...question, caseData: data }, olga)
    expect(before).toMatchObject({ dueAt: null, deadlines: [] })
    const dryRun = { typeCategories: [{ ...question, slaPolicyCode: 'ALWAYS' }], dryRun: true }
    const { changes } = await configure(server.url, dryRun)
    expect(changes![0]!.changes).toEqual([{ path: ['slaPolicyCode'], from: null, to: 'ALWAYS' }])
    expect(changes![0]!.impact).toEqual([
      expect.objectContaining({
        kind: 'OPEN_CASES',
        message: expect.stringMatching(/^\d+ open cases? gets? other deadlines\.$/),
      }),
    ])
    await configure(server.url, { ...dryRun, dryRun: false })
    await vi.waitUntil(async () => (await read(before.id)).dueAt !== null, { timeout: 60_000, interval: 200 })
    const found = await read(before.id)
    expect(found).toMatchObject({ version: before.version, updatedAt: before.updatedAt })
    expect(found.dueAt).toBe(plus(before.createdAt, 240))
    await configure(server.url, {
      slaPolicies: [{ code: 'ALWAYS', goals: [{ firstReply: 100, nextReply: 480, resolution: 2_400 }] }],
    })
    const expected = plus(before.createdAt, 100)
    await vi.waitUntil(async () => (await read(before.id)).dueAt === expected, { timeout: 60_000, interval: 200 })
    await configure(server.url, { typeCategories: [{ ...question, slaPolicyCode: null }] })
    await vi.waitUntil(async () => (await read(before.id)).dueAt === null, { timeout: 60_000, interval: 200 })
  })
})
