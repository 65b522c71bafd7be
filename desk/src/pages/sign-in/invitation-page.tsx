import { Button } from '../../ui/elements/button'
import { Stack } from '../../ui/elements/stack'
import { Spinner } from '../../ui/elements/text'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { ProblemList } from '../../ui/form/problems/problem-list'
import type { ShownProblem } from '../../ui/form/problems/problems'
import { Instant } from '../../ui/display/instant'
import { refreshSession } from '../../session/current-session'
import { Rejected } from '../../session/session'
import { passkeyProblem } from './problems'
import { NoPasskeys, whyNoPasskeys } from './passkey-support'
import { acceptInvitation, type Invitation, readInvitation } from './passkeys'

/** Registers a passkey of the person who was invited, and signs in. The fragment has the token, which no server's log contains. */
export function InvitationPage() {
  const [token] = useState(() => location.hash.slice(1))
  const [invitation, setInvitation] = useState<Invitation | 'ended'>()
  const [problems, setProblems] = useState<ShownProblem[]>([])
  const [isBusy, setBusy] = useState(false)
  const [, navigate] = useLocation()

  const report = useCallback((error: unknown) => {
    if (error instanceof Rejected && error.code === 'unauthenticated') setInvitation('ended')
    else setProblems([passkeyProblem(error)])
  }, [])
  useEffect(() => {
    readInvitation(token).then(setInvitation, report)
  }, [token, report])

  async function accept() {
    setProblems([])
    setBusy(true)
    try {
      await acceptInvitation(token)
    } catch (error) {
      return report(error)
    } finally {
      setBusy(false)
    }
    // Also removes the fragment.
    navigate('/', { replace: true })
    await refreshSession()
  }

  return (
    <main className="sign-in">
      <title>Invitation</title>
      <Stack>
        <h1 className="heading small">Casegate desk</h1>
        <ProblemList problems={problems} />
        {!invitation && problems.length === 0 && <Spinner />}
        {invitation === 'ended' && <EndedInvitation />}
        {typeof invitation === 'object' && (
          <OpenInvitation invitation={invitation} token={token} isBusy={isBusy} accept={accept} />
        )}
      </Stack>
    </main>
  )
}

interface Properties {
  invitation: Invitation
  token: string
  isBusy: boolean
  accept: () => void
}

function OpenInvitation({ invitation, token, isBusy, accept }: Properties) {
  const { person, expiresAt, url } = invitation
  const why = whyNoPasskeys(url)
  return (
    <>
      <h2 className="heading">
        Welcome, <bdi>{person.firstname}</bdi>
      </h2>
      <p>
        Create a passkey for <bdi>{person.email}</bdi>. From then on, you sign in with the fingerprint, the face or the
        PIN of your device. You need no password.
      </p>
      {why ? (
        <NoPasskeys why={why} path={`/invitation#${token}`} />
      ) : (
        <Button block variant="primary" loading={isBusy} onClick={accept}>
          Create a passkey
        </Button>
      )}
      <p className="faint">
        This invitation works once, until <Instant at={expiresAt} />.
      </p>
    </>
  )
}

function EndedInvitation() {
  return (
    <>
      <h2 className="heading">This invitation has ended</h2>
      <p role="alert">It was used, replaced or withdrawn, or its time is over. Ask an administrator for a new one.</p>
      <a data-inline href="/desk">
        Sign in
      </a>
    </>
  )
}
