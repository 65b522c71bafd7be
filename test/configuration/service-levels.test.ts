import { describe, expect, test } from 'vitest'
import { adminData, configureFaces } from '../support/requests/configure.ts'
import { ada } from '../support/requests/credentials.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

const hours = [{ day: 'MONDAY', from: '09:00', to: '17:00' }]
const calendar = { code: 'WEEK', name: 'Week', timeZone: 'Europe/Berlin', hours, holidays: ['2026-12-25'] }
const goal = { priority: null, firstReply: 240, nextReply: null, resolution: 2_400 }
const policy = { code: 'GOLD', name: 'Gold', calendarCode: 'WEEK', goals: [goal] }
const pair = { typeCode: 'QUESTION', categoryCode: 'BILLING' }
const server = useServer({
  data: {
    ...adminData,
    calendars: [calendar, { code: 'FREE', name: 'Free', timeZone: 'UTC' }],
    slaPolicies: [policy, { code: 'BRONZE', name: 'Bronze' }],
    typeCategories: [{ ...pair, appVisible: true, slaPolicyCode: 'GOLD' }],
  },
})

describe.each(configureFaces)('configure over $api', ({ api, configure }) => {
  const problemsOf = async (input: object) => {
    const { problems, error } = await configure(server.url, { ...input, dryRun: true })
    expect(error).toBeUndefined()
    return problems?.map(({ code, path }) => [code, ...path].join(' ')) ?? []
  }
  const ofCalendar = (values: object) => problemsOf({ calendars: [{ ...calendar, code: 'NEW', ...values }] })
  const ofGoals = (goals: object[]) => problemsOf({ slaPolicies: [{ code: 'NEW', name: 'New', goals }] })

  test.each(['', 'Mars/Olympus', '+01:00', 'Europe/Atlantis'])('rejects the time zone "%s"', async (timeZone) => {
    expect(await ofCalendar({ timeZone })).toEqual(['invalidValue calendars 0 timeZone'])
  })

  test.each(['UTC', 'Australia/Lord_Howe', 'America/St_Johns', 'Antarctica/Troll'])(
    'accepts the time zone "%s"',
    async (timeZone) => {
      expect(await ofCalendar({ timeZone })).toEqual([])
    },
  )

  test.each([
    ['9:00', '17:00', 'from'],
    ['24:00', '24:00', 'from'],
    ['09:60', '17:00', 'from'],
    ['09:00', '24:01', 'to'],
    ['09:00', '09:00', 'to'],
    ['17:00', '09:00', 'to'],
  ])('rejects hours from %s to %s', async (from, to, member) => {
    expect(await ofCalendar({ hours: [{ day: 'SUNDAY', from, to }] })).toContain(
      `invalidValue calendars 0 hours 0 ${member}`,
    )
  })

  test('rejects hours that overlap, and accepts those that touch and the end of the day', async () => {
    const at = (from: string, to: string, day = 'MONDAY') => ({ day, from, to })
    expect(await ofCalendar({ hours: [at('09:00', '12:00'), at('11:59', '14:00')] })).toEqual([
      'invalidValue calendars 0 hours 1',
    ])
    const fine = [at('12:00', '24:00'), at('00:00', '12:00'), at('09:00', '12:00', 'TUESDAY')]
    expect(await ofCalendar({ hours: fine })).toEqual([])
  })

  test.each(['2026-02-30', '2026-13-01', '1.1.2026', '2026-1-1', ''])('rejects the holiday "%s"', async (day) => {
    expect(await ofCalendar({ holidays: ['2026-01-01', day] })).toEqual(['invalidValue calendars 0 holidays 1'])
  })

  test('requires the name and the time zone of a new calendar, and the name of a new policy', async () => {
    expect(await problemsOf({ calendars: [{ code: 'NEW' }], slaPolicies: [{ code: 'NEW' }] })).toEqual([
      'invalidValue calendars 0 name',
      'invalidValue calendars 0 timeZone',
      'invalidValue slaPolicies 0 name',
    ])
  })

  test.each([0, 525_601, -1])('rejects a goal of %d minutes', async (firstReply) => {
    expect(await ofGoals([{ firstReply }])).toEqual(['invalidValue slaPolicies 0 goals 0 firstReply'])
  })

  test('accepts the bounds of goals, and rejects two goals of a priority', async () => {
    expect(await ofGoals([{ firstReply: 1, resolution: 525_600 }])).toEqual([])
    expect(await ofGoals([{}, { priority: 'HIGH' }, { priority: 'HIGH' }, {}])).toEqual([
      'duplicate slaPolicies 0 goals 2 priority',
      'duplicate slaPolicies 0 goals 3 priority',
    ])
  })

  test('rejects unknown references', async () => {
    const input = {
      slaPolicies: [{ code: 'NEW', name: 'New', calendarCode: 'NONE' }],
      typeCategories: [{ ...pair, slaPolicyCode: 'NONE' }],
    }
    expect((await problemsOf(input)).toSorted()).toEqual([
      'unknownReference slaPolicies 0 calendarCode',
      'unknownReference typeCategories 0 slaPolicyCode',
    ])
  })

  test('rejects goals of a calendar without hours in the next ten years', async () => {
    const place = ['invalidValue calendars 0 hours']
    expect(await problemsOf({ calendars: [{ code: 'WEEK', hours: [] }] })).toEqual(place)
    const days = Array.from({ length: 3_700 }, (_, index) => new Date(Date.now() + (index - 10) * 86_400_000))
    const mondays = days.filter((day) => day.getUTCDay() === 1).map((day) => day.toISOString().slice(0, 10))
    expect(await problemsOf({ calendars: [{ code: 'WEEK', holidays: mondays }] })).toEqual(place)
    expect(await problemsOf({ calendars: [{ code: 'WEEK', holidays: mondays.slice(0, -20) }] })).toEqual([])
    expect(await problemsOf({ slaPolicies: [{ ...policy, code: 'NEW', calendarCode: 'FREE' }] })).toEqual([
      'invalidValue slaPolicies 0 calendarCode',
    ])
    expect(await problemsOf({ slaPolicies: [{ ...policy, code: 'NEW', calendarCode: 'FREE', goals: [] }] })).toEqual([])
  })

  test('rejects what is in use and not active', async () => {
    const [notWeek, notGold] = ['WEEK', 'GOLD'].map((code) => ({ code, active: false }))
    expect(await problemsOf({ calendars: [notWeek] })).toEqual(['inUse calendars 0 active'])
    expect(await problemsOf({ slaPolicies: [notGold] })).toEqual(['inUse slaPolicies 0 active'])
    const free = { typeCategories: [{ ...pair, slaPolicyCode: null }] }
    expect(await problemsOf({ ...free, calendars: [notWeek], slaPolicies: [notGold] })).toEqual([])
    const inactive = { code: 'OLD', name: 'Old', active: false }
    const input = { slaPolicies: [inactive], typeCategories: [{ ...pair, slaPolicyCode: 'OLD' }] }
    expect(await problemsOf(input)).toEqual(['inUse slaPolicies 0 active'])
  })

  test('writes them, in one order, and shows what differs', async () => {
    const code = `NEW ${api}`
    const sent = [
      { day: 'TUESDAY', from: '08:00', to: '12:00' },
      { day: 'MONDAY', from: '13:00', to: '17:00' },
      { day: 'MONDAY', from: '09:00', to: '12:00' },
    ]
    const input = {
      calendars: [{ ...calendar, code, hours: sent, holidays: ['2026-12-25', '2026-01-01'] }],
      slaPolicies: [{ code, name: 'New', calendarCode: code, goals: [{ priority: 'HIGH', firstReply: 5 }, goal] }],
      statuses: [{ name: `Waiting ${api}`, pausesSla: true }],
      expectedVersion: undefined,
    }
    const { changes, problems } = await configure(server.url, input)
    expect(problems).toBeUndefined()
    expect(changes!.map(({ kind }) => kind)).toEqual(['CREATED', 'CREATED', 'CREATED'])
    const again = await configure(server.url, input)
    expect(again.changes!.map(({ kind }) => kind)).toEqual(['UNCHANGED', 'UNCHANGED', 'UNCHANGED'])
    const { changes: changed } = await configure(server.url, {
      slaPolicies: [{ code, calendarCode: null, expectedVersion: 1 }],
      calendars: [{ code, timeZone: 'UTC' }],
    })
    expect(changed!.map((each) => each.changes)).toEqual([
      [{ path: ['timeZone'], from: 'Europe/Berlin', to: 'UTC' }],
      [{ path: ['calendarCode'], from: code, to: null }],
    ])
    const { body } = await restClient(server).get('configuration', {}, ada)
    const { configuration } = JSON.parse(body) as { configuration: Record<string, { code?: string; name: string }[]> }
    const stored = (section: string) => configuration[section]!.find((each) => each.code === code)
    expect(stored('calendars')).toEqual({
      ...calendar,
      code,
      timeZone: 'UTC',
      holidays: ['2026-01-01', '2026-12-25'],
      active: true,
      version: 2,
      hours: sent.toReversed(),
    })
    expect(stored('slaPolicies')).toEqual({
      code,
      name: 'New',
      calendarCode: null,
      active: true,
      version: 2,
      goals: [
        goal,
        {
          priority: 'HIGH',
          firstReply: 5,
          nextReply: null,
          resolution: null,
        },
      ],
    })
    expect(configuration['statuses']).toContainEqual(
      expect.objectContaining({ name: `Waiting ${api}`, pausesSla: true }),
    )
    expect(configuration['typeCategories']).toContainEqual(expect.objectContaining({ slaPolicyCode: 'GOLD' }))
  })
})

test('the configuration has calendars and policies over GraphQL', async () => {
  const query = `{ configuration {
    calendars { code name timeZone hours { day from to } holidays active version }
    slaPolicies { code name calendarCode goals { priority firstReply nextReply resolution } active version }
    statuses { name pausesSla }
  } }`
  const { configuration } = await graphqlData<{ configuration: { calendars: object[]; slaPolicies: object[] } }>(
    server.url,
    query,
    {},
    ada,
  )
  expect(configuration.calendars).toContainEqual({ ...calendar, active: true, version: 1 })
  expect(configuration.slaPolicies).toContainEqual({ ...policy, active: true, version: 1 })
})
