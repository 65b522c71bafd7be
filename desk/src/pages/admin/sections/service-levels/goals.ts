import type { ShownProblem } from '../../../../ui/form/problems/problems'
import { caseValues } from '../../../../ui/words/case-values'
import type { CasePriority } from '../../gql/graphql'

export const goalNames = { firstReply: 'First reply', nextReply: 'Next reply', resolution: 'Resolution' } as const
export type GoalName = keyof typeof goalNames
export const goals = Object.keys(goalNames) as GoalName[]

/** The goals as texts, such as "4 h" and "30 min". */
export type GoalsOfPriority = { priority: CasePriority | null } & Record<GoalName, string>

type StoredGoals = { priority: CasePriority | null } & Record<GoalName, number | null>

/** A row for all priorities, and one for each from the most urgent. */
const priorities: (CasePriority | null)[] = [null, 'URGENT', 'HIGH', 'NORMAL', 'LOW']

export function rowsOf(stored: readonly StoredGoals[]): GoalsOfPriority[] {
  return priorities.map((priority) => {
    const found = stored.find((each) => each.priority === priority)
    const texts = goals.map((goal) => [goal, durationOf(found?.[goal] ?? null)])
    return { priority, ...Object.fromEntries(texts) } as GoalsOfPriority
  })
}

export function priorityText(priority: CasePriority | null): string {
  return priority === null ? 'All others' : (caseValues.priority.names?.[priority] ?? priority)
}

function durationOf(minutes: number | null): string {
  if (minutes === null) return ''
  const parts = [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`]
  return parts.filter(Boolean).join(' ')
}

/** The minutes of "4 h", "30 min", "1 h 30 min" or "90". Null for nothing, and undefined for anything else. */
export function minutesFrom(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const [, hours, minutes] = /^\s*(?:(\d+)\s*h(?:ours?)?)?\s*(?:(\d+)\s*(?:m|min|minutes?)?)?\s*$/i.exec(text) ?? []
  if (hours === undefined && minutes === undefined) return undefined
  return Number(hours ?? 0) * 60 + Number(minutes ?? 0)
}

/** What is sent: rows without goals are left out. */
export function goalsFrom(rows: readonly GoalsOfPriority[]) {
  return rows.flatMap((row) => {
    const minutes = goals.map((goal) => [goal, minutesFrom(row[goal]) ?? null] as const)
    const hasGoals = minutes.some(([, value]) => value !== null)
    return hasGoals ? [{ priority: row.priority, ...Object.fromEntries(minutes) }] : []
  })
}

export function problemsOfGoals(rows: readonly GoalsOfPriority[], input: string): ShownProblem[] {
  const isWrong = rows.some((row) => goals.some((goal) => minutesFrom(row[goal]) === undefined))
  return isWrong ? [{ input, message: 'Goals must be times such as 4 h, 30 min or 1 h 30 min.' }] : []
}
