import { randomUUID } from 'node:crypto'
import type { AuditAction } from '../../audit/audit-actions.ts'
import type { AuditedValue } from '../../audit/audit-event.entity.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { requireAdmin } from '../../viewer/authenticate.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { changeConfiguration } from '../../catalogue/lock-configuration.ts'
import type { RequestContext } from '../../context.ts'
import type { Transaction } from '../../database/database.ts'
import { statement } from '../../database/statements/statement.ts'
import type { Problem } from '../../errors/problems.ts'
import { invalidInput } from '../../errors/request-error.ts'
import { phase } from '../../observability/telemetry.ts'
import { numbersOf } from '../../node-id.ts'
import { type Delivery, findDelivery } from '../delivery/deliveries.ts'
import { type Endpoint, endpointId, findEndpoint, unknownEndpoint } from '../endpoints.ts'
import { addSecret, expireSecrets, keysOf } from '../secrets.ts'
import type { WebhookAttempt } from '../webhook-kinds.ts'
import type { WebhookErrorCode, webhookErrors } from '../webhook.errors.ts'

/** The problems of an operation, or its result. */
type Result<Operation extends keyof typeof webhookErrors, Value = object> =
  { problems: Problem<WebhookErrorCode<Operation>>[] } | ({ viewer: Viewer } & Value)

interface Change {
  db: Transaction
  viewer: Viewer
  endpoint: Endpoint
  audit(action: AuditAction, change: AuditedValue): Promise<unknown>
}

/** Changes an endpoint, which nobody else changes meanwhile. Login: admin. */
async function changeEndpoint<Changed>(
  context: RequestContext,
  id: string,
  change: (change: Change) => Promise<Changed>,
): Promise<{ problems: [typeof unknownEndpoint] } | Changed> {
  const { viewer, services, telemetry } = await requireAdmin(context)
  return phase(telemetry, 'write', () =>
    changeConfiguration(services.database, async (db) => {
      const endpoint = await findEndpoint(db, id, 'lock')
      if (!endpoint) return { problems: [unknownEndpoint] }
      const target = endpointId(endpoint.id)
      const audit: Change['audit'] = (action, each) => writeAudit(db, viewer, [{ action, target, changes: [each] }])
      return change({ db, viewer, endpoint, audit })
    }),
  )
}

const removals = [
  'webhook_secrets where endpoint_id',
  'webhook_deliveries where endpoint_id',
  'webhook_endpoints where id',
].map((rows) => statement(`delete from ${rows} = $1::bigint`))

/** Removes an endpoint with its secrets and its deliveries. Login: admin. */
export async function removeWebhookEndpoint(
  context: RequestContext,
  { id }: { id: string },
): Promise<Result<'removeWebhookEndpoint'>> {
  return changeEndpoint(context, id, async ({ db, viewer, endpoint, audit }) => {
    for (const removal of removals) await db.run(removal, [endpoint.id])
    await audit('WEBHOOK_ENDPOINT_REMOVED', { path: ['url'], from: endpoint.url, to: null })
    return { viewer }
  })
}

const day = 86_400
const maximumSeconds = 30 * day
/** A message has a signature with each of them. */
const maximumSecrets = 5

const tooMany = {
  code: 'tooMany' as const,
  message: `The endpoint has ${maximumSecrets} valid secrets, which is the maximum. Wait, or send keepOldFor: 0.`,
  path: ['id'],
}

/** Adds a secret to an endpoint. The others sign for some more seconds. Login: admin. */
export async function rotateWebhookSecret(
  context: RequestContext,
  { id, keepOldFor }: { id: string; keepOldFor?: number | null | undefined },
): Promise<Result<'rotateWebhookSecret', { endpoint: Endpoint; secret: string }>> {
  await requireAdmin(context)
  const seconds = keepOldFor ?? day
  if (seconds < 0 || seconds > maximumSeconds) {
    const message = `keepOldFor must be a number of seconds from 0 to ${maximumSeconds}.`
    throw invalidInput([{ message, path: ['keepOldFor'] }])
  }
  return changeEndpoint(context, id, async ({ db, viewer, endpoint, audit }) => {
    await db.run(expireSecrets, [endpoint.id, seconds])
    if ((await keysOf(db, endpoint.id)).length >= maximumSecrets) return { problems: [tooMany] }
    const { id, secret } = await addSecret(db, endpoint.id)
    await audit('WEBHOOK_SECRET_ROTATED', { path: ['secrets'], from: null, to: `secret:${id}` })
    return { viewer, endpoint, secret }
  })
}

const unknownDelivery = {
  code: 'invalidId' as const,
  message: 'id must be the ID of a delivery, such as "delivery:1:1".',
  path: ['id'],
}

const retry = statement(
  `
update webhook_deliveries
set status = 'WAITING', failures = 0, finished_at = null, next_attempt_at = $2::timestamptz
where id = $1::bigint`,
)

/** Tries an event again now, even if it was delivered or given up. Login: admin. */
export async function retryWebhookDelivery(
  context: RequestContext,
  { id }: { id: string },
): Promise<Result<'retryWebhookDelivery', { delivery: Delivery }>> {
  const [ofEndpoint = 0] = numbersOf('delivery', id, 2)
  const retried = await changeEndpoint(context, endpointId(ofEndpoint), async ({ db, viewer, audit }) => {
    const found = await findDelivery(db, id)
    if (!found) return { problems: [unknownDelivery] }
    // By the clock of those who send.
    await db.run(retry, [found.id, new Date(context.services.webhooks.now())])
    await audit('WEBHOOK_RETRIED', { path: ['delivery', id], from: found.status, to: 'WAITING' })
    return { viewer, delivery: (await findDelivery(db, id))! }
  })
  return 'problems' in retried ? { problems: [unknownDelivery] } : retried
}

/** Sends a test, also to a disabled endpoint. It changes neither the state of the endpoint nor what waits. Login: admin. */
export async function testWebhookEndpoint(
  context: RequestContext,
  { id }: { id: string },
): Promise<Result<'testWebhookEndpoint', { attempt: WebhookAttempt }>> {
  const { viewer, services } = await requireAdmin(context)
  const { database, webhooks } = services
  const endpoint = await findEndpoint(database, id)
  if (!endpoint) return { problems: [unknownEndpoint] }
  const timestamp = new Date(webhooks.now()).toISOString()
  const body = { type: 'webhook.test', timestamp, data: { endpoint: endpointId(endpoint.id) } }
  const keys = await keysOf(database, endpoint.id)
  const message = { id: `test:${randomUUID()}`, body: JSON.stringify(body), keys }
  return { viewer, attempt: await webhooks.send(endpoint.url, message) }
}
