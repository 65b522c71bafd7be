import { weekdays } from '../sla/sla.entity.ts'
import type { ServiceLevel, Situation } from '../sla/deadlines.rules.ts'
import { allHours, type WorkingTime, workingTime } from '../sla/working-time.ts'
import type { TypeCategoryCodes } from './catalogue.entity.ts'
import { type Calendar, type Catalogue, type SlaPolicy, typeCategoryKey } from './catalogue.ts'

/** Read on first use. A catalogue is immutable, so its calendars are. */
const times = new WeakMap<Calendar, WorkingTime>()
const levels = new WeakMap<SlaPolicy, Map<string, ServiceLevel>>()

function minutesOf(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number)
  return hours * 60 + minutes
}

/** The working time of a calendar as it is stored. */
export function timeOf({ timeZone, hours, holidays }: Pick<Calendar, 'timeZone' | 'hours' | 'holidays'>): WorkingTime {
  return workingTime({
    timeZone,
    hours: hours.map(({ day, from, to }) => ({
      weekday: weekdays.indexOf(day),
      from: minutesOf(from),
      to: minutesOf(to),
    })),
    holidays,
  })
}

function workingTimeOf({ calendarCode }: SlaPolicy, { calendars }: Catalogue): WorkingTime {
  const calendar = calendarCode === null ? undefined : calendars.get(calendarCode)
  if (!calendar) return allHours
  const time = times.get(calendar) ?? timeOf(calendar)
  times.set(calendar, time)
  return time
}

export function policyOf(codes: TypeCategoryCodes, catalogue: Catalogue): SlaPolicy | null {
  const code = catalogue.typeCategories.get(typeCategoryKey(codes))?.slaPolicyCode
  return (code != null && catalogue.slaPolicies.get(code)) || null
}

/** The codes of the types, and of the categories, of all type categories with a policy, as two parameters of a statement. */
export function codesWithPolicy({ typeCategories }: Catalogue): [types: string[], categories: string[]] {
  const withPolicy = [...typeCategories.values()].filter(({ slaPolicyCode }) => slaPolicyCode !== null)
  return [withPolicy.map(({ type }) => type.code), withPolicy.map(({ category }) => category.code)]
}

/** The goals of a case: those of its priority, else those for all priorities. Null if no policy applies. */
export function serviceLevelOf(
  { priority, ...codes }: TypeCategoryCodes & { priority: string },
  catalogue: Catalogue,
): ServiceLevel | null {
  const policy = policyOf(codes, catalogue)
  if (!policy) return null
  const known = levels.get(policy) ?? new Map<string, ServiceLevel>()
  levels.set(policy, known)
  const level = known.get(priority) ?? levelOf(policy, priority, catalogue)
  known.set(priority, level)
  return level
}

function levelOf(policy: SlaPolicy, priority: string, catalogue: Catalogue): ServiceLevel {
  const goals = [priority, null].flatMap((each) => policy.goals.filter((goal) => goal.priority === each))
  const { firstReply = null, nextReply = null, resolution = null } = goals[0] ?? {}
  return {
    goals: { FIRST_REPLY: firstReply, NEXT_REPLY: nextReply, RESOLUTION: resolution },
    time: workingTimeOf(policy, catalogue),
  }
}

/** Whether the time for a resolution runs in a status. */
export function resolutionIn(status: string, { statuses }: Catalogue): Situation['resolution'] {
  const { closed = false, pausesSla = false } = statuses.get(status) ?? {}
  return closed ? 'ENDED' : pausesSla ? 'PAUSED' : 'RUNS'
}
