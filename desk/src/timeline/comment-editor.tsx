import { Button, Stack } from '@primer/react'
import type { FormEvent } from 'react'
import { CommentInput, tooLong } from '../form/comment-input'
import type { CaseFormProperties } from '../case/open-case'
import { ProblemList, useProblems } from '../form/problem-list'
import { useChange } from '../form/use-change'
import { toast } from '../toasts'
import { EditCommentMutation } from './comment-mutations'

interface Properties {
  form: CaseFormProperties
  /** The ID of the comment. */
  id: string
  draft: string
  onDraft: (draft: string) => void
  /** Called after saving and cancelling. */
  onEnd: () => void
}

/** Takes the place of the text of a comment while it is being edited. */
export function CommentEditor({ form, id, draft, onDraft, onEnd }: Properties) {
  const [problems, setProblems] = useProblems()
  const { fetching, change } = useChange(EditCommentMutation)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (draft.trim() === '') return setProblems([{ input: id, message: 'Enter a text, or remove the comment.' }])
    const excess = tooLong(id, draft)
    if (excess.length > 0) return setProblems(excess)
    const { saved, problems } = await change({ commentId: id, text: draft, expectedVersion: form.of.version })
    setProblems(problems)
    form.onConflict()
    if (!saved) return
    onEnd()
    toast('Comment saved.')
  }

  return (
    <Stack as="form" onSubmit={submit} noValidate gap="condensed">
      <ProblemList problems={problems} inputs={[id]} />
      <CommentInput
        name={id}
        label="Edit comment"
        isLabelHidden
        rows={3}
        problems={problems}
        value={draft}
        onChange={onDraft}
      />
      <Stack direction="horizontal" gap="condensed">
        <Button type="submit" size="small" loading={fetching}>
          Save comment
        </Button>
        <Button size="small" variant="invisible" onClick={onEnd}>
          Cancel
        </Button>
      </Stack>
    </Stack>
  )
}
