import { KebabHorizontalIcon, TriangleDownIcon } from '@primer/octicons-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type ToggleEvent, useId, useState } from 'react'
import { Button, IconButton } from './button'

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]

interface Properties {
  /** What the button says. */
  text?: string
  /** Instead of a text, for screen readers only: there is a menu with three dots at each entry of a list. */
  label?: string
  children: ReactNode
}

/** A button that opens a menu of actions. They get the focus, and the arrow keys and the first letters move it. */
export function Menu({ text, label = '', children }: Properties) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const opener = { popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': isOpen, onKeyDown: open } as const

  function open(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    event.currentTarget.click()
  }
  function toggled({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) {
    if (newState === 'open') itemsOf(currentTarget)[0]?.focus()
  }
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const { key, currentTarget: menu } = event
    const items = itemsOf(menu)
    const place = items.indexOf(document.activeElement as HTMLElement)
    const after = [...items.slice(place + 1), ...items.slice(0, place + 1)]
    const targets: Record<string, HTMLElement | undefined> = {
      ArrowDown: after[0],
      ArrowUp: items.at(place - 1),
      Home: items[0],
      End: items.at(-1),
    }
    const named = after.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()))
    const target = targets[key] ?? (key === ' ' ? undefined : named)
    if (key === 'Tab') menu.hidePopover()
    if (!target) return
    event.preventDefault()
    target.focus()
  }
  return (
    <>
      {text === undefined ? (
        <IconButton {...opener} icon={KebabHorizontalIcon} aria-label={label} title={undefined} />
      ) : (
        <Button {...opener} trailingVisual={<TriangleDownIcon />}>
          {text}
        </Button>
      )}
      <div
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        className="menu-overlay"
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        onToggle={toggled}
        onKeyDown={press}
      >
        {isOpen && children}
      </div>
    </>
  )
}

interface ItemProperties {
  variant?: 'default' | 'danger'
  onSelect: () => unknown
  children: ReactNode
}

export function MenuItem({ variant = 'default', onSelect, children }: ItemProperties) {
  function select({ currentTarget }: MouseEvent) {
    // The button has the focus again, to which a dialog can return it.
    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    onSelect()
  }
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={variant} onClick={select}>
      {children}
    </button>
  )
}
