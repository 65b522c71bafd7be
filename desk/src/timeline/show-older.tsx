import { Button } from '../elements/button'
import { useEffect, useEffectEvent, useRef } from 'react'

/** How far below the top of what is seen the end of what is loaded may be, in pixels. */
const nearPx = 600

/** Loads what is older: at the press of the button, and when somebody scrolls up to it. */
export function ShowOlder({ onShow }: { onShow: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const show = useEffectEvent(onShow)
  useEffect(() => {
    const conversation = button.current?.closest('.conversation')
    let top = conversation?.scrollTop ?? 0
    let pageTop = window.scrollY
    function check() {
      const isUpwards = (conversation?.scrollTop ?? 0) < top || window.scrollY < pageTop
      top = conversation?.scrollTop ?? 0
      pageTop = window.scrollY
      const { bottom = -Infinity } = button.current?.getBoundingClientRect() ?? {}
      if (isUpwards && bottom > -nearPx) show()
    }
    // Scrolling does not bubble.
    window.addEventListener('scroll', check, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', check, { capture: true })
  }, [])
  return (
    <Button ref={button} size="small" onClick={onShow}>
      Show older
    </Button>
  )
}
