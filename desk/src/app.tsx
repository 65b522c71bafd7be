import { Button } from './ui/elements/button'
import { Provider } from 'urql'
import { useRoute } from 'wouter'
import { Desk } from './desk'
import { ProblemList } from './ui/form/problems/problem-list'
import { hasDrafts } from './ui/form/drafts/drafts'
import { refreshSession, useCurrentSession } from './session/current-session'
import { later } from './ui/display/later'
import { Offline } from './ui/display/offline'
import { Toasts } from './ui/display/toasts'

// Those who are signed in do not load them.
const InvitationPage = later(async () => (await import('./pages/sign-in/invitation-page')).InvitationPage, { rows: 4 })
const SignIn = later(async () => (await import('./pages/sign-in/sign-in')).SignIn, { rows: 4 })

const unavailable = [{ input: '', message: 'The service is not available. Try again in a minute.' }]

export function App() {
  const session = useCurrentSession()
  const [isInvitation] = useRoute('/invitation')
  // Also if somebody is signed in: the link may be for another person.
  if (isInvitation) return <InvitationPage />
  return (
    <>
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
      <Offline />
      <Toasts />
    </>
  )
}
