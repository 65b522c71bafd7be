import { authenticate } from './authenticate.ts'
import { readCaller } from './credentials.ts'
import { forgetIfOver, resolveJwt } from './issuer/resolve-jwt.ts'
import { areAccepted, requireAccepted } from './look-up-credentials.ts'
import { requireCredentials, requireSecret } from './viewer.ts'

/** What HTTP, the executor and the rate limits need of this folder. */
export const authentication = {
  readCaller,
  requireCredentials,
  requireSecret,
  authenticate,
  areAccepted,
  requireAccepted,
  resolveJwt,
  forgetIfOver,
}
