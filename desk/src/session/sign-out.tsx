import { Button } from '../ui/elements/button'
import { useState } from 'react'
import { Confirm } from '../ui/form/confirm'
import { discardDrafts, hasDrafts } from '../ui/form/drafts/drafts'
import { finishAll } from '../ui/form/drafts/time-to-undo'
import { refreshSession } from './current-session'
import { signOut } from './session'

/** The ID of the button. */
export const signOutId = 'sign-out'

/** Asks before it discards unsaved changes. */
export function SignOut() {
  const [isAsking, setAsking] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function leave() {
    await finishAll()
    if (hasDrafts()) setAsking(true)
    else await signOutHere()
  }

  async function signOutHere() {
    setFailed(false)
    try {
      await signOut()
    } catch {
      return setFailed(true)
    }
    discardDrafts()
    await refreshSession({ isSignedOut: true })
  }

  return (
    <>
      <span role="alert">{hasFailed && 'You are still signed in. Try again.'}</span>
      <Button id={signOutId} size="small" onClick={() => void leave()}>
        Sign out
      </Button>
      {isAsking && (
        <Confirm
          title="Discard unsaved changes?"
          confirm="Discard and sign out"
          onConfirm={signOutHere}
          onClose={() => setAsking(false)}
        >
          If you sign out, what you have not saved is lost.
        </Confirm>
      )}
    </>
  )
}
