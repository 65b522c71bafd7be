import { Button } from '@primer/react'
import type { FormEvent } from 'react'
import { CommentInput, tooLong } from '../form/comment-input'
import { ProblemList, useProblems } from '../form/problem-list'
import { useChange } from '../change/use-change'
import { useSingle } from '../form/use-single'
import { EditCommentMutation } from '../change/mutations'

interface Properties {
  /** The ID of the comment. */
  id: string
  draft: string
  onDraft: (draft: string) => void
  /** Called with the text that was saved. */
  onSaved: (text: string) => void
  onCancel: () => void
}

/** Takes the place of the text of a message while it is corrected. */
export function MessageEditor({ id, draft, onDraft, onSaved, onCancel }: Properties) {
  const [problems, setProblems] = useProblems()
  const { fetching, change } = useChange(EditCommentMutation)

  const save = useSingle(async () => {
    if (draft.trim() === '') return setProblems([{ input: id, message: 'Write a message, or remove it.' }])
    const excess = tooLong(id, draft)
    if (excess.length > 0) return setProblems(excess)
    const { saved, problems } = await change({ commentId: id, text: draft })
    setProblems(problems)
    if (saved) onSaved(draft)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void save()
  }
  return (
    <form onSubmit={submit} noValidate>
      <ProblemList problems={problems} inputs={[id]} />
      <CommentInput
        name={id}
        label="Correct your message"
        isLabelHidden
        rows={3}
        problems={problems}
        value={draft}
        onChange={onDraft}
        onEscape={onCancel}
      />
      <div className="answer-buttons">
        <Button type="submit" size="small" loading={fetching}>
          Save
        </Button>
        <Button size="small" variant="invisible" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
