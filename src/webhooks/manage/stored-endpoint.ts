import { columns, leftJoined, typed } from '../../database/statements/columns.ts'
import type { Transaction } from '../../database/database.ts'
import { columnsOf } from '../../database/statements/entity-columns.ts'
import { statement } from '../../database/statements/statement.ts'
import { searchableText } from '../../database/statements/valid-text.ts'
import type { AddressPolicy } from '../../outgoing/address-policy.ts'
import { emailKey } from '../../people/email.ts'
import { Person } from '../../people/people.entity.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { Endpoint } from '../endpoints.ts'
import { WebhookEndpoint } from '../webhook.entity.ts'
import { urlProblem } from './endpoint-url.ts'
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
  db: Transaction,
  { url, login, email, touchpointCode }: EndpointInput,
  stored: Endpoint | null,
  policy: AddressPolicy,
): Promise<SaveFacts> {
  const address = searchableText(email)
  const key = address ? emailKey(address) : null
  const values = [login ?? null, key, searchableText(touchpointCode) ?? null, stored?.personId ?? null]
  const [facts] = await db.run(saveFacts, values)
  return { stored, urlProblem: url == null ? null : urlProblem(url, policy), ...facts! }
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

const removeUntried = statement(
  `delete from webhook_deliveries where endpoint_id = $1::bigint and status = 'WAITING' and (position > $2::bigint or attempts = '[]')`,
)
const giveUpFailed = statement(
  `
update webhook_deliveries
set status = 'GAVE_UP', next_attempt_at = null, finished_at = statement_timestamp()
where endpoint_id = $1::bigint and status = 'WAITING'`,
)

/** What comes after the new position of an endpoint is read again from there. What waits before it is skipped. */
export async function endWaiting(db: Transaction, { id, position }: Endpoint): Promise<void> {
  await db.run(removeUntried, [id, position])
  await db.run(giveUpFailed, [id])
}
