import { Dialog } from '../elements/dialog'
import { Button, type ButtonProps } from '../elements/button'
import { type ReactNode, useState } from 'react'

interface DialogProperties {
  title: string
  /** What the button says that goes on. */
  confirm: string
  isDangerous?: boolean
  onConfirm: () => unknown
  onClose: () => void
  /** What follows from it. */
  children: ReactNode
}

/** Asks before something is done that is hard to undo. */
export function Confirm({ title, confirm, isDangerous = true, onConfirm, onClose, children }: DialogProperties) {
  return (
    <Dialog
      title={title}
      role="alertdialog"
      width="medium"
      onClose={onClose}
      footerButtons={[
        { content: 'Cancel', autoFocus: isDangerous, onClick: onClose },
        {
          content: confirm,
          buttonType: isDangerous ? 'danger' : 'primary',
          autoFocus: !isDangerous,
          onClick: () => {
            onClose()
            return onConfirm()
          },
        },
      ]}
    >
      {children}
    </Dialog>
  )
}

interface Properties extends Omit<DialogProperties, 'onClose'>, Omit<ButtonProps, 'title' | 'children'> {
  /** What the button says that asks. */
  label: string
}

/** A button that asks before it acts. */
export function ConfirmButton({ label, title, confirm, isDangerous, onConfirm, children, ...button }: Properties) {
  const [isAsking, setAsking] = useState(false)
  const dialog = { title, confirm, isDangerous, onConfirm, onClose: () => setAsking(false) }
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && <Confirm {...dialog}>{children}</Confirm>}
    </>
  )
}
