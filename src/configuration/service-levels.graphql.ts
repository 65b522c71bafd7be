import type { EnumRef } from '@pothos/core'
import { caseValueTypes } from '../cases/values/case-values.graphql.ts'
import type { Calendar, SlaPolicy } from '../catalogue/catalogue.ts'
import { builder, describedEnum } from '../graphql/schema/builder.ts'

const version = { description: 'The version. It starts at 1 and increases with each change to the item or its lists.' }

export const WeekdayEnum = describedEnum('Weekday', 'A day of the week.', {
  MONDAY: 'Monday.',
  TUESDAY: 'Tuesday.',
  WEDNESDAY: 'Wednesday.',
  THURSDAY: 'Thursday.',
  FRIDAY: 'Friday.',
  SATURDAY: 'Saturday.',
  SUNDAY: 'Sunday.',
})

const OpeningHoursObject = builder.objectRef<Calendar['hours'][number]>('OpeningHours').implement({
  description: 'Hours of a day.',
  fields: (t) => ({
    day: t.expose('day', { type: WeekdayEnum, description: 'The day of the week.' }),
    from: t.exposeString('from', { description: 'Local time, `HH:MM`.' }),
    to: t.exposeString('to', { description: 'Local time, `HH:MM`. `24:00` is the end of the day.' }),
  }),
})

export const CalendarObject = builder.objectRef<Calendar>('Calendar').implement({
  description: 'Says when time is working time.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The unique code.' }),
    name: t.exposeString('name', { description: 'The display name.' }),
    timeZone: t.exposeString('timeZone', { description: 'A name of the IANA time zone database.' }),
    hours: t.field({
      type: [OpeningHoursObject],
      description: 'The hours of the week, by day and time.',
      extensions: { items: 7 },
      resolve: ({ hours }) => hours,
    }),
    holidays: t.exposeStringList('holidays', { description: 'Days without opening hours, in their order.' }),
    active: t.exposeBoolean('active', { description: 'Whether policies can name it.' }),
    version: t.exposeInt('version', version),
  }),
})

const goal = (of: string) => ({ nullable: true as const, description: `${of} Null is no goal.` })
const priority = caseValueTypes.priority as EnumRef<typeof builder.$inferSchemaTypes, string>

const SlaGoalObject = builder.objectRef<SlaPolicy['goals'][number]>('SlaGoal').implement({
  description: 'Goals in minutes of working time.',
  fields: (t) => ({
    priority: t.field({
      type: priority,
      nullable: true,
      description: 'Null means all priorities without goals of their own.',
      resolve: (goals) => goals.priority,
    }),
    firstReply: t.exposeInt('firstReply', goal('The time for the first answer.')),
    nextReply: t.exposeInt('nextReply', goal('The time for each further answer.')),
    resolution: t.exposeInt('resolution', goal('The time until the case is closed.')),
  }),
})

export const SlaPolicyObject = builder.objectRef<SlaPolicy>('SlaPolicy').implement({
  description: 'The goals of cases.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The unique code.' }),
    name: t.exposeString('name', { description: 'The display name.' }),
    calendarCode: t.exposeString('calendarCode', {
      nullable: true,
      description: 'The code of the calendar. Null counts every hour.',
    }),
    goals: t.field({
      type: [SlaGoalObject],
      description: 'Those for all priorities first, then by priority.',
      extensions: { items: 5 },
      resolve: ({ goals }) => goals,
    }),
    active: t.exposeBoolean('active', { description: 'Whether type categories can name it.' }),
    version: t.exposeInt('version', version),
  }),
})
