import { writeAudit } from '../audit/write-audit.ts'
import { requireAdmin } from '../auth/authenticate.ts'
import type { Viewer } from '../auth/viewer.ts'
import { changeConfiguration } from '../configuration/lock-configuration.ts'
import type { RequestContext } from '../context.ts'
import { statement } from '../database/statement.ts'
import type { Problem } from '../errors/problems.ts'
import { phase } from '../observability/telemetry.ts'
import { type Delivery, deliveryKeyOf, findDelivery } from './delivery/deliveries.ts'
import { endpointTarget } from './endpoints.ts'
import type { WebhookErrorCode } from './webhook.errors.ts'

export type RetryWebhookDeliveryResult =
  { problems: Problem<WebhookErrorCode<'retryWebhookDelivery'>>[] } | { viewer: Viewer; delivery: Delivery }

const unknownDelivery = {
  code: 'invalidId' as const,
  message: 'id must be the ID of a delivery, such as "delivery:1:1".',
  path: ['id'],
}

// First the endpoint, in the same order as the process that sends to it.
const lock = statement('select from webhook_endpoints where id = $1::bigint for update')
const retry = statement(
  `
update webhook_deliveries
set status = 'WAITING', failures = 0, finished_at = null, next_attempt_at = $2::timestamptz
where id = $1::bigint`,
)

/** Tries an event again now, even if it was delivered or given up. Login: admin. */
export async function retryWebhookDelivery(
  context: RequestContext,
  input: { id: string },
): Promise<RetryWebhookDeliveryResult> {
  const { viewer, services, telemetry } = await requireAdmin(context)
  const key = deliveryKeyOf(input.id)
  if (!key) return { problems: [unknownDelivery] }
  const [endpointId, id] = key
  const delivery = await phase(telemetry, 'write', () =>
    changeConfiguration(services.database, async (db) => {
      await db.run(lock, [endpointId])
      const found = await findDelivery(db, endpointId, id)
      if (!found) return null
      // By the clock of those who send.
      await db.run(retry, [id, new Date(services.webhooks.now())])
      const changes = [{ path: ['delivery', input.id], from: found.status, to: 'WAITING' }]
      await writeAudit(db, viewer, [{ action: 'WEBHOOK_RETRIED', target: endpointTarget(endpointId), changes }])
      return findDelivery(db, endpointId, id)
    }),
  )
  if (!delivery) return { problems: [unknownDelivery] }
  return { viewer, delivery }
}
