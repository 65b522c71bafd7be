import { Button, ConfirmationDialog } from '@primer/react'
import { useState } from 'react'
import { discardDrafts, hasDrafts } from '../form/drafts'
import { refreshSession } from './current-session'
import { signOut } from './session'

/** Asks before it discards unsaved changes. */
export function SignOut() {
  const [isAsking, setAsking] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function end() {
    setAsking(false)
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
      <Button size="small" onClick={() => (hasDrafts() ? setAsking(true) : end())}>
        Sign out
      </Button>
      {isAsking && (
        <ConfirmationDialog
          title="Discard unsaved changes?"
          confirmButtonContent="Discard and sign out"
          confirmButtonType="danger"
          onClose={(gesture) => (gesture === 'confirm' ? end() : setAsking(false))}
        >
          If you sign out, what you have not saved is lost.
        </ConfirmationDialog>
      )}
    </>
  )
}
