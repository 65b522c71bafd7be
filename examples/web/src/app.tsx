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
      <main>{session ? <Desk session={session} /> : <SignIn onSession={setSession} />}</main>
    </>
  )
}

function Desk({ session }: { session: Session }) {
  const client = useMemo(() => clientFor(session), [session])
  const [opened, setOpened] = useState({ id: '', times: 0 })
  return (
    <Provider value={client}>
      <OpenCase onOpen={(id) => setOpened(({ times }) => ({ id, times: times + 1 }))} />
      {opened.times > 0 && <CasePage key={opened.times} id={opened.id} session={session} />}
    </Provider>
  )
}
