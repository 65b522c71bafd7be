import { Case } from '../../cases/case.entity.ts'
import { type CheckContext, type CheckResult, ok } from '../check-result.ts'
import { findInconsistencies, type Inconsistency } from '../inconsistency.ts'

// $1 is the lowest case ID to check.
const inconsistencies: Inconsistency[] = [
  {
    rows: 'cases whose version is not that of their last event, or whose events have gaps',
    query: `
      select c.id
      from cases c
      left join (
        select case_id, min(version) as first, max(version) as last, count(*) as number
        from case_events
        where case_id >= $1
        group by case_id
      ) e on e.case_id = c.id
      where c.id >= $1 and (e.last is distinct from c.version or e.number <> e.last - e.first + 1)`,
  },
  {
    rows: 'cases that changed at a different time than their last event',
    query: `
      select c.id
      from cases c join case_events e on e.case_id = c.id and e.version = c.version
      where c.id >= $1 and e.at <> c.updated_at`,
  },
  {
    rows: 'cases with an event that has no author or touchpoint',
    query: `
      select distinct case_id as id
      from case_events
      where case_id >= $1 and kind <> 'IMPORTED' and (actor_id is null or touchpoint_code is null)`,
  },
  {
    rows: 'cases with a comment that has no author or two authors',
    query: `
      select distinct m.case_id as id
      from case_comments m join case_events e on e.case_id = m.case_id and e.version = m.version
      where m.case_id >= $1 and (m.imported_author_id is null) = (e.actor_id is null)`,
  },
  {
    rows: 'cases whose party is not a party, or whose assignee is not an operator',
    query: `
      select c.id
      from cases c
      left join persons p on p.id = c.party_id
      left join persons a on a.id = c.assignee_id
      where c.id >= $1 and (p.kind <> 'PARTY' or a.kind <> 'OPERATOR')`,
  },
  {
    rows: 'cases whose data is not a JSON object',
    query: `select id from cases where id >= $1 and jsonb_typeof(case_data) <> 'object'`,
  },
]

const newest = 1_000

/** Checks that cases agree with their events and comments. */
export async function checkHistory(context: CheckContext): Promise<CheckResult[]> {
  const problems = await findInconsistencies(context, 'history', inconsistencies, [await lowestId(context)])
  if (problems.length > 0) return problems
  const which = context.deep ? 'All cases' : `The newest ${newest.toLocaleString('en')} cases (--deep checks all)`
  return [ok('history', `${which} agree with their events and comments.`)]
}

async function lowestId({ database, deep }: CheckContext): Promise<number> {
  if (deep) return 1
  const em = database.orm.em.fork()
  const [lowest] = await em.findAll(Case, { fields: ['id'], orderBy: { id: 'desc' }, offset: newest - 1, limit: 1 })
  return lowest?.id ?? 1
}
