import type { Client } from 'urql'
import { store } from '../ui/display/store'
import { hasDrafts, openDrafts } from '../ui/form/drafts/drafts'
import { hasCode } from '../ui/form/problems/problems'
import { clientFor } from './client'
import { loadSession, type Way } from './session'
import { ViewerQuery } from './viewer-query'

/** Who is signed in, as far as it is known. */
type CurrentSession =
  | { state: 'loading' | 'failed' }
  | {
      state: 'signed-out'
      ways: Way[]
      /** Whether the session ended by itself. */
      hasEnded: boolean
    }
  | { state: 'signed-in'; session: string; client: Client; ways: Way[] }

const session = store<CurrentSession>({ state: 'loading' })
let refreshing = Promise.resolve()

/** The session in the browser's cookie, when it was last read. */
export function useCurrentSession(): CurrentSession {
  return session.use((current) => current)
}

/** Identifies the session to the service. Empty if nobody is signed in. */
export function useSessionId(): string {
  return session.use((current) => (current.state === 'signed-in' ? current.session : ''))
}

/**
 * Reads the session again after it may have changed. One reading follows another, so that the last one counts. `isSignedOut`: the
 * person has ended it.
 */
export function refreshSession({ isSignedOut = false } = {}): Promise<void> {
  refreshing = refreshing.then(() => readSession(isSignedOut))
  return refreshing
}

async function readSession(isSignedOut: boolean): Promise<void> {
  try {
    const { session: id, ways } = await loadSession()
    const current = session.get()
    if (current.state === 'signed-in' && current.session === id) return
    if (id !== null) return session.set(await begin(id, ways))
    const hadEnded = current.state === 'signed-in' || (current.state === 'signed-out' && current.hasEnded)
    // After a reload, only the drafts are left of a session. Signing out discards them.
    session.set({ state: 'signed-out', ways, hasEnded: !isSignedOut && (hadEnded || hasDrafts()) })
  } catch {
    session.set({ state: 'failed' })
  }
}

async function begin(id: string, ways: Way[]): Promise<CurrentSession> {
  // A session that has ended leads back to the sign-in page. The URL stays.
  const client = clientFor(id, (error) => void (hasCode(error, 'UNAUTHENTICATED') && refreshSession()))
  const { data } = await client.query(ViewerQuery, {})
  if (data?.viewer) openDrafts(`${data.viewer.login} ${data.viewer.email}`)
  return { state: 'signed-in', session: id, client, ways }
}

// The browser shows a page again as it was left. Its person may have signed out since.
window.addEventListener('pageshow', ({ persisted }) => void (persisted && refreshSession()))
