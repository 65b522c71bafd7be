import { nodeId, numbersOf } from '../node-id.ts'
import type { Loader } from '../database/statements/batched.ts'
import { typed, columns, type RowOf } from '../database/statements/columns.ts'
import { columnsOf, selectList } from '../database/statements/entity-columns.ts'
import { idList } from '../database/statements/id-list.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import type { CaseEventFilter } from '../feed/visibility/event-filter.ts'
import type { FeedPosition } from '../feed/feed-cursor.ts'
import { personDetails } from '../people/people.ts'
import { isEnabled } from './delivery/schedule.rules.ts'
import type { shownStates } from './webhook-kinds.ts'
import { WebhookEndpoint as Entity } from './webhook.entity.ts'

export const endpointColumns = columns({
  ...columnsOf(Entity, 'id', 'url', 'description', 'personId', 'touchpointCode', 'state', 'version'),
  ...columnsOf(Entity, 'position', 'positionCaseId', 'positionVersion', 'failures', 'failingSince'),
  filter: typed<CaseEventFilter>('jsonb'),
})
export type Endpoint = RowOf<typeof endpointColumns>

const select = `select ${selectList(null, endpointColumns)} from webhook_endpoints where id = $1::bigint`
const byId = { read: statement(select, endpointColumns), lock: statement(`${select} for update`, endpointColumns) }

/** An endpoint by its ID. Null if there is none. With `lock`, it also waits for what is being written about the endpoint. */
export async function findEndpoint(db: Queryable, id: string, how: 'read' | 'lock' = 'read'): Promise<Endpoint | null> {
  const [number] = numbersOf('endpoint', id, 1)
  const [found = null] = number === undefined ? [] : await db.run(byId[how], [number])
  return found
}

/** The state of an endpoint, which depends on its person. */
export async function stateOf(db: Loader, { state, personId }: Endpoint): Promise<keyof typeof shownStates> {
  const person = await db.load(personDetails, { id: personId })
  return isEnabled(state) && (!person?.active || person.blocked) ? 'PERSON_NOT_ACTIVE' : state
}

export function feedPosition({ position, positionCaseId, positionVersion }: Endpoint): FeedPosition {
  return { position, caseId: positionCaseId, version: positionVersion }
}

/** The loaders of all endpoints, the oldest first. */
export function endpointList(db: Queryable) {
  return idList(db, { table: 'webhook_endpoints', columns: endpointColumns, order: 'asc' })
}

/** The ID of an endpoint, which is also the target of the audit events about it. */
export function endpointId(number: number): string {
  return nodeId('endpoint', number)
}

/** The problem with the ID of an endpoint that does not exist. */
export const unknownEndpoint = {
  code: 'invalidId' as const,
  message: 'id must be the ID of a webhook endpoint, such as "endpoint:1".',
  path: ['id'],
}
