import { Button } from '../../../ui/elements/button'
import { useEffect, useEffectEvent, useState } from 'react'
import { later } from '../../../ui/display/later'

// Loaded when it is first opened.
const Palette = later(async () => (await import('./palette')).Palette, { rows: 0 })

/** Opens what finds everything: a button, and Ctrl+K or Cmd+K. */
export function PaletteKey() {
  const [isOpen, setOpen] = useState(false)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (isOpen) setOpen(false)
    // Another dialog has the keys.
    else if (!event.repeat && !document.querySelector('dialog[open]')) setOpen(true)
  })
  useEffect(() => {
    const own = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', own)
    return () => window.removeEventListener('keydown', own)
  }, [])
  return (
    <>
      <Button block alignContent="start" variant="invisible" size="small" onClick={() => setOpen(true)}>
        Find anything
      </Button>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}
