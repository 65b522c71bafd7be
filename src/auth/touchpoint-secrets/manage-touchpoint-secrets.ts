import type { RequestContext } from '../../context.ts'
import { searchableText } from '../../database/valid-text.ts'
import type { Problem } from '../../errors/problems.ts'
import { phase } from '../../observability/telemetry.ts'
import { requireAdmin } from '../authenticate.ts'
import type { IssueTouchpointSecretErrorCode, RevokeTouchpointSecretErrorCode } from './touchpoint-secret.errors.ts'
import { type IssuedSecret, issueSecret, maximumSecrets, revokeSecret } from './touchpoint-secrets.ts'
import type { Viewer } from '../viewer.ts'

export type IssueTouchpointSecretResult =
  { problems: Problem<IssueTouchpointSecretErrorCode>[] } | ({ viewer: Viewer } & IssuedSecret)

const reasons = {
  invalidId: 'touchpointCode must be the code of a touchpoint.',
  tooManySecrets: `The touchpoint has ${maximumSecrets} valid secrets, which is the maximum. Revoke one first.`,
}

/** Issues a secret of a touchpoint, which is returned only once. Login: admin. */
export async function issueTouchpointSecret(
  context: RequestContext,
  { touchpointCode }: { touchpointCode: string },
): Promise<IssueTouchpointSecretResult> {
  const { viewer, services, telemetry } = await requireAdmin(context)
  const code = searchableText(touchpointCode)
  const issued =
    code === null ? 'invalidId' : await phase(telemetry, 'write', () => issueSecret(services.database, viewer, code))
  if (typeof issued !== 'string') return { viewer, ...issued }
  return { problems: [{ code: issued, message: reasons[issued], path: ['touchpointCode'] }] }
}

interface RevokeTouchpointSecretInput {
  secretId: string
  /** The touchpoint that the secret must belong to. */
  touchpointCode?: string | null | undefined
}

export type RevokeTouchpointSecretResult = { problems: Problem<RevokeTouchpointSecretErrorCode>[] } | { viewer: Viewer }

/** Revokes a secret of a touchpoint. The sessions that it created stay. Login: admin. */
export async function revokeTouchpointSecret(
  context: RequestContext,
  { secretId, touchpointCode }: RevokeTouchpointSecretInput,
): Promise<RevokeTouchpointSecretResult> {
  const { viewer, services, telemetry } = await requireAdmin(context)
  const owner = await phase(telemetry, 'write', () => revokeSecret(services.database, viewer, secretId, touchpointCode))
  if (owner !== null) return { viewer }
  const message =
    'secretId must be the ID of a secret of the touchpoint, such as "secret:3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11".'
  return { problems: [{ code: 'invalidId', message, path: ['secretId'] }] }
}
