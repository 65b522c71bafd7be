import { failure, type CheckResult, ok } from './check-result.ts'
import { type Queryable, statement } from '../database/statement.ts'

// What foreign keys and checks of the schema promise is not looked for here: whether they are in force is another
// check, and whether the keys always were is one more. Each query gives, in a column "id", the rows that contradict others.

interface Contradiction {
  /** What the rows are, after their number. */
  message: string
  query: string
}

const byPerson: Contradiction[] = [
  {
    message: 'persons who are no operators, and are authorised for a type or members of a group',
    query: `
      select distinct p.id
      from (select operator_id from operator_types union all select operator_id from operator_group_members) o
      join persons p on p.id = o.operator_id
      where p.kind <> 'OPERATOR'`,
  },
]

// In ASCII alone the database folds as emailKey does.
const byEveryPerson: Contradiction[] = [
  {
    message: 'persons who are not found by their e-mail address, as email_key is not its lower case',
    query: `
      select id
      from persons
      where octet_length(email) = char_length(email) and email_key <> lower(email collate "C")`,
  },
]

// $1 is the lowest id of a case that is looked at.
const byCase: Contradiction[] = [
  {
    message: 'cases whose version is not that of their last event, or whose events have gaps',
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
    message: 'cases that changed at another instant than their last event',
    query: `
      select c.id
      from cases c join case_events e on e.case_id = c.id and e.version = c.version
      where c.id >= $1 and e.at <> c.updated_at`,
  },
  {
    message: 'cases with an event that has no author or touchpoint',
    query: `
      select distinct case_id as id
      from case_events
      where case_id >= $1 and kind <> 'IMPORTED' and (actor_id is null or touchpoint_code is null)`,
  },
  {
    message: 'cases with a comment that has no author, or two',
    query: `
      select distinct m.case_id as id
      from case_comments m join case_events e on e.case_id = m.case_id and e.version = m.version
      where m.case_id >= $1 and (m.imported_author_id is null) = (e.actor_id is null)`,
  },
  {
    message: 'cases whose party is no party, or whose assignee is no operator',
    query: `
      select c.id
      from cases c
      left join persons p on p.id = c.party_id
      left join persons a on a.id = c.assignee_id
      where c.id >= $1 and (p.kind <> 'PARTY' or a.kind <> 'OPERATOR')`,
  },
  {
    message: 'cases whose data is no JSON object',
    query: `select id from cases where id >= $1 and jsonb_typeof(case_data) <> 'object'`,
  },
]

export async function checkPeople(database: Queryable, deep: boolean): Promise<CheckResult[]> {
  const kinds = deep ? [...byPerson, ...byEveryPerson] : byPerson
  const findings = await contradictions(database, 'people', kinds, [])
  if (findings.length > 0) return findings
  const found = deep ? ', and persons are found by their e-mail addresses' : ''
  return [ok('people', `Authorisations and groups have operators alone${found}.`)]
}

const newest = 1_000
const lowestOfNewest = statement<{ id: number }>(`
  select coalesce(min(id), 1) as id from (select id from cases order by id desc limit ${newest}) c
`)

/** Looks at the newest cases, or at all. */
export async function checkHistory(database: Queryable, deep: boolean): Promise<CheckResult[]> {
  const [lowest] = deep ? [{ id: 1 }] : await database.run(lowestOfNewest)
  const findings = await contradictions(database, 'history', byCase, [lowest!.id])
  if (findings.length > 0) return findings
  const which = deep ? 'All cases' : `The ${newest.toLocaleString('en')} newest cases (--deep looks at all)`
  return [ok('history', `${which} agree with their events and comments.`)]
}

async function contradictions(
  database: Queryable,
  check: string,
  kinds: readonly Contradiction[],
  values: readonly unknown[],
): Promise<CheckResult[]> {
  const findings: CheckResult[] = []
  for (const { message, query } of kinds) {
    const contradicting = statement<{ number: number; ids: number[] }>(`
      with found as (${query})
      select count(*) as number, to_json(array(select id from found order by id limit 5)) as ids from found
    `)
    const [found] = await database.run(contradicting, values)
    if (found!.number === 0) continue
    const text = `There are ${message}: ${found!.number}, such as ${found!.ids.join(', ')}.`
    const advice = 'Something else than Casegate wrote them. Find out what, and correct them by SQL or from a backup.'
    findings.push(failure(check, text, advice))
  }
  return findings
}
