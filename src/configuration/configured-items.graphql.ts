import type { EnumRef } from '@pothos/core'
import { caseValueTypes } from '../cases/values/case-values.graphql.ts'
import { version } from '../catalogue/catalogue.graphql.ts'
import { type Calendar, type Reply, type SlaPolicy, tables } from '../catalogue/catalogue.ts'
import { builder, describedEnum } from '../graphql/schema/builder.ts'
import { exposed } from '../graphql/schema/exposed.ts'

const { calendars, slaPolicies, replies } = tables

const TypeCategoryCodesObject = builder.objectRef<Reply['typeCategories'][number]>('TypeCategoryCodes').implement({
  description: 'The codes of a type category.',
  fields: (t) => ({
    typeCode: t.exposeString('typeCode', { description: 'The code of the case type.' }),
    categoryCode: t.exposeString('categoryCode', { description: 'The code of the case category.' }),
  }),
})

export const ConfiguredReplyObject = builder.objectRef<Reply>('ConfiguredReply').implement({
  description: 'A saved reply with its placeholders.',
  fields: (t) => ({
    ...exposed(t, replies.columns, {
      code: 'The unique code.',
      label: 'The label that operators see.',
      text: 'The text with placeholders.',
    }),
    typeCategories: t.expose('typeCategories', {
      type: [TypeCategoryCodesObject],
      description: 'The type categories whose cases it is offered for, by their codes. An empty list means all cases.',
      extensions: { items: 10 },
    }),
    ...exposed(t, replies.columns, { active: 'Whether it is offered.', version }),
  }),
})

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
    ...exposed(t, calendars.columns, {
      code: 'The unique code.',
      name: 'The display name.',
      timeZone: 'A name of the IANA time zone database.',
    }),
    hours: t.expose('hours', {
      type: [OpeningHoursObject],
      description: 'The hours of the week, by day and time.',
      extensions: { items: 7 },
    }),
    holidays: t.exposeStringList('holidays', { description: 'Days without opening hours, in their order.' }),
    ...exposed(t, calendars.columns, { active: 'Whether policies can name it.', version }),
  }),
})

const goal = (of: string) => ({ nullable: true as const, description: `${of} Null is no goal.` })

const SlaGoalObject = builder.objectRef<SlaPolicy['goals'][number]>('SlaGoal').implement({
  description: 'Goals in minutes of working time.',
  fields: (t) => ({
    priority: t.expose('priority', {
      type: caseValueTypes.priority as EnumRef<typeof builder.$inferSchemaTypes, string>,
      nullable: true,
      description: 'Null means all priorities without goals of their own.',
    }),
    firstReply: t.exposeInt('firstReply', goal('The time for the first answer.')),
    nextReply: t.exposeInt('nextReply', goal('The time for each further answer.')),
    resolution: t.exposeInt('resolution', goal('The time until the case is closed.')),
  }),
})

export const SlaPolicyObject = builder.objectRef<SlaPolicy>('SlaPolicy').implement({
  description: 'The goals of cases.',
  fields: (t) => ({
    ...exposed(t, slaPolicies.columns, {
      code: 'The unique code.',
      name: 'The display name.',
      calendarCode: 'The code of the calendar. Null counts every hour.',
    }),
    goals: t.expose('goals', {
      type: [SlaGoalObject],
      description: 'Those for all priorities first, then by priority.',
      extensions: { items: 5 },
    }),
    ...exposed(t, slaPolicies.columns, { active: 'Whether type categories can name it.', version }),
  }),
})
