import { useSyncExternalStore } from 'react'
import type { Client } from 'urql'
import { hasDrafts, openDrafts } from '../form/drafts'
import { clientFor, hasCode } from './client'
import { loadSession, type Way } from './session'
import { ViewerQuery } from './viewer'

/** Who is signed in, as far as it is known. */
export type CurrentSession =
  | { state: 'loading' | 'failed' }
  | {
      state: 'signed-out'
      ways: Way[]
      /** Whether the session ended by itself, and the person is about to sign in again. */
      hasEnded: boolean
    }
  | { state: 'signed-in'; session: string; client: Client }

let current: CurrentSession = { state: 'loading' }
/** The session that is shown or about to be shown. */
let name: string | null = null
const listeners = new Set<() => void>()

/** The session in the browser's cookie, when it was last read. */
export function useCurrentSession(): CurrentSession {
  return useSyncExternalStore(subscribe, () => current)
}

/** Reads the session again after it may have changed. */
export async function refreshSession(): Promise<void> {
  try {
    const { session, ways } = await loadSession()
    if (session !== null && session === name) return
    const hasEnded = name !== null && hasDrafts()
    name = session
    show(session === null ? { state: 'signed-out', ways, hasEnded } : await begin(session))
  } catch {
    name = null
    show({ state: 'failed' })
  }
}

async function begin(session: string): Promise<CurrentSession> {
  // A session that has ended leads back to the sign-in page. The URL stays.
  const client = clientFor(session, (error) => void (hasCode(error, 'UNAUTHENTICATED') && refreshSession()))
  const { data } = await client.query(ViewerQuery, {})
  if (data?.viewer) openDrafts(`${data.viewer.login} ${data.viewer.email}`)
  return { state: 'signed-in', session, client }
}

function show(next: CurrentSession): void {
  // The session may have changed since.
  if ((next.state === 'signed-in' ? next.session : null) !== name) return
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// The browser shows a page again as it was left. Its person may have signed out since.
window.addEventListener('pageshow', ({ persisted }) => void (persisted && refreshSession()))
