import { active, key, optionalSelect, text } from '../../inputs/kinds'
import { codeOptions } from '../../inputs/options'
import { GoalsField } from './goals-field'
import { goalsFrom, type GoalsOfPriority, problemsOfGoals, rowsOf } from './goals'
import { HolidaysField, holidaysFrom } from './holidays-field'
import { WeekField } from './week-field'
import { weekdayNames } from '../../configuration/words'
import { type DayHours, hoursOfWeek, problemsOfWeek, weekOf } from './week-hours'
import type { Section } from '../../item/section'

export const slaPolicies: Section<'slaPolicies'> = {
  part: 'slaPolicies',
  noun: 'service level policy',
  target: 'slaPolicy',
  path: '/service-levels',
  title: 'Service levels',
  hint: 'How fast cases are answered and resolved. A type category names the policy of its cases.',
  examples: 'A policy has goals, such as a first reply within 4 hours of working time.',
  inputs: {
    code: key('Code', 'Type categories name it. It cannot be changed later.'),
    name: text('Name'),
    calendarCode: optionalSelect('Calendar', 'Every hour counts', ({ calendars }) => codeOptions(calendars)),
    goals: {
      label: 'Goals',
      hint: 'In working time, such as 4 h, 30 min or 1 h 30 min.',
      initial: rowsOf([]),
      read: ({ goals }) => rowsOf(goals),
      send: (rows) => goalsFrom(rows as readonly GoalsOfPriority[]),
      check: (rows, path) => problemsOfGoals(rows as readonly GoalsOfPriority[], path),
      Field: GoalsField,
    },
    active: active('Type categories can name it.'),
  },
  describe: ({ code, calendarCode }) => [code, calendarCode ?? 'every hour counts'].join(' · '),
}

export const calendars: Section<'calendars'> = {
  part: 'calendars',
  noun: 'calendar',
  path: '/calendars',
  title: 'Calendars',
  hint: 'When time is working time. Policies count their goals by it.',
  examples: 'A calendar has the hours of a week, such as Monday to Friday from 9 to 17, and holidays.',
  inputs: {
    code: key('Code', 'Policies name it. It cannot be changed later.'),
    name: text('Name'),
    timeZone: text('Time zone', {
      initial: Intl.DateTimeFormat().resolvedOptions().timeZone,
      hint: 'A name of the IANA database, such as Europe/Berlin.',
    }),
    hours: {
      label: 'Week',
      hint: 'Local times, such as 09:00-12:00, 13:00-17:00. 24:00 is the end of the day.',
      initial: weekOf([]),
      read: ({ hours }) => weekOf(hours),
      send: (week) => hoursOfWeek(week as readonly DayHours[]),
      check: (week, path) => problemsOfWeek(week as readonly DayHours[], path),
      Field: WeekField,
    },
    holidays: {
      label: 'Holidays',
      hint: 'Days without opening hours, such as 2026-12-25, one in each line.',
      initial: '',
      read: ({ holidays }: { holidays: readonly string[] }) => holidays.join('\n'),
      send: (lines: unknown) => holidaysFrom(String(lines)),
      Field: HolidaysField,
    } as never,
    active: active('Policies can name it.'),
  },
  describe: ({ timeZone, hours }) => {
    const days = Object.entries(weekdayNames).filter(([day]) => hours.some((each) => each.day === day))
    return [timeZone, days.map(([, name]) => name.slice(0, 3)).join(', ') || 'no hours'].join(' · ')
  },
}
