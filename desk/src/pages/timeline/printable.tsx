import { Button } from '../../ui/elements/button'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { toast } from '../../ui/display/toasts'
import { useWindowEvent } from '../../ui/display/window-event'
import { useShortcut } from '../layout/shortcuts'

interface Whole {
  /** Whether all pages of the conversation are shown. */
  isWhole: boolean
  /** Called by the first page when it is shown. */
  complete: () => void
}

const WholeContext = createContext<Whole>({ isWhole: false, complete: () => {} })

/** Whether a page of a conversation is followed by the one before it, which is `null` for the first one. */
export function useWhole(before: object | string | null): boolean {
  const { isWhole, complete } = useContext(WholeContext)
  useEffect(() => {
    if (before === null) complete()
  }, [before, complete])
  return isWhole
}

const allLoaded = 'All messages are loaded. Ctrl+F finds them.'

interface Properties {
  /** Gets the button that prints. */
  children: (print: ReactNode) => ReactNode
}

/** A conversation that is loaded to its start before it is printed, or searched with the browser. */
export function Printable({ children }: Properties) {
  const [isWhole, setWhole] = useState(false)
  const [isComplete, setComplete] = useState(false)
  const asked = useRef<'print' | 'find' | null>(null)
  const complete = useCallback(() => {
    setComplete(true)
    if (asked.current === 'print') window.print()
    if (asked.current === 'find') toast(allLoaded)
    asked.current = null
  }, [])
  const whole = useMemo(() => ({ isWhole, complete }), [isWhole, complete])

  function ask() {
    if (isComplete) return window.print()
    asked.current = 'print'
    setWhole(true)
  }
  useShortcut('f', () => {
    if (isComplete) return void toast(allLoaded)
    asked.current = 'find'
    setWhole(true)
  })
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'p' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    ask()
  })
  // The menu of the browser prints at once what is shown, and the rest at the next time.
  useWindowEvent('beforeprint', () => setWhole(true))
  // The keyboard has Ctrl+P.
  const button = (
    <Button size="small" variant="invisible" tabIndex={-1} onClick={ask}>
      Print
    </Button>
  )
  return (
    <WholeContext value={whole}>
      {children(button)}
      {!isComplete && (
        <p className="only-print">
          Earlier messages are not on this print, as they were not loaded. Print with the button in the page.
        </p>
      )}
    </WholeContext>
  )
}
