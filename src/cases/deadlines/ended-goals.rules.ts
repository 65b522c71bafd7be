import { isClosed } from '../../catalogue/available.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { policyOf, serviceLevelOf } from '../../catalogue/service-level.ts'
import type { LoginKind } from '../../login-kinds.ts'
import { stateOf } from '../../sla/deadlines.rules.ts'
import type { Deadline, GoalKind } from '../../sla/sla.entity.ts'
import type { ChangedValue } from '../case.entity.ts'
import { caseDeadlines } from '../values/case-deadlines.rules.ts'
import { answersIn, type Waiting, waitingAfter } from '../values/comment-effects.rules.ts'

/** The values that deadlines follow from. */
interface Values {
  typeCode: string
  categoryCode: string
  priority: string
  status: string
}

/** Something that happened to a case. Comments that were imported with a time of their own are steps too. Times are in ISO 8601. */
export interface Step {
  at: string
  /** Null if nobody is known to have done it. */
  login: LoginKind | null
  changes: readonly ChangedValue[]
  comments: readonly { internal: boolean }[]
}

/** A case as it is now, with all that happened to it, the first step first. */
interface CaseHistory extends Values {
  createdAt: Date
  steps: readonly Step[]
}

/** A goal that was met or missed for good. */
export interface EndedGoal {
  goal: GoalKind
  policyCode: string
  state: 'MET' | 'MISSED'
  endedAt: Date
  /** The working time that it took, in milliseconds. */
  used: number
}

const valueNames = new Set(['typeCode', 'categoryCode', 'priority', 'status'])

function changedBy({ changes }: Step, side: 'from' | 'to'): Partial<Values> {
  const ofValues = changes.filter(({ path: [name] }) => valueNames.has(name!))
  return Object.fromEntries(ofValues.map(({ path: [name], [side]: value }) => [name, value]))
}

/**
 * The goals of a case that have ended, by the service levels of now: what happened is gone through once more. A resolution that was
 * reopened counts when it ends again.
 */
export function endedGoals({ createdAt, steps, ...now }: CaseHistory, catalogue: Catalogue): EndedGoal[] {
  const later = steps.slice(1).toReversed()
  let values: Values = { ...now, ...Object.assign({}, ...later.map((step) => changedBy(step, 'from'))) }
  let waiting: Waiting<Date> = {
    customerWaitingSince: isClosed(values.status, catalogue) ? null : createdAt,
    answered: false,
  }
  let deadlines: Deadline[] | null = null
  const replies: EndedGoal[] = []
  let resolution: EndedGoal | null = null
  let isFirstComment = true
  for (const [index, step] of steps.entries()) {
    const wasClosed = isClosed(values.status, catalogue)
    if (index > 0) values = { ...values, ...changedBy(step, 'to') }
    const at = new Date(Math.max(Date.parse(step.at), createdAt.getTime()))
    const isNew = at.getTime() === createdAt.getTime()
    const comments = isNew && isFirstComment ? answersIn(step.comments) : step.comments
    isFirstComment &&= step.comments.every(({ internal }) => internal)
    const happening = { login: step.login, isClosed: isClosed(values.status, catalogue), wasClosed, comments }
    waiting = waitingAfter(waiting, happening, at)
    const before: readonly Deadline[] | null = deadlines
    deadlines = caseDeadlines({ ...values, createdAt, ...waiting }, before, catalogue, at).deadlines
    for (const ended of deadlines ?? []) {
      const known = before?.find(({ goal }) => goal === ended.goal)
      if (ended.endedAt === null) {
        if (ended.goal === 'RESOLUTION') resolution = null
      } else if (known?.endedAt !== ended.endedAt) {
        const found = endedGoal(ended, values, catalogue)
        if (ended.goal === 'RESOLUTION') resolution = found
        else if (found) replies.push(found)
      }
    }
  }
  return resolution ? [...replies, resolution] : replies
}

function endedGoal(deadline: Deadline, values: Values, catalogue: Catalogue): EndedGoal | null {
  const policy = policyOf(values, catalogue)
  const level = serviceLevelOf(values, catalogue)
  if (!policy || !level || deadline.endedAt === null) return null
  const used = deadline.ran.reduce((sum, [from, to]) => sum + level.time.used(Date.parse(from), Date.parse(to)), 0)
  const state = stateOf(deadline, 0) === 'MET' ? 'MET' : 'MISSED'
  return { goal: deadline.goal, policyCode: policy.code, state, endedAt: new Date(deadline.endedAt), used }
}
