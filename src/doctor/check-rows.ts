import { Case } from '../cases/case.entity.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { emailKeySql } from '../people/email.ts'
import { type CheckContext, type CheckResult, failure, ok, warning } from './check-result.ts'

/** A contradiction between rows that neither a foreign key nor a CHECK of the schema prevents. */
interface Inconsistency {
  /** Describes the rows, in the plural. */
  rows: string
  /** Returns the rows' IDs in a column "id". */
  query: string
}

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

const authorisations: Inconsistency = {
  rows: 'persons who are not operators but are authorised for a type or members of a group',
  query: `
    select distinct p.id
    from (select operator_id from operator_types union all select operator_id from operator_group_members) o
    join persons p on p.id = o.operator_id
    where p.kind <> 'OPERATOR'`,
}

const emailKeys: Inconsistency = {
  rows: 'persons who cannot be found by their email address, because email_key does not match it',
  query: `
    select id
    from persons
    where email_key <> ${emailKeySql('email')}`,
}

export function checkPeople(context: CheckContext): Promise<CheckResult[]> {
  return findInconsistencies(context, 'people', context.deep ? [authorisations, emailKeys] : [authorisations])
}

// An empty database has not been set up yet, which is not a mistake.
const missing = statement(
  `
select
  exists (select from case_statuses) and not exists (select from case_statuses where is_default and active) as status,
  exists (select from case_resolutions)
    and not exists (select from case_resolutions where is_default and active) as resolution`,
  { status: 'boolean', resolution: 'boolean' },
)

const withoutAuthorisation = `
  select p.id
  from persons p
  where p.kind = 'OPERATOR' and p.active and not p.blocked
    and not exists (select from operator_types t where t.operator_id = p.id)
    and not exists (
      select from operator_group_members m join operator_groups g on g.id = m.group_id
      where m.operator_id = p.id and g.active)`

/** Finds what is probably missing in the configuration. */
export async function checkSetup({ database }: CheckContext): Promise<CheckResult[]> {
  const problems: CheckResult[] = []
  const [defaults] = await database.run(missing)
  for (const name of ['status', 'resolution'] as const) {
    if (!defaults![name]) continue
    const message = `No active ${name} is the default, so each request that creates a case must name a ${name}.`
    problems.push(warning('setup', message, `Import the ${name} of new cases with "default": true.`))
  }
  const { number, ids } = await find(database, withoutAuthorisation)
  if (number > 0) {
    const found = `${number} in total, with IDs such as ${ids}`
    const message = `Some operators are authorised for no type and are in no active group (${found}).`
    const advice =
      'Import their "typeCodes" or groups. Otherwise they see only cases that are assigned to them or that their ' +
      'touchpoint may modify.'
    problems.push(warning('setup', message, advice))
  }
  return problems
}

async function findInconsistencies(
  { database }: CheckContext,
  check: string,
  inconsistencies: readonly Inconsistency[],
  values: readonly unknown[] = [],
): Promise<CheckResult[]> {
  const problems: CheckResult[] = []
  for (const { rows, query } of inconsistencies) {
    const { number, ids } = await find(database, query, values)
    if (number === 0) continue
    const message = `There are ${rows}: ${number}, such as ${ids}.`
    const advice = 'Something other than Casegate wrote them. Correct them with SQL or from a backup.'
    problems.push(failure(check, message, advice))
  }
  return problems
}

/** The number of rows that a query returns, and some of their IDs. */
async function find(database: Queryable, query: string, values: readonly unknown[] = []) {
  const summary = statement(
    `
    with found as (${query})
    select count(*) as number, array_to_string(array(select id from found order by id limit 5), ', ') as ids from found`,
    { number: 'bigint', ids: 'text' },
  )
  const [found] = await database.run(summary, values)
  return found!
}
