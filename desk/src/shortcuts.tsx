import { Button, Checkbox, Dialog } from '@primer/react'
import { useEffect, useState } from 'react'
import { Field } from './form/field'

export const searchInputId = 'search'

const shortcuts = [
  ['/', 'Search cases'],
  ['j', 'Next case in the list'],
  ['k', 'Previous case in the list'],
  ['?', 'Show these shortcuts'],
] as const

type Key = (typeof shortcuts)[number][0]

// Single-key shortcuts get in the way of speech input, so users can turn them off.
const storageKey = 'shortcuts'
const offValue = 'off'

/** Handles the shortcuts, and shows them. */
export function Shortcuts() {
  const [isShown, setShown] = useState(false)
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== offValue)

  useEffect(() => {
    if (!isOn) return
    const actions: Record<Key, () => void> = {
      '/': () => document.getElementById(searchInputId)?.focus(),
      j: () => focusCase(1),
      k: () => focusCase(-1),
      '?': () => setShown(true),
    }
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      const action = Object.entries(actions).find(([key]) => key === event.key)?.[1]
      if (!action) return
      event.preventDefault()
      action()
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
      <Button variant="invisible" size="small" onClick={() => setShown(true)}>
        Keyboard shortcuts
      </Button>
      {isShown && (
        <Dialog title="Keyboard shortcuts" width="medium" onClose={() => setShown(false)}>
          <dl className="shortcuts">
            {shortcuts.map(([key, effect]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
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

/** Whether the key belongs to an input or to a dialog. */
function isTyping({ target, isComposing }: KeyboardEvent): boolean {
  if (isComposing || document.querySelector('[role="dialog"], [role="alertdialog"]')) return true
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"])')
}

/** Moves the focus to a case in the list: from the row that contains it, or to the first case. */
function focusCase(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('[data-case-row]')]
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const next = current === -1 ? 0 : Math.min(Math.max(current + step, 0), rows.length - 1)
  const link = rows[next]?.querySelector('a')
  link?.focus()
  link?.scrollIntoView({ block: 'nearest' })
}
