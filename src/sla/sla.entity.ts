import { defineEntity, p } from '@mikro-orm/core'

export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

/** Hours of a day in local time, as HH:MM. `to` is up to 24:00. */
export interface OpeningHours {
  day: (typeof weekdays)[number]
  from: string
  to: string
}

/** Goals in minutes of working time. Null is no goal. */
export interface SlaGoals {
  /** Null means all priorities without goals of their own. */
  priority: string | null
  firstReply: number | null
  nextReply: number | null
  resolution: number | null
}

export const goalKinds = ['FIRST_REPLY', 'NEXT_REPLY', 'RESOLUTION'] as const
export type GoalKind = (typeof goalKinds)[number]

/** A goal of a case, as it is stored. Times are in ISO 8601. */
export interface Deadline {
  goal: GoalKind
  /** The goal in minutes of working time. */
  minutes: number
  /** When it last began to run. Null while its time stands still. */
  since: string | null
  /** The times from and to which it ran before. */
  ran: [from: string, to: string][]
  /**
   * When its working time is used up. Null if its time stands still and it has not passed, or if the calendar has too few hours. Of a
   * deadline that has ended, it is the one that was to be met.
   */
  dueAt: string | null
  /** When the goal was met, or missed for good. */
  endedAt: string | null
  /** Whether there is an event that says that it passed, or none is to follow. */
  announced: boolean
}

/** Says when time is working time. */
export const Calendar = defineEntity({
  name: 'Calendar',
  tableName: 'sla_calendars',
  properties: {
    code: p.text().primary(),
    name: p.text(),
    /** A name of the IANA time zone database. */
    timeZone: p.text(),
    /** By day and time. */
    hours: p.json<OpeningHours[]>().default('[]'),
    /** Days without opening hours, as YYYY-MM-DD, in their order. */
    holidays: p.json<string[]>().default('[]'),
    active: p.boolean(),
    version: p.integer().default(1),
  },
})

export const SlaPolicy = defineEntity({
  name: 'SlaPolicy',
  tableName: 'sla_policies',
  properties: {
    code: p.text().primary(),
    name: p.text(),
    /** Null counts every hour. */
    calendar: () => p.manyToOne(Calendar).fieldName('calendar_code').nullable(),
    /** At most one for each priority. */
    goals: p.json<SlaGoals[]>().default('[]'),
    active: p.boolean(),
    version: p.integer().default(1),
  },
})

/** One row: how far the deadlines of stored cases follow the configuration. */
export const SlaRecomputation = defineEntity({
  name: 'SlaRecomputation',
  tableName: 'sla_recomputation',
  properties: {
    single: p.boolean().primary(),
    /** Identifies the service levels that the deadlines of all cases follow, except the last ones to change. Empty: there are none. */
    done: p.text(),
    /** The service levels that are being applied. Null if none are. */
    target: p.text().nullable(),
    /** The case up to which they have been applied. */
    caseId: p.bigint('number'),
    /** When the application began. */
    startedAt: p.datetime().nullable(),
    /** Until when cases that changed meanwhile are looked at again. */
    repeatAt: p.datetime().nullable(),
  },
  checks: [{ name: 'sla_recomputation_single', expression: 'single' }],
})
