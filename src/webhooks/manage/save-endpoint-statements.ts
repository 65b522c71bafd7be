import { columns, leftJoined, typed } from '../../database/columns.ts'
import { columnsOf } from '../../database/entity-columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import { searchableText } from '../../database/valid-text.ts'
import type { FeedPosition } from '../../feed/feed-cursor.ts'
import { emailKey } from '../../people/email.ts'
import { type LoginKind, Person } from '../../people/people.entity.ts'
import type { Endpoint } from '../endpoints.ts'
import type { EndpointInput, SaveFacts } from './save-endpoint.rules.ts'

const personColumns = columns({ ...columnsOf(Person, 'id', 'active'), login: typed<LoginKind>('text') })

// The login kind of the person stays unless another one is sent.
const saveFacts = statement(
  `
select (select count(*)::int from webhook_endpoints) as total,
  exists (select from touchpoints where code = $3::text) as has_touchpoint,
  p.id, p.active, p.kind as login
from (select coalesce($1::text, (select kind from persons where id = $4::bigint)) as kind) k
left join persons p on p.kind = k.kind and p.email_key = $2::text`,
  { total: 'int', hasTouchpoint: 'boolean', person: leftJoined(personColumns) },
)

/** What an endpoint is judged by. */
export async function loadSaveFacts(
  db: Queryable,
  { login, email, touchpointCode }: EndpointInput,
  stored: Endpoint | null,
  urlProblem: string | null,
): Promise<SaveFacts> {
  const address = searchableText(email)
  const values = [login, address && emailKey(address), searchableText(touchpointCode), stored?.personId]
  const [facts] = await db.run(
    saveFacts,
    values.map((value) => value ?? null),
  )
  return { stored, urlProblem, ...facts! }
}

const written = [
  'url',
  'description',
  'personId',
  'touchpointCode',
  'filter',
  'state',
  'position',
  'positionCaseId',
  'positionVersion',
] as const

const valuesOf = (endpoint: Omit<Endpoint, 'id'>) =>
  written.map((name) => (name === 'filter' ? JSON.stringify(endpoint.filter) : endpoint[name]))

const writtenColumns = 'url, description, person_id, touchpoint_code, filter, state'
const positionColumns = 'position, position_case_id, position_version'

const insert = statement(
  `
insert into webhook_endpoints (${writtenColumns}, ${positionColumns})
values ($1, $2, $3::bigint, $4, $5::jsonb, $6, $7::bigint, $8::bigint, $9::int)
returning id`,
  { id: 'bigint' },
)

/** Returns the ID. */
export async function insertEndpoint(db: Queryable, endpoint: Omit<Endpoint, 'id'>): Promise<number> {
  const [row] = await db.run(insert, valuesOf(endpoint))
  return row!.id
}

// The position and the health belong to the process that sends, unless they are set. It claims the endpoint again with its new values.
const update = statement(
  `
update webhook_endpoints
set (${writtenColumns}) = ($1, $2, $3::bigint, $4, $5::jsonb, case when $6 = $10 then state else $6 end),
  position = case when $11 then $7::bigint else position end,
  position_case_id = case when $11 then $8::bigint else position_case_id end,
  position_version = case when $11 then $9::int else position_version end,
  failures = case when $6 = $10 then failures else 0 end,
  failing_since = case when $6 = $10 then failing_since end,
  version = version + 1, claimed_by = null, claimed_until = null
where id = $12::bigint`,
)

/** Writes an endpoint that had another state when it was read, and its position if it has moved. */
export async function updateEndpoint(
  db: Queryable,
  endpoint: Endpoint,
  stateBefore: Endpoint['state'],
  hasMoved: boolean,
): Promise<void> {
  await db.run(update, [...valuesOf(endpoint), stateBefore, hasMoved, endpoint.id])
}

// What comes after the new position is read again from there. What waits before it is skipped.
const removeUntried = statement(
  `delete from webhook_deliveries where endpoint_id = $1::bigint and status = 'WAITING' and (position > $2::bigint or attempts = '[]')`,
)
const giveUpFailed = statement(
  `
update webhook_deliveries
set status = 'GAVE_UP', next_attempt_at = null, finished_at = statement_timestamp()
where endpoint_id = $1::bigint and status = 'WAITING'`,
)

/** Ends what waits, because the endpoint continues at a position. */
export async function moveDeliveries(db: Queryable, endpointId: number, { position }: FeedPosition): Promise<void> {
  await db.run(removeUntried, [endpointId, position])
  await db.run(giveUpFailed, [endpointId])
}
