import { Button, Stack } from '@primer/react'
import type { FormEvent } from 'react'
import type { CaseFormProperties } from '../change/open-case'
import { saveInTurn } from '../change/save-over'
import { CommentInput, tooLong } from '../form/comment-input'
import { ProblemList, useProblems } from '../form/problem-list'
import { useChange } from '../change/use-change'
import { useSingle } from '../form/use-single'
import { toast } from '../display/toasts'
import { EditCommentMutation } from '../change/mutations'

interface Properties {
  form: CaseFormProperties
  /** The ID of the comment. */
  id: string
  draft: string
  onDraft: (draft: string) => void
  /** Called with the text that was saved. */
  onSaved: (text: string) => void
  onCancel: () => void
}

/** Takes the place of the text of a comment while it is being edited. */
export function CommentEditor({ form, id, draft, onDraft, onSaved, onCancel }: Properties) {
  const [problems, setProblems] = useProblems()
  const { fetching, change } = useChange(EditCommentMutation)
  const { of } = form

  const save = useSingle(async () => {
    if (draft.trim() === '') return setProblems([{ input: id, message: 'Enter a text, or remove the comment.' }])
    const excess = tooLong(id, draft)
    if (excess.length > 0) return setProblems(excess)
    const { saved, problems } = await saveInTurn({
      id: of.id,
      seen: of.version,
      names: [`comments.${id}`],
      send: (expectedVersion) => change({ commentId: id, text: draft, expectedVersion }),
    })
    setProblems(problems)
    form.onConflict()
    if (!saved) return
    onSaved(draft)
    toast('Comment saved.')
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void save()
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
        onEscape={onCancel}
      />
      <Stack direction="horizontal" gap="condensed">
        <Button type="submit" size="small" loading={fetching}>
          Save comment
        </Button>
        <Button size="small" variant="invisible" onClick={onCancel}>
          Cancel
        </Button>
      </Stack>
    </Stack>
  )
}
