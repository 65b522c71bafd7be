import { writeAudit } from '../audit/write-audit.ts'
import { requireAdmin } from '../auth/authenticate.ts'
import type { Viewer } from '../auth/viewer.ts'
import { changeConfiguration } from '../configuration/lock-configuration.ts'
import type { RequestContext } from '../context.ts'
import { statement } from '../database/statement.ts'
import type { Problem } from '../errors/problems.ts'
import { phase } from '../observability/telemetry.ts'
import { endpointIdOf, endpointTarget, findEndpoint, unknownEndpoint } from './endpoints.ts'
import type { WebhookErrorCode } from './webhook.errors.ts'

export type RemoveWebhookEndpointResult =
  { problems: Problem<WebhookErrorCode<'removeWebhookEndpoint'>>[] } | { viewer: Viewer }

// First the endpoint: a process that sends for it writes no delivery while it is locked, and none after it is gone.
const lock = statement('select from webhook_endpoints where id = $1::bigint for update')
const removals = ['delete from webhook_secrets where endpoint_id', 'delete from webhook_deliveries where endpoint_id']
  .concat('delete from webhook_endpoints where id')
  .map((text) => statement(`${text} = $1::bigint`))

/** Removes an endpoint with its secrets and its deliveries. Login: admin. */
export async function removeWebhookEndpoint(
  context: RequestContext,
  input: { id: string },
): Promise<RemoveWebhookEndpointResult> {
  const { viewer, services, telemetry } = await requireAdmin(context)
  const removed = await phase(telemetry, 'write', () =>
    changeConfiguration(services.database, async (db) => {
      const endpoint = await findEndpoint(db, endpointIdOf(input.id))
      if (!endpoint) return false
      await db.run(lock, [endpoint.id])
      for (const removal of removals) await db.run(removal, [endpoint.id])
      const changes = [{ path: ['url'], from: endpoint.url, to: null }]
      const target = endpointTarget(endpoint.id)
      await writeAudit(db, viewer, [{ action: 'WEBHOOK_ENDPOINT_REMOVED', target, changes }])
      return true
    }),
  )
  if (!removed) return { problems: [unknownEndpoint] }
  return { viewer }
}
