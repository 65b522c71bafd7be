import { XIcon } from '@primer/octicons-react'
import { type ReactNode, type RefObject, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button, type ButtonProps, IconButton } from './button'

interface FooterButton {
  content: string
  buttonType?: ButtonProps['variant']
  loading?: boolean
  /** Has the focus when the dialog opens. */
  autoFocus?: boolean
  onClick: () => unknown
}

interface Properties {
  title: string
  subtitle?: string
  role?: 'dialog' | 'alertdialog'
  width?: 'small' | 'medium' | 'large' | 'xlarge'
  className?: string
  /** What has the focus when the dialog opens, if none of the buttons has it. */
  initialFocusRef?: RefObject<HTMLElement | null>
  /** What gets the focus when the dialog was closed. Otherwise it is what had it before. */
  returnFocusRef?: RefObject<HTMLElement | null>
  footerButtons?: readonly FooterButton[]
  /** Called with Escape and the button that closes. */
  onClose: () => void
  children: ReactNode
}

/** A dialog above the page, which can be used again when the dialog is gone. It is open as long as it is rendered. */
export function Dialog(properties: Properties) {
  const { title, subtitle, role, width = 'large', className = '', footerButtons = [], onClose, children } = properties
  const { initialFocusRef, returnFocusRef } = properties
  const dialog = useRef<HTMLDialogElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    const opener = returnFocusRef?.current
    element?.showModal()
    const focused = first.current ?? initialFocusRef?.current
    focused?.focus()
    return () => {
      // Closing gives the focus back, which removing does not.
      element?.close()
      opener?.focus()
    }
  }, [initialFocusRef, returnFocusRef])

  function cancel(event: SyntheticEvent) {
    // Inputs for files have an event of this name too.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  function closed({ currentTarget }: SyntheticEvent<HTMLDialogElement>) {
    // Browsers close it without asking if Escape is pressed twice.
    if (!currentTarget.open) onClose()
  }
  // Outside of the form that it may belong to.
  return createPortal(
    <dialog
      ref={dialog}
      {...(role && { role })}
      className={`dialog ${width} ${className}`.trim()}
      aria-labelledby={id}
      {...(subtitle !== undefined && { 'aria-describedby': `${id} subtitle` })}
      onCancel={cancel}
      onClose={closed}
    >
      <header>
        <div>
          <h1 id={id}>{title}</h1>
          {subtitle !== undefined && (
            <p id={`${id} subtitle`} className="faint">
              {subtitle}
            </p>
          )}
        </div>
        <IconButton size="medium" icon={XIcon} aria-label="Close" onClick={onClose} />
      </header>
      <div className="dialog-body">{children}</div>
      {footerButtons.length > 0 && (
        <footer>
          {footerButtons.map(({ content, buttonType, loading, autoFocus, onClick }) => (
            <Button
              key={content}
              {...(autoFocus && { ref: first })}
              variant={buttonType}
              loading={loading}
              onClick={onClick}
            >
              {content}
            </Button>
          ))}
        </footer>
      )}
    </dialog>,
    document.body,
  )
}
