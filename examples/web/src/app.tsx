import { useMemo, useState } from 'react'
import { Provider } from 'urql'
import { CasePage } from './case-page'
import { OpenCase } from './open-case'
import { clientFor, type Session } from './session'
import { SignIn } from './sign-in'

export function App() {
  const [session, setSession] = useState<Session>()
  return (
    <>
      <header>
        <h1>Cases</h1>
        {session && (
          <button type="button" onClick={() => setSession(undefined)}>
            Sign out
          </button>
        )}
      </header>
      <main>{session ? <Workspace session={session} /> : <SignIn onSession={setSession} />}</main>
    </>
  )
}

function Workspace({ session }: { session: Session }) {
  const client = useMemo(() => clientFor(session), [session])
  const [opened, setOpened] = useState({ id: '', count: 0 })
  return (
    <Provider value={client}>
      <OpenCase onOpen={(id) => setOpened(({ count }) => ({ id, count: count + 1 }))} />
      {opened.count > 0 && <CasePage key={opened.count} id={opened.id} session={session} />}
    </Provider>
  )
}
