import { Button } from '../elements/button'
import type { Outcome } from '../change/use-change'
import { CommentInput, tooLong } from '../form/comment-input'
import { ProblemList, useProblems } from '../form/problem-list'
import { submitted, useSingle } from '../form/submit'

interface Properties {
  /** The ID of the comment. */
  id: string
  label: string
  /** Said if there is no text. */
  missing: string
  /** What the button says. */
  save: string
  draft: string
  onDraft: (draft: string) => void
  isSaving: boolean
  /** Sends the text. */
  send: (text: string) => Promise<Outcome>
  /** Called with the text that was saved. */
  onSaved: (text: string) => void
  onCancel: () => void
}

/** Takes the place of the text of a comment while it is being edited. */
export function TextEditor(properties: Properties) {
  const { id, label, missing, save, draft, onDraft, isSaving, send, onSaved, onCancel } = properties
  const [problems, setProblems] = useProblems()

  const submit = useSingle(async () => {
    if (draft.trim() === '') return setProblems([{ input: id, message: missing }])
    const excess = tooLong(id, draft)
    if (excess.length > 0) return setProblems(excess)
    const { saved, problems } = await send(draft)
    setProblems(problems)
    if (saved) onSaved(draft)
  })
  return (
    <form onSubmit={submitted(submit)} noValidate className="stack editor">
      <ProblemList problems={problems} inputs={[id]} />
      <CommentInput
        name={id}
        label={label}
        isLabelHidden
        rows={3}
        problems={problems}
        value={draft}
        onChange={onDraft}
        onEscape={onCancel}
      />
      <div className="row">
        <Button type="submit" size="small" loading={isSaving}>
          {save}
        </Button>
        <Button size="small" variant="invisible" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
