import type { ShownProblem } from '../../ui/form/problems/problems'
import { Rejected, type SignInRequest } from '../../session/session'

/** What every request of these pages can fail with. */
const common: Record<string, string> = {
  forbidden: 'The browser did not confirm that the request comes from this page. Reload the page.',
  tooManyRequests: 'There were too many requests. Try again in a minute.',
  unavailable: 'The service is not available. Try again in a minute.',
}

const messages: Record<string, string> = {
  ...common,
  personNotValid: 'No active operator, customer or admin has this email address.',
  blocked: 'This person is blocked.',
  loginNotAllowed: 'This person may not sign in here. Ask an administrator.',
  malformedRequest: 'Fill in the form.',
}

/** Why a request to sign in failed, in the words of the page. */
export function signInProblem({ way }: SignInRequest, error: unknown): ShownProblem {
  const code = error instanceof Rejected ? error.code : ''
  if (code === 'unauthenticated') return problem(way === 'TOKEN' ? wrongToken : wrongSecret)
  return problem(messages[code] ?? 'You could not be signed in. Try again.')
}

const wrongToken = 'The touchpoint and the token are not accepted. Check them, or create another session.'
const wrongSecret = 'The service does not accept the secret of the desk. Ask an administrator.'

const passkeyMessages: Record<string, string> = {
  ...common,
  malformedRequest: 'The passkey was not accepted. You may have as many as possible. Remove one, or try again.',
  // The service says no more, so that nobody learns who is blocked.
  unauthenticated:
    'The passkey was not accepted. It may have been removed, or you may be blocked or inactive. Ask an administrator.',
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
    error instanceof Rejected
      ? passkeyMessages[error.code]
      : error instanceof Error
        ? refusedByBrowser[error.name]
        : undefined
  return problem(message ?? 'It did not work. Try again.')
}

/** Why the issuer's answer was not accepted. The service leads back to the page with the reason in the URL. */
const refusals: Record<string, string> = {
  cancelled: 'You cancelled the sign-in.',
  refused: 'Your account may not sign in here. Ask an administrator.',
  failed: 'You could not be signed in. Try again.',
}

const parameter = 'sign-in'

export function refusalInUrl(): ShownProblem[] {
  const refusal = new URLSearchParams(location.search).get(parameter)
  return refusal === null ? [] : [problem(refusals[refusal] ?? refusals['failed']!)]
}

/** Keeps it from being shown again after a reload. */
export function removeRefusal(): void {
  const url = new URL(location.href)
  url.searchParams.delete(parameter)
  history.replaceState(history.state, '', url)
}

function problem(message: string): ShownProblem {
  return { input: '', message }
}
