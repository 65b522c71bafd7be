import { columns, leftJoined, type RowOf, typed } from '../../database/statements/columns.ts'
import type { Transaction } from '../../database/database.ts'
import { columnsOf } from '../../database/statements/entity-columns.ts'
import { statement } from '../../database/statements/statement.ts'
import { searchableText } from '../../database/statements/valid-text.ts'
import { emailKey } from '../../people/email.ts'
import { Person } from '../../people/people.entity.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { Endpoint } from '../endpoints.ts'
import { WebhookEndpoint } from '../webhook.entity.ts'
import type { RepeatableInput } from '../../mutation/keyed-request.ts'

/** What an endpoint is to be like. Null is the same as absent. */
export interface SaveWebhookEndpointInput extends RepeatableInput {
  id?: string | null | undefined
  url?: string | null | undefined
  description?: string | null | undefined
  login?: LoginKind | null | undefined
  email?: string | null | undefined
  touchpointCode?: string | null | undefined
  filter?: Endpoint['filter'] | null | undefined
  enabled?: boolean | null | undefined
  after?: string | null | undefined
  expectedVersion?: number | null | undefined
}

const personColumns = columns({ ...columnsOf(Person, 'id', 'active'), login: typed<LoginKind>('text') })
const factColumns = columns({
  /** The number of endpoints. */
  total: 'int',
  /** Whether the touchpoint exists. */
  hasTouchpoint: 'boolean',
  /** The person that login and email address name. Null if there is none, or if no address was sent. */
  person: leftJoined(personColumns),
})
export type SaveFacts = RowOf<typeof factColumns>

// The login kind of the person stays unless another one is sent.
const saveFacts = statement(
  `
select (select count(*)::int from webhook_endpoints) as total,
  exists (select from touchpoints where code = $3::text) as has_touchpoint,
  p.id, p.active, p.kind as login
from (select coalesce($1::text, (select kind from persons where id = $4::bigint)) as kind) k
left join persons p on p.kind = k.kind and p.email_key = $2::text`,
  factColumns,
)

/** `stored`: the endpoint before the change. Null for a new one. */
export async function loadSaveFacts(
  db: Transaction,
  { login, email, touchpointCode }: SaveWebhookEndpointInput,
  stored: Endpoint | null,
): Promise<SaveFacts> {
  const address = searchableText(email)
  const key = address ? emailKey(address) : null
  const values = [login ?? null, key, searchableText(touchpointCode) ?? null, stored?.personId ?? null]
  return (await db.run(saveFacts, values))[0]!
}

/**
 * Creates an endpoint without an ID, or changes one. The process that sends to it reads it before its next turn, and keeps it, because
 * requests may be under way. Returns the ID.
 */
export async function writeEndpoint(
  db: Transaction,
  { id, personId: person, touchpointCode: touchpoint, ...values }: Endpoint,
) {
  const em = db.forkEntityManager()
  const written = { ...values, person, touchpoint }
  if (id === 0) return Number(await em.insert(WebhookEndpoint, written))
  await em.nativeUpdate(WebhookEndpoint, { id }, written)
  return id
}

/**
 * Ends what waits when the position of an endpoint is set. What comes after the new position is read again from there. What waits before
 * it is skipped.
 */
export const endWaiting = statement(
  `
with removed as (
  delete from webhook_deliveries
  where endpoint_id = $1::bigint and status = 'WAITING' and (position > $2::bigint or attempts = '[]')
)
update webhook_deliveries
set status = 'GAVE_UP', next_attempt_at = null, finished_at = statement_timestamp()
where endpoint_id = $1::bigint and status = 'WAITING' and position <= $2::bigint and attempts <> '[]'`,
)
