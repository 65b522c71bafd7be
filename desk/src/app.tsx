import { Button } from './elements/button'
import { lazy, Suspense } from 'react'
import { Provider } from 'urql'
import { useRoute } from 'wouter'
import { Desk } from './desk'
import { ProblemList } from './form/problem-list'
import { hasDrafts } from './form/drafts'
import { refreshSession, useCurrentSession } from './session/current-session'
import { SignIn } from './sign-in/sign-in'
import { Skeleton } from './display/skeleton'
import { Toasts } from './display/toasts'

// Loaded by those who were invited.
const InvitationPage = lazy(async () => ({ default: (await import('./sign-in/invitation-page')).InvitationPage }))

const unavailable = [{ input: '', message: 'The service is not available. Try again in a minute.' }]

export function App() {
  const session = useCurrentSession()
  const [isInvitation] = useRoute('/invitation')
  // Also if somebody is signed in: the link may be for another person.
  if (isInvitation) {
    return (
      <Suspense fallback={<Skeleton rows={4} />}>
        <InvitationPage />
      </Suspense>
    )
  }
  return (
    <>
      {session.state === 'loading' && <Skeleton rows={8} />}
      {session.state === 'failed' && (
        <main>
          <ProblemList problems={unavailable} />
          <Button onClick={() => void refreshSession()}>Try again</Button>
        </main>
      )}
      {session.state === 'signed-out' && (
        <>
          {session.hasEnded && (
            <output className="ended">
              {`Your session has ended. Sign in again${hasDrafts() ? ': what you have written is kept' : ''}.`}
            </output>
          )}
          <SignIn ways={session.ways} />
        </>
      )}
      {session.state === 'signed-in' && (
        <Provider key={session.session} value={session.client}>
          <Desk session={session.session} />
        </Provider>
      )}
      <Toasts />
    </>
  )
}
