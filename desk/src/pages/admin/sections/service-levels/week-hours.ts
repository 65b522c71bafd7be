import type { ShownProblem } from '../../../../ui/form/problems/problems'
import { weekdayNames, weekdays } from '../../configuration/words'
import type { Weekday } from '../../gql/graphql'

interface Hours {
  day: Weekday
  from: string
  to: string
}

/** The hours of a day as a text, such as "09:00-12:00, 13:00-17:00". */
export interface DayHours {
  day: Weekday
  text: string
}

/** All days of a week. */
export function weekOf(hours: readonly Hours[]): DayHours[] {
  return weekdays.map((day) => ({
    day,
    text: hours
      .filter((each) => each.day === day)
      .map(({ from, to }) => `${from}-${to}`)
      .join(', '),
  }))
}

const range = /^(\d{1,2})(?::?(\d\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::?(\d\d))?$/

/** The hours that a text says. Null if it says something else. The service checks the times. */
export function hoursFrom({ day, text }: DayHours): Hours[] | null {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const found = parts.map((part) => range.exec(part))
  if (found.some((each) => each === null)) return null
  const timeOf = (hour = '', minute = '00') => `${hour.padStart(2, '0')}:${minute}`
  return found.map((each) => ({ day, from: timeOf(each![1], each![2]), to: timeOf(each![3], each![4]) }))
}

export function hoursOfWeek(week: readonly DayHours[]): Hours[] {
  return week.flatMap((each) => hoursFrom(each) ?? [])
}

export function problemsOfWeek(week: readonly DayHours[], input: string): ShownProblem[] {
  return week
    .filter((each) => hoursFrom(each) === null)
    .map(({ day }) => ({ input, message: `${weekdayNames[day]} must be hours such as 09:00-12:00, 13:00-17:00.` }))
}

/** The minutes of a time of day, such as 09:00. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** The part of the day that hours take, in percent, to draw them. */
export function barsOf(hours: DayHours): { left: number; width: number }[] {
  return (hoursFrom(hours) ?? []).map(({ from, to }) => ({
    left: minutesOf(from) / 14.4,
    width: Math.max(0, minutesOf(to) - minutesOf(from)) / 14.4,
  }))
}
