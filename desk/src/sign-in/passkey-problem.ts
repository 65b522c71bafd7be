import type { ShownProblem } from '../form/problems'
import { Rejected } from '../session/session'

const rejected: Record<string, string> = {
  forbidden: 'The browser did not confirm that the request comes from this page. Reload the page.',
  malformedRequest: 'The passkey was not accepted. You may have as many as possible. Remove one, or try again.',
  tooManyRequests: 'There were too many requests. Try again in a minute.',
  // The service says no more, so that nobody learns who is blocked.
  unauthenticated:
    'The passkey was not accepted. It may have been removed, or you may be blocked or inactive. Ask an administrator.',
  unavailable: 'The service is not available. Try again in a minute.',
}

// The browser does not tell pages apart whether a person has cancelled, or has no passkey here.
const refusedByBrowser: Record<string, string> = {
  NotAllowedError:
    'No passkey was used. Try again. If you have none on this device, ask an administrator for an invitation.',
  AbortError: 'No passkey was used. Try again.',
  InvalidStateError: 'This device already has a passkey for you. Sign in with it.',
  SecurityError: 'Passkeys do not work at this address.',
}

/** Why something with a passkey failed, in the words of the page. */
export function passkeyProblem(error: unknown): ShownProblem {
  const message =
    error instanceof Rejected ? rejected[error.code] : error instanceof Error ? refusedByBrowser[error.name] : undefined
  return { input: '', message: message ?? 'It did not work. Try again.' }
}
