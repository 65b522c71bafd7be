import { statement } from '../database/statement.ts'
import { commandName } from '../settings/command-name.ts'
import { type CheckContext, type Checking, ok, warning } from './check-result.ts'

// An empty database has not been set up yet, which is not a mistake.
const missing = statement(
  `
select
  exists (select from case_statuses) and not exists (select from case_statuses where is_default and active) as status,
  exists (select from case_resolutions)
    and not exists (select from case_resolutions where is_default and active) as resolution,
  exists (select from persons)
    and not exists (select from persons where kind = 'ADMIN' and active and not blocked) as admin,
  (
    select count(*)
    from persons p
    where p.kind = 'OPERATOR' and p.active and not p.blocked
      and not exists (select from operator_types t where t.operator_id = p.id)
      and not exists (
        select from operator_group_members m join operator_groups g on g.id = m.group_id
        where m.operator_id = p.id and g.active)
  ) as operators,
  concat_ws(', ',
    case when not exists (select from case_categories) then 'categories' end,
    case when not exists (select from case_types) then 'types' end,
    case when not exists (select from case_type_categories) then 'type categories' end,
    case when not exists (select from case_statuses) then 'statuses' end,
    case when not exists (select from case_resolutions) then 'resolutions' end,
    case when not exists (select from persons) then 'persons' end,
    case when not exists (select from touchpoints) then 'touchpoints' end
  ) as absent`,
  { status: 'boolean', resolution: 'boolean', admin: 'boolean', operators: 'bigint', absent: 'text' },
)

/** Finds what is probably missing in the configuration. */
export async function* checkSetup({ database }: CheckContext): Checking {
  const [found] = await database.run(missing)
  for (const name of ['status', 'resolution'] as const) {
    if (!found![name]) continue
    const message = `No active ${name} is the default, so each request that creates a case must name a ${name}.`
    yield warning('setup', message, `Import the ${name} of new cases with "default": true.`)
  }
  if (found!.admin) {
    const advice = `Create one: ${commandName} person create --login admin --email ada@example.com --firstname Ada`
    const message = 'There is no active admin, so nobody can configure the service over the API.'
    yield warning('admins', message, advice)
  }
  if (found!.operators > 0) {
    const message = `Some operators are authorised for no type and are in no active group (${found!.operators} in total).`
    const advice =
      'Import their "typeCodes" or groups. Otherwise they see only cases that are assigned to them or that their ' +
      'touchpoint may modify.'
    yield warning('setup', message, advice)
  }
  if (found!.absent !== '') {
    const message = `The database is ready to be set up. There are none of these yet: ${found!.absent}.`
    yield ok('setup', `${message} Import them, or run "${commandName} invite" and add them in the desk.`)
  }
}
