import { loadedCatalogue } from '../../catalogue/catalogue-store.ts'
import { codesWithPolicy } from '../../catalogue/service-level.ts'
import { typed } from '../../database/statements/columns.ts'
import { columnsOf } from '../../database/statements/entity-columns.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { type GoalKind, goalKinds } from '../../sla/sla.entity.ts'
import { Case } from '../case.entity.ts'
import { type EndedGoal, endedGoals, type Step } from './ended-goals.rules.ts'

/** How the goals of a policy ended for the cases of a group. */
export interface SlaFigures {
  policy: string
  /** The group that the cases are assigned to now. Null for cases without one. */
  group: string | null
  goal: GoalKind
  met: number
  missed: number
  /** The working time that half of them, and nine of ten, took at most, in minutes. */
  medianMinutes: number
  p90Minutes: number
}

const batchSize = 500

const columns = {
  ...columnsOf(Case, 'id', 'typeCode', 'categoryCode', 'priority', 'status', 'createdAt'),
  groupName: 'text | null',
  steps: typed<Step[]>('json'),
} as const

// $1: the case before the first one. $2, $3: the period. $4, $5: the type categories with a policy.
const histories = statement(
  `
select c.id, c.type_code, c.category_code, c.priority, c.status, c.created_at, g.name as group_name, (
    select coalesce(json_agg(s.step order by s.at, s.version), '[]')
    from (
      select e.at, e.version, json_build_object(
          'at', e.at, 'login', p.kind, 'changes', e.changes,
          'comments', (
            select coalesce(json_agg(json_build_object('internal', m.internal) order by m.position), '[]')
            from case_comments m
            where m.case_id = e.case_id and m.version = e.version and m.imported_at is null
          )
        ) as step
      from case_events e left join persons p on p.id = e.actor_id
      where e.case_id = c.id and e.kind <> 'OVERDUE'
      union all
      select m.imported_at, m.version, json_build_object(
          'at', m.imported_at, 'login', p.kind, 'changes', '[]'::json,
          'comments', json_build_array(json_build_object('internal', m.internal))
        )
      from case_comments m join persons p on p.id = m.imported_author_id
      where m.case_id = c.id
    ) s
  ) as steps
from cases c
left join operator_groups g on g.id = c.group_id
where c.id > $1::bigint and c.created_at < $3::timestamptz and c.updated_at >= $2::timestamptz
  and (c.type_code, c.category_code) in (select * from unnest($4::text[], $5::text[]))
order by c.id
limit ${batchSize}`,
  columns,
)

interface Period {
  from: Date
  /** The first time after it. */
  to: Date
}

/** How the goals that ended in a period ended, by policy, group and goal. Computed from the history, by the service levels of now. */
export async function slaReport(database: Queryable, { from, to }: Period): Promise<SlaFigures[]> {
  const catalogue = await loadedCatalogue(database)
  const codes = codesWithPolicy(catalogue)
  const ended = new Map<string, { group: string | null; goals: EndedGoal[] }>()
  let last = 0
  for (let count = batchSize; count === batchSize;) {
    const rows = await database.run(histories, [last, from, to, ...codes])
    for (const { groupName: group, id, ...history } of rows) {
      last = id
      for (const goal of endedGoals(history, catalogue)) {
        if (goal.endedAt < from || goal.endedAt >= to) continue
        const key = JSON.stringify([goal.policyCode, group, goalKinds.indexOf(goal.goal)])
        const found = ended.get(key) ?? { group, goals: [] }
        found.goals.push(goal)
        ended.set(key, found)
      }
    }
    count = rows.length
  }
  return [...ended].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { group, goals }]) => figuresOf(group, goals))
}

function figuresOf(group: string | null, goals: readonly EndedGoal[]): SlaFigures {
  const [{ policyCode, goal }] = goals as [EndedGoal]
  const times = goals.map(({ used }) => used).toSorted((a, b) => a - b)
  const upTo = (share: number) => Math.round(times[Math.ceil(share * times.length) - 1]! / 600) / 100
  const met = goals.filter(({ state }) => state === 'MET').length
  return {
    policy: policyCode,
    group,
    goal,
    met,
    missed: goals.length - met,
    medianMinutes: upTo(0.5),
    p90Minutes: upTo(0.9),
  }
}
