import { typed } from '../database/columns.ts'
import { statement } from '../database/statement.ts'
import { type EndpointState, endpointStates } from '../webhooks/webhook-kinds.ts'
import { type CheckContext, type Checking, warning } from './check-result.ts'

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
    const name = `The webhook endpoint endpoint:${id}`
    if (state === 'ACTIVE') {
      const message = `${name} gets no events, because its person is inactive or blocked.`
      yield warning('webhooks', message, 'Give it another person, or remove it.')
    } else {
      const message = `${name} is ${state}. ${endpointStates[state]}`
      const advice = 'Look at its deliveries, send a test, and enable it again if it is disabled.'
      yield warning('webhooks', message, advice)
    }
  }
}
