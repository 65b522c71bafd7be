import { Button } from '../../../ui/elements/button'
import { useState } from 'react'
import { later } from '../../../ui/display/later'
import { useWindowEvent } from '../../../ui/display/window-event'

// Loaded when it is first opened.
const Palette = later(async () => (await import('./palette')).Palette, { rows: 0 })

/** Opens what finds everything: a button, and Ctrl+K or Cmd+K. */
export function PaletteKey() {
  const [isOpen, setOpen] = useState(false)
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (isOpen) setOpen(false)
    // Another dialog has the keys.
    else if (!event.repeat && !document.querySelector('dialog[open]')) setOpen(true)
  })
  return (
    <>
      <Button block alignContent="start" variant="invisible" size="small" onClick={() => setOpen(true)}>
        Find anything
      </Button>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}
