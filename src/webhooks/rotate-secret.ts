import { writeAudit } from '../audit/write-audit.ts'
import { requireAdmin } from '../viewer/authenticate.ts'
import type { Viewer } from '../viewer/viewer.ts'
import { changeConfiguration } from '../catalogue/lock-configuration.ts'
import type { RequestContext } from '../context.ts'
import type { Problem } from '../errors/problems.ts'
import { invalidInput } from '../errors/request-error.ts'
import { phase } from '../observability/telemetry.ts'
import { type Endpoint, endpointIdOf, endpointTarget, findEndpoint, unknownEndpoint } from './endpoints.ts'
import { addSecret, expireSecrets, keysOf } from './secrets.ts'
import type { WebhookErrorCode } from './webhook.errors.ts'

export type RotateWebhookSecretResult =
  | { problems: Problem<WebhookErrorCode<'rotateWebhookSecret'>>[] }
  | { viewer: Viewer; endpoint: Endpoint; secret: string }

const day = 86_400
const maximumSeconds = 30 * day
/** Each of them signs every message. */
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
): Promise<RotateWebhookSecretResult> {
  const { viewer, services, telemetry } = await requireAdmin(context)
  const seconds = keepOldFor ?? day
  if (seconds < 0 || seconds > maximumSeconds) {
    const message = `keepOldFor must be a number of seconds from 0 to ${maximumSeconds}.`
    throw invalidInput([{ message, path: ['keepOldFor'] }])
  }
  return phase(telemetry, 'write', () =>
    changeConfiguration(services.database, async (db) => {
      const endpoint = await findEndpoint(db, endpointIdOf(id))
      if (!endpoint) return { problems: [unknownEndpoint] }
      await expireSecrets(db, endpoint.id, seconds)
      if ((await keysOf(db, endpoint.id)).length >= maximumSecrets) return { problems: [tooMany] }
      const added = await addSecret(db, endpoint.id)
      const changes = [{ path: ['secrets'], from: null, to: `secret:${added.id}` }]
      const target = endpointTarget(endpoint.id)
      await writeAudit(db, viewer, [{ action: 'WEBHOOK_SECRET_ROTATED', target, changes }])
      return { viewer, endpoint, secret: added.secret }
    }),
  )
}
