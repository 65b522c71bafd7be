import { KebabHorizontalIcon } from '@primer/octicons-react'
import { IconButton } from '../elements/button'
import { ActionList, ActionMenu } from '../elements/menu'
import { useState } from 'react'
import type { CaseFormProperties } from '../change/open-case'
import { Confirm } from '../form/confirm'
import type { ShownProblem } from '../form/problems'
import { saveInTurn } from '../change/save-over'
import { useChange } from '../change/use-change'
import { toast } from '../display/toasts'
import { RemoveCommentMutation } from '../change/mutations'

interface Properties {
  form: CaseFormProperties
  comment: { id: string; text: string; author: { firstname: string } }
  onEdit: () => void
  onProblems: (problems: readonly ShownProblem[]) => void
}

/** A menu to edit a comment and to remove it. */
export function CommentActions({ form, comment, onEdit, onProblems }: Properties) {
  const [isAsking, setAsking] = useState(false)
  const { change } = useChange(RemoveCommentMutation)

  async function remove() {
    const { saved, problems } = await saveInTurn({
      id: form.of.id,
      seen: form.of.version,
      names: [`comments.${comment.id}`],
      send: (expectedVersion) => change({ commentId: comment.id, expectedVersion }),
    })
    onProblems(problems)
    form.onConflict()
    if (!saved) return
    toast('Comment removed.')
    document.getElementById('conversation')?.focus()
  }

  return (
    <>
      <ActionMenu>
        <ActionMenu.Anchor>
          <IconButton
            icon={KebabHorizontalIcon}
            size="small"
            variant="invisible"
            unsafeDisableTooltip
            // One person may have written several comments.
            aria-label={`Actions for the comment by ${comment.author.firstname}: ${comment.text.slice(0, 60) || 'files'}`}
          />
        </ActionMenu.Anchor>
        <ActionMenu.Overlay width="small">
          <ActionList>
            <ActionList.Item onSelect={onEdit}>Edit</ActionList.Item>
            <ActionList.Item variant="danger" onSelect={() => setAsking(true)}>
              Remove
            </ActionList.Item>
          </ActionList>
        </ActionMenu.Overlay>
      </ActionMenu>
      {isAsking && (
        <Confirm title="Remove this comment?" confirm="Remove" onConfirm={remove} onClose={() => setAsking(false)}>
          The comment disappears from the case. Operators can still read its text in the history.
        </Confirm>
      )}
    </>
  )
}
