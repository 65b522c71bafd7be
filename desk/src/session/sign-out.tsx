import { Button, ConfirmationDialog } from '@primer/react'
import { useState } from 'react'
import { discardDrafts, hasDrafts } from '../form/drafts'

/** Asks before it discards unsaved changes. */
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
          title="Discard unsaved changes?"
          confirmButtonContent="Discard and sign out"
          confirmButtonType="danger"
          onClose={(gesture) => (gesture === 'confirm' ? signOut() : setAsking(false))}
        >
          If you sign out, what you have not saved is lost.
        </ConfirmationDialog>
      )}
    </>
  )
}
