import type { ShownProblem } from '../form/problems'
import { Rejected, type SignInRequest } from '../session/session'

const messages: Record<string, string> = {
  personNotValid: 'No active operator, customer or admin has this email address.',
  blocked: 'This person is blocked.',
  loginNotAllowed: 'This person may not sign in here. Ask an administrator.',
  malformedRequest: 'Fill in the form.',
  forbidden: 'The browser did not confirm that the request comes from this page. Reload the page.',
  tooManyRequests: 'There were too many requests. Try again in a minute.',
  unavailable: 'The service is not available. Try again in a minute.',
}

/** Why a request to sign in failed, in the words of the page. */
export function signInProblem({ way }: SignInRequest, error: unknown): ShownProblem {
  const code = error instanceof Rejected ? error.code : ''
  if (code === 'unauthenticated') return problem(way === 'TOKEN' ? wrongToken : wrongSecret)
  return problem(messages[code] ?? 'You could not be signed in. Try again.')
}

const wrongToken = 'The touchpoint and the token are not accepted. Check them, or create another session.'
const wrongSecret = 'The service does not accept the secret of the desk. Ask an administrator.'

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
