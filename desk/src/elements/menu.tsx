import { KebabHorizontalIcon, TriangleDownIcon } from '@primer/octicons-react'
import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type ToggleEvent,
  useContext,
  useId,
  useState,
} from 'react'
import { Button, IconButton } from './button'

interface Menu {
  id: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

const MenuContext = createContext<Menu>({ id: '', isOpen: false, setOpen: () => {} })

/** A button that opens a menu of actions. */
export function ActionMenu({ children }: { children: ReactNode }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return <MenuContext value={{ id, isOpen, setOpen }}>{children}</MenuContext>
}

/** Makes a button open the menu. */
ActionMenu.Anchor = function Anchor({ children }: { children: ReactElement<object> }) {
  const { id, isOpen } = useContext(MenuContext)
  return cloneElement(children, {
    popoverTarget: id,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      event.currentTarget.click()
    },
  } as object)
}

ActionMenu.Button = function MenuButton({ children }: { children: ReactNode }) {
  return (
    <ActionMenu.Anchor>
      <Button trailingVisual={<TriangleDownIcon />}>{children}</Button>
    </ActionMenu.Anchor>
  )
}

/** Three dots. There is a menu at each entry of a list, so that its name is for screen readers only. */
ActionMenu.IconButton = function MenuIconButton({ label }: { label: string }) {
  return (
    <ActionMenu.Anchor>
      <IconButton icon={KebabHorizontalIcon} size="small" variant="invisible" aria-label={label} title={undefined} />
    </ActionMenu.Anchor>
  )
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]

/** Where the actions appear. They get the focus, and the arrow keys and the first letters move it. */
ActionMenu.Overlay = function Overlay({ children }: { children: ReactNode }) {
  const { id, isOpen, setOpen } = useContext(MenuContext)

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
  )
}

export function ActionList({ children }: { children: ReactNode }) {
  return children
}

interface ItemProperties {
  variant?: 'default' | 'danger'
  onSelect: () => unknown
  children: ReactNode
}

ActionList.Item = function Item({ variant = 'default', onSelect, children }: ItemProperties) {
  const { id } = useContext(MenuContext)
  function select() {
    // The button has the focus again, to which a dialog can return it.
    document.getElementById(id)?.hidePopover()
    onSelect()
  }
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={variant} onClick={select}>
      {children}
    </button>
  )
}

ActionList.Divider = function Divider() {
  return <hr />
}
