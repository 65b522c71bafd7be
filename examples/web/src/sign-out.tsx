import { Button, ConfirmationDialog } from '@primer/react'
import { useState } from 'react'
import { discardDrafts, hasDrafts } from './drafts'

/** Asks before it discards what was entered and not saved. */
export function SignOut({ onSignOut }: { onSignOut: () => void }) {
  const [isAsking, setAsking] = useState(false)

  function signOut() {
    discardDrafts()
    onSignOut()
  }

  return (
    <>
      <Button size="small" onClick={() => (hasDrafts() ? setAsking(true) : signOut())}>
        Sign out
      </Button>
      {isAsking && (
        <ConfirmationDialog
          title="Discard what you have not saved?"
          confirmButtonContent="Discard and sign out"
          confirmButtonType="danger"
          onClose={(gesture) => (gesture === 'confirm' ? signOut() : setAsking(false))}
        >
          Some of your input is not saved. Signing out discards it.
        </ConfirmationDialog>
      )}
    </>
  )
}
