import { Button } from '../../ui/elements/button'
import { Dialog } from '../../ui/elements/dialog'
import { Checkbox } from '../../ui/elements/inputs'
import { useEffect, useEffectEvent, useState } from 'react'
import { undoLatest } from '../../ui/display/toasts'
import { Field } from '../../ui/form/inputs/field'

export const searchInputId = 'search'

const shortcuts = {
  '/': 'Search cases',
  j: 'Next case',
  k: 'Previous case',
  Enter: 'Open the case in the list',
  x: 'Select the case in the list',
  u: 'Mark as unread, or as read',
  r: 'Reply to the customer',
  n: 'Write an internal note',
  a: 'Assign the case',
  m: 'Assign the case to yourself',
  s: 'Change the status',
  l: 'Link the case to another one',
  '#': 'Add a tag',
  f: 'Load all messages of the case',
  t: 'Take the next case',
  z: 'Undo the latest change',
  'g i': 'Go to the list of cases',
  '?': 'Show the keyboard shortcuts',
} as const

type Shortcut = Exclude<keyof typeof shortcuts, 'Enter'>

/** What other keys do. */
const otherKeys = {
  'Ctrl K': 'Find cases, people, views and actions',
  'Ctrl Enter': 'Send or save what you write',
  Esc: 'Leave an input',
}

// Single-key shortcuts get in the way of speech input, so users can turn them off.
const storageKey = 'shortcuts'
const offValue = 'off'

/** They change nothing, so that a held key goes on. */
const repeating: ReadonlySet<string> = new Set<Shortcut>(['j', 'k'])

/** They act on the case in the list that has the focus. */
const inList: ReadonlySet<Shortcut> = new Set(['j', 'k', 'x', 'u'])

const actions = new Map<Shortcut, () => void>()

/** What a shortcut does while the component is shown. */
export function useShortcut(name: Shortcut, action: () => void): void {
  const act = useEffectEvent(action)
  useEffect(() => {
    const own = () => act()
    actions.set(name, own)
    return () => {
      if (actions.get(name) === own) actions.delete(name)
    }
  }, [name])
}

/** Those that do something on the page, besides moving in a list. */
export function usableShortcuts(): { name: Shortcut; effect: string }[] {
  const names = [...actions.keys()].filter((name) => !inList.has(name))
  return names.map((name) => ({ name, effect: shortcuts[name] }))
}

export function runShortcut(name: Shortcut): void {
  actions.get(name)?.()
}

/** The key of a shortcut, on what it does. */
export function Key({ name }: { name: Shortcut }) {
  return <kbd aria-hidden="true">{name}</kbd>
}

/** Listens for the keys, and shows which there are. */
export function Shortcuts() {
  const [isShown, setShown] = useState(false)
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== offValue)
  useShortcut('?', () => setShown(true))
  useShortcut('z', () => void undoLatest())
  useShortcut('/', () => document.getElementById(searchInputId)?.focus())

  useEffect(() => {
    if (!isOn) return
    let before = ''
    function press(event: KeyboardEvent) {
      // The keys work again.
      if (event.key === 'Escape' && isInput(event.target) && !isDialogOpen()) event.target.blur()
      const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || isTyping(event)
      const keys = before === 'g' ? `g ${event.key}` : event.key
      before = isElsewhere ? '' : event.key
      const action = isElsewhere ? undefined : actions.get(keys as Shortcut)
      if (!action) return
      event.preventDefault()
      if (!event.repeat || repeating.has(keys)) action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn])

  function turn(on: boolean) {
    setOn(on)
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, offValue)
  }

  return (
    <>
      <Button block alignContent="start" variant="invisible" size="small" onClick={() => setShown(true)}>
        Keyboard shortcuts
      </Button>
      {isShown && (
        <Dialog title="Keyboard shortcuts" width="medium" onClose={() => setShown(false)}>
          <dl className="shortcuts">
            {Object.entries({ ...shortcuts, ...otherKeys }).map(([keys, effect]) => (
              <div key={keys}>
                <dt>
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
          <Field label="Use shortcuts" hint="They do nothing while you type." inline>
            <Checkbox checked={isOn} onChange={({ target }) => turn(target.checked)} />
          </Field>
        </Dialog>
      )}
    </>
  )
}

/** A held Enter key presses a button once. */
export function pressOnce(event: KeyboardEvent): void {
  const { target } = event
  const isPressed = target instanceof Element && !target.matches('textarea')
  if (event.repeat && event.key === 'Enter' && isPressed) event.preventDefault()
}

/** Whether the key belongs to an input or to a dialog. */
function isTyping({ target, isComposing }: KeyboardEvent): boolean {
  return isComposing || isDialogOpen() || isInput(target)
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}

function isInput(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches('textarea, select, input:not([type="checkbox"])')
}
