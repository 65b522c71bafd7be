import { Button } from '../elements/button'
import { store } from './store'

const shownMs = 6_000
/** How long what a notice says can be undone. */
export const undoMs = 10_000

interface Notice {
  text: string
  /** Restores what was before. Returns what to say then. */
  undo?: (() => Promise<string>) | undefined
  timer?: ReturnType<typeof setTimeout>
}

/** The oldest first. */
const notices = store<readonly Notice[]>([])

function remove(notice: Notice): void {
  clearTimeout(notice.timer)
  notices.set(notices.get().filter((other) => other !== notice))
}

/** Says for a few seconds that something has succeeded, and offers to undo it. It moves nothing on the page. */
export function toast(text: string, undo?: Notice['undo'], forMs = undo ? undoMs : shownMs) {
  const notice: Notice = { text, undo }
  // What was said before can be undone for as long as it could. Of notices that offer nothing, one is enough.
  notices.set([...notices.get().filter((other) => other.undo), notice])
  notice.timer = setTimeout(() => remove(notice), forMs)
  return {
    /** Replaces the text. What can be undone stays so for as long. */
    say(text: string) {
      notice.text = text
      notices.set([...notices.get()])
    },
    end: () => remove(notice),
  }
}

/** Undoes the latest change that can be undone. */
export async function undoLatest(): Promise<void> {
  const notice = notices.get().findLast(({ undo }) => undo)
  if (!notice?.undo) return
  remove(notice)
  const said = await notice.undo()
  if (said !== '') toast(said)
}

/** Where the notices appear: the latest that can be undone, and what was said since. */
export function Toasts() {
  const all = notices.use((all) => all)
  const undoable = all.findLast(({ undo }) => undo)
  const plain = all.findLast(({ undo }) => !undo)
  return (
    <div className="toast">
      <output>{undoable?.text}</output>
      {undoable && (
        <Button size="small" onClick={() => void undoLatest()}>
          Undo
        </Button>
      )}
      <output>{plain?.text}</output>
    </div>
  )
}
