import { randomUUID } from 'node:crypto'
import { requireAdmin } from '../viewer/authenticate.ts'
import type { Viewer } from '../viewer/viewer.ts'
import type { RequestContext } from '../context.ts'
import type { Problem } from '../errors/problems.ts'
import { endpointIdOf, endpointTarget, findEndpoint, unknownEndpoint } from './endpoints.ts'
import { keysOf } from './secrets.ts'
import type { WebhookAttempt } from './webhook-kinds.ts'
import type { WebhookErrorCode } from './webhook.errors.ts'

export type TestWebhookEndpointResult =
  { problems: Problem<WebhookErrorCode<'testWebhookEndpoint'>>[] } | { viewer: Viewer; attempt: WebhookAttempt }

/** Sends a test, also to a disabled endpoint. It changes neither the state of the endpoint nor what waits. Login: admin. */
export async function testWebhookEndpoint(
  context: RequestContext,
  input: { id: string },
): Promise<TestWebhookEndpointResult> {
  const { viewer, services } = await requireAdmin(context)
  const { database, webhooks } = services
  const endpoint = await findEndpoint(database, endpointIdOf(input.id))
  if (!endpoint) return { problems: [unknownEndpoint] }
  const body = {
    type: 'webhook.test',
    timestamp: new Date(webhooks.now()).toISOString(),
    data: { endpoint: endpointTarget(endpoint.id) },
  }
  const keys = await keysOf(database, endpoint.id)
  const message = { id: `test:${randomUUID()}`, body: JSON.stringify(body), keys }
  return { viewer, attempt: await webhooks.send(endpoint.url, message) }
}
