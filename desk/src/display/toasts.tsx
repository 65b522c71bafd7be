import { Button } from '@primer/react'
import { useSyncExternalStore } from 'react'

const shownMs = 6_000
/** As long as one may want to undo something. */
const undoMs = 20_000

interface Notice {
  text: string
  /** Restores what was before. Returns what to say then. */
  undo?: (() => Promise<string>) | undefined
}

const nothing: Notice = { text: '' }
let notice = nothing
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Says for a few seconds that something has succeeded, and offers to undo it. It moves nothing on the page. */
export function toast(text: string, undo?: Notice['undo']): void {
  show({ text, undo })
  clearTimeout(timer)
  timer = setTimeout(() => show(nothing), undo ? undoMs : shownMs)
}

function show(next: Notice): void {
  notice = next
  for (const listener of listeners) listener()
}

/** Where the notices appear. */
export function Toasts() {
  const { text, undo } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => notice,
  )
  async function restore(undo: () => Promise<string>) {
    toast('')
    toast(await undo())
  }
  return (
    <div className="toast">
      <output>{text}</output>
      {undo && (
        <Button size="small" onClick={() => restore(undo)}>
          Undo
        </Button>
      )}
    </div>
  )
}
