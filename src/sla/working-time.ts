import { Temporal } from 'temporal-polyfill'

/** Hours of a weekday, in minutes of the local day. `to` is up to 1,440. */
export interface OpeningHours {
  /** 0 for Monday to 6 for Sunday. */
  weekday: number
  from: number
  to: number
}

/** When time is working time. */
export interface WorkingHours {
  /** A name of the IANA time zone database. */
  timeZone: string
  /** Those of one day do not overlap. */
  hours: readonly OpeningHours[]
  /** Local days without opening hours, as YYYY-MM-DD. */
  holidays: readonly string[]
}

export interface WorkingTime {
  /** The first instant at which so much working time after `from` is used up. Null if there is not enough in 200 years. */
  dueAfter(from: number, ms: number): number | null
  /** The working time between two instants, in milliseconds. */
  used(from: number, to: number): number
}

/** Whether a text is a name of the IANA time zone database. An offset is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
const longestMs = 200 * 366 * dayMs

/** Every hour counts. */
export const allHours: WorkingTime = {
  dueAfter: (from, ms) => from + ms,
  used: (from, to) => Math.max(0, to - from),
}

/**
 * The working time of a calendar. Instants are in milliseconds since 1970. The calendar is read once: afterwards, both functions are
 * arithmetic on local times, between two changes of the clock each.
 */
export function workingTime({ timeZone, hours, holidays }: WorkingHours): WorkingTime {
  const local = localTime(hours, holidays)
  const segments = segmentsOf(timeZone)

  function used(from: number, to: number): number {
    let sum = 0
    for (let index = segments.indexAt(from), at = from; at < to; index++) {
      const { offset, end } = segments.at(index)
      const until = Math.min(end, to)
      sum += local.before(until + offset) - local.before(at + offset)
      at = until
    }
    return sum
  }

  function dueAfter(from: number, ms: number): number | null {
    let left = ms
    for (let index = segments.indexAt(from), at = from; at - from < longestMs; index++) {
      const { offset, end } = segments.at(index)
      const until = Math.min(end, from + longestMs)
      const start = local.before(at + offset)
      const inSegment = local.before(until + offset) - start
      if (inSegment >= left) return local.reaches(start + left, at + offset) - offset
      left -= inSegment
      at = until
    }
    return null
  }

  return { dueAfter, used }
}

/** Working time on the local time line, which has no zone: milliseconds since 1970-01-01T00:00 local time. */
function localTime(hours: readonly OpeningHours[], holidays: readonly string[]) {
  const byDay = Array.from({ length: 7 }, (_, weekday) =>
    hours
      .filter((each) => each.weekday === weekday)
      .map(({ from, to }) => ({ from: from * minuteMs, to: to * minuteMs }))
      .toSorted((a, b) => a.from - b.from),
  )
  const ofDay = byDay.map((opened) => opened.reduce((sum, { from, to }) => sum + to - from, 0))
  /** The working time of the days of a week before each weekday. */
  const ofDaysBefore = ofDay.map((_, weekday) => ofDay.slice(0, weekday).reduce((sum, ms) => sum + ms, 0))
  const ofWeek = ofDay.reduce((sum, ms) => sum + ms, 0)
  const closed = [...new Set(holidays.map((day) => Date.parse(day) / dayMs))].toSorted((a, b) => a - b)
  /** What the holidays before each one take away. */
  const takenBefore = [0]
  for (const day of closed) takenBefore.push(takenBefore.at(-1)! + ofDay[weekdayOf(day)]!)

  /** The working time before the start of a day, since a fixed instant. */
  function beforeDay(day: number): number {
    const weekday = weekdayOf(day)
    const weeks = (day - weekday - monday) / 7
    return weeks * ofWeek + ofDaysBefore[weekday]! - takenBefore[firstAtOrAfter(closed, day)]!
  }

  const openedOn = (day: number) => (closed[firstAtOrAfter(closed, day)] === day ? [] : byDay[weekdayOf(day)]!)

  function before(ms: number): number {
    const day = Math.floor(ms / dayMs)
    const timeOfDay = ms - day * dayMs
    let sum = beforeDay(day)
    for (const { from, to } of openedOn(day)) sum += Math.max(0, Math.min(timeOfDay, to) - from)
    return sum
  }

  /** The first local time from `from` on before which there is this much working time. */
  function reaches(total: number, from: number): number {
    if (before(from) >= total) return from
    let low = Math.floor(from / dayMs)
    let high = low + 1
    while (beforeDay(high) < total) high += 2 * (high - low)
    // The last day whose start has less.
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (beforeDay(middle) < total) low = middle
      else high = middle
    }
    let left = total - beforeDay(low)
    for (const { from: opens, to } of openedOn(low)) {
      if (to - opens >= left) return low * dayMs + opens + left
      left -= to - opens
    }
    return high * dayMs
  }

  return { before, reaches }
}

/** The day 1969-12-29 was a Monday. */
const monday = -3
const weekdayOf = (day: number) => (((day - monday) % 7) + 7) % 7

/** The index of the first number that is not less. The length if there is none. */
function firstAtOrAfter(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The time between two changes of the clock: until `end`, local time is UTC plus `offset`. */
interface Segment {
  end: number
  offset: number
}

interface Segments {
  /** The index of the segment of an instant. */
  indexAt(instant: number): number
  at(index: number): Segment
}

const zones = new Map<string, Segments>()

/** The segments of a zone, found as they are needed. Zones are few, and the same for all calendars. */
function segmentsOf(timeZone: string): Segments {
  const known = zones.get(timeZone)
  if (known) return known
  const ends: number[] = []
  const offsets: number[] = []
  const zoned = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
  const append = (start: Temporal.ZonedDateTime) => {
    const next = start.getTimeZoneTransition('next')
    ends.push(next?.epochMilliseconds ?? Infinity)
    offsets.push(start.offsetNanoseconds / 1e6)
  }
  append(zoned(earliest))
  const at = (index: number): Segment => {
    while (ends.length <= index) append(zoned(ends.at(-1)!))
    return { end: ends[index]!, offset: offsets[index]! }
  }
  const found: Segments = {
    at,
    indexAt(instant) {
      while (ends.at(-1)! <= instant) at(ends.length)
      return firstAtOrAfter(ends, instant + 1)
    },
  }
  zones.set(timeZone, found)
  return found
}

/** No case was created before. */
const earliest = Date.UTC(1970, 0, 1)
