import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { allHours, type WorkingHours, workingTime } from '../../src/sla/working-time.ts'
import { times } from '../support/sampled.ts'

const minuteMs = 60_000

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'Pacific/Chatham',
  'Asia/Tehran',
  'UTC',
]

/** The offset of local time. It is asked for each minute only in hours in which it changes: no zone changes it twice in an hour. */
function offsetsIn(timeZone: string) {
  const ask = (instant: number) =>
    Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6
  const known = new Map<number, number>()
  const atHour = (hour: number) => {
    const offset = known.get(hour) ?? ask(hour * 60 * minuteMs)
    known.set(hour, offset)
    return offset
  }
  return (instant: number): number => {
    const hour = Math.floor(instant / (60 * minuteMs))
    return atHour(hour) === atHour(hour + 1) ? atHour(hour) : ask(instant)
  }
}

/** Whether each minute is working time, by its local time. */
function model({ timeZone, hours, holidays }: WorkingHours) {
  const offsetAt = offsetsIn(timeZone)
  return (instant: number): boolean => {
    const local = new Date(instant + offsetAt(instant))
    const weekdayNow = (local.getUTCDay() + 6) % 7
    const at = local.getUTCHours() * 60 + local.getUTCMinutes()
    return (
      hours.some(({ weekday, from, to }) => weekday === weekdayNow && from <= at && at < to) &&
      !holidays.includes(local.toISOString().slice(0, 10))
    )
  }
}

/** By the minute: the first instant at which the minutes are used up, at most some days later. */
function modelDueAt(hours: WorkingHours, from: number, minutes: number, days: number): number | null {
  const isOpen = model(hours)
  let left = minutes * minuteMs
  for (let at = from; at - from < days * 1_440 * minuteMs;) {
    const until = (Math.floor(at / minuteMs) + 1) * minuteMs
    if (isOpen(at)) {
      if (until - at >= left) return at + left
      left -= until - at
    }
    at = until
  }
  return null
}

const timeOfDay = fc.oneof(fc.integer({ min: 0, max: 1_440 }), fc.constantFrom(0, 120, 180, 540, 1_020, 1_440))

/** Hours that do not overlap, also several of a day, and few of a week. */
const openings = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 6 }), timeOfDay, timeOfDay), { minLength: 1, maxLength: 8 })
  .map((found) => {
    const hours: WorkingHours['hours'][number][] = []
    for (const [weekday, one, other] of found) {
      const from = Math.min(one, other)
      const to = Math.max(one, other)
      const isFree = hours.every((each) => each.weekday !== weekday || each.to <= from || each.from >= to)
      if (from < to && isFree) hours.push({ weekday, from, to })
    }
    return hours
  })
  .filter((hours) => hours.length > 0)

/** Instants around the changes of the clock, and others. */
const instantIn = (timeZone: string) =>
  fc
    .tuple(
      fc.integer({ min: Date.UTC(1990), max: Date.UTC(2040) }),
      fc.boolean(),
      fc.integer({ min: -3 * 864e5, max: 3 * 864e5 }),
    )
    .map(([ms, isNearChange, distance]) => {
      const start = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
      const change = isNearChange ? start.getTimeZoneTransition('next') : null
      return (change?.epochMilliseconds ?? ms) + distance
    })

const cases = fc.constantFrom(...zones).chain((timeZone) =>
  fc.record({
    timeZone: fc.constant(timeZone),
    hours: openings,
    from: instantIn(timeZone),
    minutes: fc.integer({ min: 1, max: 1_500 }),
    closedAfter: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
  }),
)

const dateAfter = (instant: number, days: number) => new Date(instant + days * 864e5).toISOString().slice(0, 10)

describe('working time', () => {
  test('is that of a model that looks at the local time of each minute, in 12 zones', () => {
    fc.assert(
      fc.property(cases, ({ timeZone, hours, from, minutes, closedAfter }) => {
        const calendar = { timeZone, hours, holidays: closedAfter.map((days) => dateAfter(from, days)) }
        const { dueAfter, used } = workingTime(calendar)
        const expected = modelDueAt(calendar, from, minutes, 9)
        const due = dueAfter(from, minutes * 60_000)
        // The model looks at nine days only.
        fc.pre(expected !== null)
        expect(due).toBe(expected)
        expect(used(from, expected)).toBe(minutes * minuteMs)
        expect(used(from, expected - 1)).toBe(minutes * minuteMs - 1)
      }),
      { numRuns: times(150, 600) },
    )
  })

  const weekdays = (from: number, to: number) =>
    [0, 1, 2, 3, 4].map((weekday) => ({ weekday, from: from * 60, to: to * 60 }))
  const at = (text: string) => Date.parse(text)
  const berlin = { timeZone: 'Europe/Berlin', hours: weekdays(9, 17), holidays: ['2026-12-25'] }

  test.each([
    ['within a day', berlin, '2026-11-30T09:00:00Z', 60, '2026-11-30T10:00:00Z'],
    ['to the end of a day', berlin, '2026-11-30T15:00:00Z', 60, '2026-11-30T16:00:00Z'],
    ['over night', berlin, '2026-11-30T15:00:00Z', 61, '2026-12-01T08:01:00Z'],
    ['over a weekend', berlin, '2026-12-04T15:30:00Z', 60, '2026-12-07T08:30:00Z'],
    ['over a holiday', berlin, '2026-12-24T15:30:00Z', 60, '2026-12-28T08:30:00Z'],
    ['from a holiday', berlin, '2026-12-25T10:00:00Z', 1, '2026-12-28T08:01:00Z'],
    [
      'over the change to summer time',
      { ...berlin, hours: [{ weekday: 6, from: 60, to: 240 }] },
      '2026-03-29T00:30:00Z',
      60,
      '2026-03-29T01:30:00Z',
    ],
    [
      'over the change to winter time',
      { ...berlin, hours: [{ weekday: 6, from: 120, to: 180 }] },
      '2026-10-25T00:00:00Z',
      120,
      '2026-10-25T02:00:00Z',
    ],
    [
      'over a day that was skipped',
      { timeZone: 'Pacific/Apia', hours: weekdays(9, 17), holidays: [] },
      '2011-12-30T02:00:00Z',
      61,
      '2012-01-01T19:01:00Z',
    ],
    [
      'to midnight',
      { ...berlin, hours: [{ weekday: 0, from: 0, to: 1_440 }] },
      '2026-11-29T23:00:00Z',
      1_440,
      '2026-11-30T23:00:00Z',
    ],
    [
      'over a year of an hour a week',
      { ...berlin, hours: [{ weekday: 0, from: 0, to: 60 }] },
      '2026-01-04T23:00:00Z',
      52 * 60,
      '2026-12-28T00:00:00Z',
    ],
  ])('ends %s', (_name, calendar, from, minutes, expected) => {
    const due = workingTime(calendar).dueAfter(at(from), minutes * 60_000)
    expect(due === null ? null : new Date(due).toISOString()).toBe(new Date(expected).toISOString())
  })

  test('without hours never ends', () => {
    expect(workingTime({ ...berlin, hours: [] }).dueAfter(at('2026-01-01T00:00:00Z'), 60_000)).toBeNull()
  })

  test('without a calendar is all time', () => {
    expect(allHours.dueAfter(5, 60_000)).toBe(60_005)
    expect([allHours.used(5, 7), allHours.used(7, 5)]).toEqual([2, 0])
  })
})
