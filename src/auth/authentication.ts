import { authenticate } from './authenticate.ts'
import { readCaller } from './credentials.ts'
import { areAccepted, forgetIfOver, requireAccepted, resolveJwt } from './look-up-credentials.ts'
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
