import { type SlaState, slaStates, stateOf } from '../../sla/deadlines.rules.ts'
import type { GoalKind } from '../../sla/sla.entity.ts'
import { canSeeInternal, type Viewer } from '../../viewer/viewer.ts'
import type { CaseRow } from '../case-facts.ts'

export const goalDescriptions: Record<GoalKind, string> = {
  FIRST_REPLY: 'The first public answer of an operator. It runs while somebody waits for it.',
  NEXT_REPLY: 'A further answer of an operator. It runs while somebody waits for it.',
  RESOLUTION: 'The closing of the case. It runs from the creation, except while the status pauses it.',
}

export const stateDescriptions: Record<SlaState, string> = slaStates

export type ShownDeadline = ReturnType<typeof shownDeadlines>[number]

export function shownDueAt(viewer: Viewer, { dueAt }: Pick<CaseRow, 'dueAt'>): Date | null {
  return canSeeInternal(viewer) ? dueAt : null
}

/** The deadlines of a case as the viewer sees them at a time. */
export function shownDeadlines(viewer: Viewer, { deadlines }: Pick<CaseRow, 'deadlines'>, now: number) {
  if (deadlines === null || !canSeeInternal(viewer)) return []
  return deadlines.map((deadline) => {
    const { goal, minutes, dueAt, endedAt } = deadline
    const state = stateOf(deadline, now)
    return {
      goal,
      state,
      minutes,
      dueAt: dueAt === null || state === 'PAUSED' ? null : new Date(dueAt),
      endedAt: endedAt === null ? null : new Date(endedAt),
    }
  })
}
