import { BaseStyles } from '@primer/react'
import { useCallback, useMemo, useState } from 'react'
import { Provider } from 'urql'
import { Desk } from './desk'
import { endInOtherTabs, useOtherTabs } from './session/other-tabs'
import { clientFor, hasCode, type Session, storedSession, storeSession } from './session/session'
import { SignIn } from './session/sign-in'

export function App() {
  const [session, setSession] = useState(storedSession)
  const change = useCallback((next?: Session) => {
    storeSession(next)
    setSession(next)
  }, [])
  useOtherTabs(session, change)
  const signOut = useCallback(() => {
    if (session) endInOtherTabs(session)
    change()
  }, [session, change])
  return (
    <BaseStyles className="page">
      {session ? <SignedIn session={session} onSignOut={signOut} /> : <SignIn onSession={change} />}
    </BaseStyles>
  )
}

function SignedIn({ session, onSignOut }: { session: Session; onSignOut: () => void }) {
  const client = useMemo(
    // A session that has expired leads back to the sign-in page. The URL stays.
    () => clientFor(session, (error) => hasCode(error, 'UNAUTHENTICATED') && onSignOut()),
    [session, onSignOut],
  )
  return (
    <Provider value={client}>
      <Desk onSignOut={onSignOut} />
    </Provider>
  )
}
