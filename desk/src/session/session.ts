import { earlySession } from './early'
import type { Login } from '../ui/words/names'

/** A way to sign in that the service offers. */
export type Way =
  | { way: 'DEMONSTRATION'; login: Login; firstname: string }
  | { way: 'PROXY'; email: string }
  | { way: 'EMAIL' }
  | { way: 'ISSUER' }
  /** `url`: where browsers reach the desk. */
  | { way: 'PASSKEY'; url: string }
  | { way: 'TOKEN' }

interface SessionState {
  /** Identifies the session in the browser's cookie, which scripts cannot read. Null if nobody is signed in. */
  session: string | null
  ways: Way[]
}

/** What is sent to sign in. */
export type SignInRequest =
  | { way: 'DEMONSTRATION'; login: string }
  | { way: 'PROXY' }
  | { way: 'EMAIL'; email: string }
  | { way: 'TOKEN'; touchpoint: string; token: string }
  | { way: 'PASSKEY'; response: object }

/** The service rejected a request. `code` is that of the problem document; empty if the service did not respond. */
export class Rejected extends Error {
  readonly code: string

  constructor(code: string) {
    super(`The service rejected the request: ${code}`)
    this.code = code
  }
}

const path = '/desk/session'

export async function loadSession(): Promise<SessionState> {
  return (await (await send('GET', path)).json()) as SessionState
}

/** Opens a session, whose token the browser keeps in a cookie. Throws Rejected. */
export async function signIn(request: SignInRequest): Promise<void> {
  await post(path, request)
}

/** Sends JSON to a path of the desk. Throws Rejected. */
export function post(path: string, body: object): Promise<Response> {
  return send('POST', path, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
}

/** Ends the session in all tabs. Throws Rejected. */
export async function signOut(): Promise<void> {
  await send('DELETE', path)
}

async function send(method: string, to: string, init: RequestInit = {}): Promise<Response> {
  const early = method === 'GET' ? earlySession() : undefined
  const response = await (early ?? fetch(to, { method, ...init })).catch(() => null)
  if (response?.ok) return response
  const { code = '' } = ((await response?.json().catch(() => null)) ?? {}) as { code?: string }
  throw new Rejected(code)
}
