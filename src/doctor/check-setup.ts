import { typed } from '../database/statements/columns.ts'
import { statement } from '../database/statements/statement.ts'
import { commandName } from '../settings/command-name.ts'
import { type EndpointState, endpointStates } from '../webhooks/webhook-kinds.ts'
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

/** Servers move events within a second. This many can be under way. */
const maximumWaiting = 1_000

const waiting = statement('select count(*)::int as number from case_outbox', { number: 'int' })

/** Finds events that no server moves into the feed. */
export async function* checkFeed({ database }: CheckContext): Checking {
  const [row] = await database.run(waiting)
  const { number } = row!
  if (number <= maximumWaiting) return
  const message = `${number} committed events wait to be moved into the feed, so that their readers do not get them.`
  yield warning('feed', message, 'Start a server, or look for "Events were not moved into the feed" in its log.')
}

const troubled = statement(
  `
select e.id, e.state
from webhook_endpoints e join persons p on p.id = e.person_id
where e.state <> 'DISABLED' and (e.state <> 'ACTIVE' or not p.active or p.blocked)
order by e.id`,
  { id: 'bigint', state: typed<EndpointState>('text') },
)

/** Finds webhook endpoints that get no events although no admin has disabled them. */
export async function* checkWebhooks({ database }: CheckContext): Checking {
  for (const { id, state } of await database.run(troubled)) {
    const [problem, advice] =
      state === 'ACTIVE'
        ? ['gets no events, because its person is inactive or blocked.', 'Give it another person, or remove it.']
        : [
            `is ${state}. ${endpointStates[state]}`,
            'Look at its deliveries, send a test, and enable it again if it is disabled.',
          ]
    yield warning('webhooks', `The webhook endpoint endpoint:${id} ${problem}`, advice)
  }
}
