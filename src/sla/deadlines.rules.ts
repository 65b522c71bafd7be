import type { Deadline, GoalKind } from './sla.entity.ts'
import type { WorkingTime } from './working-time.ts'

/** The goals that a case has, and how their time is counted. */
export interface ServiceLevel {
  /** In minutes. Null is no goal. */
  goals: { readonly [Kind in GoalKind]: number | null }
  time: WorkingTime
}

/** What the deadlines of a case follow from. */
export interface Situation {
  createdAt: Date
  customerWaitingSince: Date | null
  /** Whether an operator has answered in public. */
  answered: boolean
  /** Whether the time for the resolution runs, stands still, or is over. */
  resolution: 'RUNS' | 'PAUSED' | 'ENDED'
}

/**
 * The deadlines after something that happened, from those before it. Without any before, the case is new, or a policy now applies to it:
 * then nothing is known of former pauses. Null if no policy applies.
 */
export function deadlinesAfter(
  before: readonly Deadline[] | null,
  situation: Situation,
  level: ServiceLevel | null,
  at: Date,
): Deadline[] | null {
  if (!level) return null
  const known = new Map(before?.map((each) => [each.goal, each]))
  return [
    replyAfter('FIRST_REPLY', !situation.answered, known, situation, level, at),
    replyAfter('NEXT_REPLY', situation.answered, known, situation, level, at),
    resolutionAfter(known.get('RESOLUTION'), situation, level, at),
  ].filter((each) => each !== null)
}

/** A reply goal runs from when somebody begins to wait for it. A new wait starts it anew. */
function replyAfter(
  goal: 'FIRST_REPLY' | 'NEXT_REPLY',
  /** Whether it is the one of the two that the next answer meets. */
  isNext: boolean,
  known: ReadonlyMap<GoalKind, Deadline>,
  { customerWaitingSince }: Situation,
  { goals, time }: ServiceLevel,
  at: Date,
): Deadline | null {
  const before = known.get(goal)
  const since = customerWaitingSince?.toISOString()
  if (!since || !isNext) return before ? ended(before, at) : null
  const minutes = goals[goal]
  const isSameWait = before?.since === since && before.endedAt === null
  if (minutes === null) return before && !isSameWait ? ended(before, at) : null
  return computed({ ...(isSameWait ? before : notPassed), goal, minutes, since, ran: [], endedAt: null }, time, at)
}

const notPassed = { dueAt: null, announced: false }

function resolutionAfter(
  before: Deadline | undefined,
  { createdAt, resolution }: Situation,
  { goals: { RESOLUTION: minutes }, time }: ServiceLevel,
  at: Date,
): Deadline | null {
  if (before?.endedAt != null && resolution === 'ENDED') return before
  if (minutes === null) return null
  const running: Deadline = before ?? {
    ...notPassed,
    goal: 'RESOLUTION',
    minutes,
    since: createdAt.toISOString(),
    ran: [],
    endedAt: null,
  }
  if (resolution === 'RUNS')
    return computed({ ...running, minutes, since: running.since ?? at.toISOString(), endedAt: null }, time, at)
  if (resolution === 'ENDED') return ended(before ?? computed(running, time, at), at)
  return stopped(computed({ ...running, minutes, endedAt: null }, time, at), at)
}

/** A deadline as it ends now. One that has ended stays as it is. */
function ended(deadline: Deadline, at: Date): Deadline {
  if (deadline.endedAt !== null) return deadline
  const { dueAt, since } = deadline
  const stands = stopped(deadline, at)
  // It says what was to be met, if it ran until now.
  return { ...stands, dueAt: since === null ? stands.dueAt : dueAt, endedAt: at.toISOString() }
}

function stopped(deadline: Deadline, at: Date): Deadline {
  const { since, dueAt } = deadline
  if (since === null) return deadline
  const hasPassed = dueAt !== null && Date.parse(dueAt) <= at.getTime()
  return {
    ...deadline,
    ran: [...deadline.ran, [since, at.toISOString()]],
    since: null,
    dueAt: hasPassed ? dueAt : null,
  }
}

/** The deadline with the time at which its working time is used up. A deadline that had passed, and has passed, stays announced. */
function computed(deadline: Deadline, time: WorkingTime, at: Date): Deadline {
  const due = usedUpAt(deadline, time)
  const dueAt = due === null ? null : new Date(due).toISOString()
  const hasPassed = due !== null && due <= at.getTime()
  return { ...deadline, dueAt, announced: deadline.announced && (dueAt === deadline.dueAt || hasPassed) }
}

function usedUpAt({ minutes, ran, since }: Deadline, time: WorkingTime): number | null {
  let left = minutes * 60_000
  for (const [from, to] of ran) {
    const [start, end] = [Date.parse(from), Date.parse(to)]
    const due = time.dueAfter(start, left)
    if (due !== null && due <= end) return due
    left -= time.used(start, end)
  }
  return since === null ? null : time.dueAfter(Date.parse(since), left)
}

/** What is stored beside the deadlines, to find cases by. */
export interface DueTimes {
  /** The earliest deadline that runs. */
  dueAt: Date | null
  /** The earliest deadline that has passed, or will if nothing happens, and has no event yet. */
  overdueAt: Date | null
}

export function dueTimesOf(deadlines: readonly Deadline[] | null): DueTimes {
  if (!deadlines) return { dueAt: null, overdueAt: null }
  const runs = ({ since, endedAt }: Deadline) => since !== null && endedAt === null
  const passes = (each: Deadline) => !each.announced && (runs(each) || hasPassedBefore(each))
  return { dueAt: earliest(deadlines.filter(runs)), overdueAt: earliest(deadlines.filter(passes)) }
}

/** Whether it passed before it ended or stood still. */
function hasPassedBefore({ dueAt, endedAt }: Deadline): boolean {
  return dueAt !== null && (endedAt === null || dueAt < endedAt)
}

function earliest(deadlines: readonly Deadline[]): Date | null {
  const times = deadlines.flatMap(({ dueAt }) => (dueAt === null ? [] : Date.parse(dueAt)))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

/** The descriptions of the states in the schema. */
export const slaStates = {
  RUNNING: 'The time runs.',
  PAUSED: 'The time stands still.',
  OVERDUE: 'The time runs, and the deadline has passed.',
  MET: 'It ended in time.',
  MISSED: 'It ended after the deadline.',
}
export type SlaState = keyof typeof slaStates

export function stateOf({ dueAt, endedAt, since }: Deadline, now: number): SlaState {
  const due = dueAt === null ? Infinity : Date.parse(dueAt)
  if (endedAt !== null) return Date.parse(endedAt) <= due ? 'MET' : 'MISSED'
  if (since === null) return 'PAUSED'
  return now > due ? 'OVERDUE' : 'RUNNING'
}

/** The deadlines of which those that passed long ago are not announced: by an import, or a change of the configuration. */
export function withoutOldNews(deadlines: Deadline[] | null, at: Date): Deadline[] | null {
  const dayAgo = at.getTime() - 86_400_000
  return (
    deadlines?.map((each) =>
      each.dueAt !== null && Date.parse(each.dueAt) < dayAgo ? { ...each, announced: true } : each,
    ) ?? null
  )
}
