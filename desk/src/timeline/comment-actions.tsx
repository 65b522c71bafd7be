import { Button, ConfirmationDialog, Stack } from '@primer/react'
import { useState } from 'react'
import { graphql } from '../gql'
import type { CaseFormProperties } from '../case/open-case'
import type { ShownProblem } from '../form/problems'
import { useChange } from '../form/use-change'

const RemoveCommentMutation = graphql(`
  mutation RemoveComment($input: RemoveCommentInput!) {
    result: removeComment(input: $input) {
      ... on RemoveCommentPayload {
        case {
          id
          version
        }
      }
      ... on RemoveCommentError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

interface Properties {
  form: CaseFormProperties
  comment: { id: string; text: string; author: { firstname: string } }
  onEdit: () => void
  onProblems: (problems: readonly ShownProblem[]) => void
}

/** Buttons to edit a comment and to remove it. */
export function CommentActions({ form, comment, onEdit, onProblems }: Properties) {
  const [isAsking, setAsking] = useState(false)
  const { fetching, change } = useChange(RemoveCommentMutation)

  async function remove() {
    const { saved, problems, isConflict } = await change({ commentId: comment.id, expectedVersion: form.seen })
    onProblems(problems)
    if (isConflict) form.onConflict()
    if (!saved) return
    form.onSaved(saved.version, 'Comment removed.')
    document.getElementById('timeline')?.focus()
  }

  // One person may have written several comments.
  const whose = `comment by ${comment.author.firstname}: ${comment.text.slice(0, 60)}`
  return (
    <>
      <Stack direction="horizontal" gap="none">
        <Button size="small" variant="invisible" aria-label={`Edit ${whose}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="small"
          variant="invisible"
          aria-label={`Remove ${whose}`}
          loading={fetching}
          onClick={() => setAsking(true)}
        >
          Remove
        </Button>
      </Stack>
      {isAsking && (
        <ConfirmationDialog
          title="Remove this comment?"
          confirmButtonContent="Remove"
          confirmButtonType="danger"
          onClose={(gesture) => {
            setAsking(false)
            if (gesture === 'confirm') void remove()
          }}
        >
          The comment disappears from the case. Operators can still read its text in the history.
        </ConfirmationDialog>
      )}
    </>
  )
}
