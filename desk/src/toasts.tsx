import { useSyncExternalStore } from 'react'

const shownMs = 6_000

let message = ''
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Says for a few seconds that something has succeeded. It moves nothing on the page. */
export function toast(text: string): void {
  show(text)
  clearTimeout(timer)
  timer = setTimeout(() => show(''), shownMs)
}

function show(text: string): void {
  message = text
  for (const listener of listeners) listener()
}

/** Where the notices appear. */
export function Toasts() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => message,
  )
  return <output className="toast">{text}</output>
}
