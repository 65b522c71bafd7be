import { Button } from '../elements/button'
import { store } from './store'

const shownMs = 6_000
/** As long as one may want to undo something. */
const undoMs = 20_000

interface Notice {
  text: string
  /** Restores what was before. Returns what to say then. */
  undo?: (() => Promise<string>) | undefined
}

const nothing: Notice = { text: '' }
const notice = store(nothing)
let timer: ReturnType<typeof setTimeout> | undefined

/** Says for a few seconds that something has succeeded, and offers to undo it. It moves nothing on the page. */
export function toast(text: string, undo?: Notice['undo']): void {
  notice.set({ text, undo })
  clearTimeout(timer)
  timer = setTimeout(() => notice.set(nothing), undo ? undoMs : shownMs)
}

/** Where the notices appear. */
export function Toasts() {
  const { text, undo } = notice.use((shown) => shown)
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
