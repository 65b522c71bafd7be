import { Button } from '@primer/react'
import type { FormEvent } from 'react'
import { CommentInput, tooLong } from '../form/comment-input'
import { useDraft } from '../form/drafts'
import { ProblemList, useProblems } from '../form/problem-list'
import { useChange } from '../form/use-change'
import { EditCommentMutation } from '../timeline/comment-mutations'

interface Properties {
  /** The ID of the comment. */
  id: string
  text: string
  onEnd: () => void
}

/** Takes the place of the text of a message while it is corrected. */
export function MessageEditor({ id, text, onEnd }: Properties) {
  const [draft = text, setDraft] = useDraft<string>(id)
  const [problems, setProblems] = useProblems()
  const { fetching, change } = useChange(EditCommentMutation)

  function end() {
    setDraft(undefined)
    onEnd()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (draft.trim() === '') return setProblems([{ input: id, message: 'Write a message, or remove it.' }])
    const excess = tooLong(id, draft)
    if (excess.length > 0) return setProblems(excess)
    const { saved, problems } = await change({ commentId: id, text: draft })
    setProblems(problems)
    if (saved) end()
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
        onChange={setDraft}
      />
      <div className="answer-buttons">
        <Button type="submit" size="small" loading={fetching}>
          Save
        </Button>
        <Button size="small" variant="invisible" onClick={end}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
