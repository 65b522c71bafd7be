import { z } from 'zod'
import { casePriorities } from '../../cases/case.entity.ts'
import { isDay } from '../../cases/values/field-value.rules.ts'
import { type OpeningHours, type SlaGoals, weekdays } from '../../sla/sla.entity.ts'
import { isTimeZone } from '../../sla/working-time.ts'
import { key } from './field-format.ts'

export const timeZone = key.refine(isTimeZone, 'must be a name of the IANA time zone database')

export const openingHours = z
  .strictObject({
    day: z.enum(weekdays).describe('The day of the week.'),
    from: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59')
      .describe('Local time, `HH:MM`.'),
    to: z
      .string()
      .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time from 00:01 to 24:00')
      .describe('Local time, `HH:MM`, after `from`. `24:00` is the end of the day.'),
  })
  .superRefine(({ from, to }, context) => {
    if (to <= from) context.addIssue({ code: 'custom', path: ['to'], message: 'must be after from' })
  })

/** The hours of a week. Those of one day do not overlap. */
export const hours = z.array(openingHours).superRefine((items, context) => {
  for (const [index, { day, from, to }] of items.entries()) {
    const overlaps = items.slice(0, index).some((each) => each.day === day && each.from < to && from < each.to)
    if (overlaps)
      context.addIssue({ code: 'custom', path: [index], message: 'must not overlap other hours of the day' })
  }
})

const day = z.string().refine(isDay, 'must be a day of the calendar in the form YYYY-MM-DD')
export const holidays = z.array(day).max(2_000, 'must have at most 2000 items')

export const maximumGoal = 525_600
const goalMessage = `must be an integer from 1 to ${maximumGoal}`
const goal = (of: string) =>
  z
    .int({ error: goalMessage })
    .min(1, goalMessage)
    .max(maximumGoal, goalMessage)
    .nullish()
    .describe(`${of} Null is no goal.`)

export const slaGoal = z.strictObject({
  priority: z.enum(casePriorities).nullish().describe('Null means all priorities without goals of their own.'),
  firstReply: goal('The time for the first answer.'),
  nextReply: goal('The time for each further answer.'),
  resolution: goal('The time until the case is closed.'),
})

/** At most one for each priority, and one for the others. */
export const goals = z.array(slaGoal).superRefine((items, context) => {
  const priorities = items.map(({ priority }) => priority ?? null)
  for (const [index, priority] of priorities.entries()) {
    const first = priorities.indexOf(priority)
    if (first === index) continue
    const message = `must not repeat goals[${first}].priority`
    context.addIssue({ code: 'custom', path: [index, 'priority'], message, params: { isDuplicate: true } })
  }
})

/** By day and time, with their members in one order, so that equal hours are stored as equal. */
export function toHours(sent: readonly OpeningHours[]): OpeningHours[] {
  const place = ({ day, from }: OpeningHours) => `${weekdays.indexOf(day)} ${from}`
  return sent.map(({ day, from, to }) => ({ day, from, to })).toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

/** In the order of the days, none twice. */
export const toHolidays = (sent: readonly string[]) => [...new Set(sent)].toSorted()

/** Those for all priorities first, then from the least to the most urgent. */
export function toGoals(
  sent: readonly Partial<{ [Name in keyof SlaGoals]: SlaGoals[Name] | undefined }>[],
): SlaGoals[] {
  const order: readonly (string | null)[] = [null, ...casePriorities]
  return sent
    .map(({ priority = null, firstReply = null, nextReply = null, resolution = null }) => ({
      priority,
      firstReply,
      nextReply,
      resolution,
    }))
    .toSorted((a, b) => order.indexOf(a.priority) - order.indexOf(b.priority))
}
