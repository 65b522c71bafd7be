import { Menu, MenuItem } from '../../../ui/elements/menu'
import type { CaseFormProperties } from '../../../cases/change/open-case'
import { track, waitToUndo } from '../../../ui/form/drafts/time-to-undo'
import { showPending } from '../../../cases/change/pending'
import { textOf } from '../../../ui/form/problems/problem-list'
import { saveInTurn } from '../../../cases/change/save-over'
import { useChange } from '../../../cases/change/use-change'
import { toast, undoMs } from '../../../ui/display/toasts'
import { RemoveCommentMutation } from '../../../cases/change/mutations'

interface Properties {
  form: CaseFormProperties
  comment: { id: string; text: string; author: { firstname: string } }
  onEdit: () => void
}

/** A menu to edit a comment and to remove it. */
export function CommentActions({ form, comment, onEdit }: Properties) {
  const { change } = useChange(RemoveCommentMutation)

  /** Shows it as removed. It is removed when that can no longer be undone. */
  async function remove() {
    const { of } = form
    const time = waitToUndo(undoMs)
    const shown = showPending({ caseId: of.id, removed: comment.id, undo: time.callOff })
    const notice = toast('Comment removed.', async () => (time.callOff(), 'The comment is back.'))
    document.getElementById('conversation')?.focus()
    const end = await time.ended
    notice.end()
    shown.settle(undefined)
    if (end === 'undone') return
    // Whoever leaves the page has no time for a second attempt over what was changed meanwhile.
    const send = (version: number) =>
      change({ commentId: comment.id, expectedVersion: end === 'left' ? undefined : version })
    const { saved, problems } = await saveInTurn(
      { id: of.id, seen: of.version, names: [`comments.${comment.id}`], send },
      { removed: comment.id },
    )
    if (saved) return
    toast(`The comment was not removed. ${textOf(problems)}`)
    form.onConflict()
  }

  return (
    // One person may have written several comments.
    <Menu label={`Actions for the comment by ${comment.author.firstname}: ${comment.text.slice(0, 60) || 'files'}`}>
      <MenuItem onSelect={onEdit}>Edit</MenuItem>
      <MenuItem variant="danger" onSelect={() => void track(remove())}>
        Remove
      </MenuItem>
    </Menu>
  )
}
