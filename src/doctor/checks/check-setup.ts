import { typed } from '../../database/columns.ts'
import { statement } from '../../database/statement.ts'
import { type CheckContext, type CheckResult, warning } from '../check-result.ts'

// An empty database has not been set up yet, which is not a mistake.
const missing = statement(
  `
select
  exists (select from case_statuses) and not exists (select from case_statuses where is_default and active) as status,
  exists (select from case_resolutions)
    and not exists (select from case_resolutions where is_default and active) as resolution`,
  { status: 'boolean', resolution: 'boolean' },
)

const withoutAuthorisation = statement(
  `
with found as (
  select p.id
  from persons p
  where p.kind = 'OPERATOR' and p.active and not p.blocked
    and not exists (select from operator_types t where t.operator_id = p.id)
    and not exists (
      select from operator_group_members m join operator_groups g on g.id = m.group_id
      where m.operator_id = p.id and g.active)
)
select count(*) as number, to_json(array(select id from found order by id limit 5)) as ids from found`,
  { number: 'bigint', ids: typed<number[]>('json') },
)

/** Finds what is probably missing in the data that an administrator imports. */
export async function checkSetup({ database }: CheckContext): Promise<CheckResult[]> {
  const problems: CheckResult[] = []
  const [defaults] = await database.run(missing, [])
  for (const name of ['status', 'resolution'] as const) {
    if (!defaults![name]) continue
    const message = `No active ${name} is the default, so each request that creates a case must name a ${name}.`
    problems.push(warning('setup', message, `Import the ${name} of new cases with "default": true.`))
  }
  const [operators] = await database.run(withoutAuthorisation, [])
  if (operators!.number > 0) {
    const found = `${operators!.number} in total, with IDs such as ${operators!.ids.join(', ')}`
    const message = `Some operators are authorised for no type and are in no active group (${found}).`
    const advice =
      'Import their "typeCodes" or groups. Otherwise they see only cases that are assigned to them or that their ' +
      'touchpoint may modify.'
    problems.push(warning('setup', message, advice))
  }
  return problems
}
