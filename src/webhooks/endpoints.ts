import { numbersOf } from '../node-id.ts'
import { authenticate } from '../viewer/authenticate.ts'
import { isAdmin } from '../viewer/viewer.ts'
import type { RequestContext } from '../context.ts'
import type { Loader } from '../database/statements/batched.ts'
import { typed, columns, type RowOf } from '../database/statements/columns.ts'
import { columnsOf, selectList } from '../database/statements/entity-columns.ts'
import type { Page } from '../database/statements/page.ts'
import { type Queryable, statement, varyingStatement } from '../database/statements/statement.ts'
import type { CaseEventFilter } from '../feed/event-filter.ts'
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

const select = `select ${selectList('e', endpointColumns)} from webhook_endpoints e`
const byId = statement(`${select} where e.id = $1::bigint`, endpointColumns)
const lock = statement(`${select} where e.id = $1::bigint for update`, endpointColumns)

/** Null if there is none. */
export async function findEndpoint(db: Queryable, id: number | undefined): Promise<Endpoint | null> {
  return id === undefined ? null : ((await db.run(byId, [id]))[0] ?? null)
}

/** Also waits for what is being written about the endpoint. Null if there is none. */
export async function lockEndpoint(db: Queryable, id: number | undefined): Promise<Endpoint | null> {
  return id === undefined ? null : ((await db.run(lock, [id]))[0] ?? null)
}

/** An endpoint by its number. Null for all callers but admins, as if there were none. */
export async function readEndpoint(context: RequestContext, [id, ...others]: number[]): Promise<Endpoint | null> {
  const { viewer, services } = await authenticate(context)
  return others.length > 0 || !isAdmin(viewer) ? null : findEndpoint(services.database, id)
}

/** The state of an endpoint, which depends on its person. */
export async function stateOf(db: Loader, { state, personId }: Endpoint): Promise<keyof typeof shownStates> {
  const person = await db.load(personDetails, { id: personId })
  return isEnabled(state) && (!person?.active || person.blocked) ? 'PERSON_NOT_ACTIVE' : state
}

export function feedPosition({ position, positionCaseId, positionVersion }: Endpoint): FeedPosition {
  return { position, caseId: positionCaseId, version: positionVersion }
}

const count = statement('select count(*)::int as total from webhook_endpoints', { total: 'int' })

/** The loaders of all endpoints, the oldest first. A cursor contains an ID. */
export function endpointList(db: Queryable) {
  return {
    load({ after, before, limit, inverted }: Page): Promise<Endpoint[]> {
      const text = `${select}
where ($1::bigint is null or e.id > $1::bigint) and ($2::bigint is null or e.id < $2::bigint)
order by e.id ${inverted ? 'desc' : 'asc'}
limit $3::int`
      return db.run(varyingStatement(text, endpointColumns), [after?.[0] ?? null, before?.[0] ?? null, limit])
    },
    count: async (): Promise<number> => (await db.run(count))[0]!.total,
  }
}

/** The target of the audit events about an endpoint. */
export function endpointTarget(id: number): string {
  return `endpoint:${id}`
}

/** The number in the ID of an endpoint. Undefined if it is no such ID. */
export function endpointIdOf(id: string): number | undefined {
  return numbersOf('endpoint', id, 1)[0]
}

/** The problem with the ID of an endpoint that does not exist. */
export const unknownEndpoint = {
  code: 'invalidId' as const,
  message: 'id must be the ID of a webhook endpoint, such as "endpoint:1".',
  path: ['id'],
}
