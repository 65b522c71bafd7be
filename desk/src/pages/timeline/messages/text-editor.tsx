import { useState } from 'react'
import { Button } from '../../../ui/elements/button'
import type { Outcome } from '../../../cases/change/use-change'
import { CommentInput, tooLong } from '../../../ui/form/inputs/comment-input'
import { discard, readDraft, useDraft } from '../../../ui/form/drafts/drafts'
import { ProblemList, useProblems } from '../../../ui/form/problems/problem-list'
import { submitted, useSingle } from '../../../ui/form/inputs/submit'

interface Properties {
  comment: { id: string; text: string }
  label: string
  /** Said if there is no text. */
  missing: string
  /** What the button says. */
  save: string
  send: (text: string) => Promise<Outcome>
  /** Makes the change that ends the editing. */
  close?: (change: () => void) => void
  onSaved?: () => void
}

/** Takes the place of the text of a comment while there is a draft of it, whose name is the ID of the comment. */
export function TextEditor(properties: Properties) {
  const { comment, label, missing, save, send, close = (change) => change(), onSaved } = properties
  const { id, text } = comment
  const [draft = '', setDraft] = useDraft<string>(id)
  const [problems, setProblems] = useProblems()
  const [isSaving, setSaving] = useState(false)

  const submit = useSingle(async () => {
    if (draft.trim() === '') return setProblems([{ input: id, message: missing }])
    const excess = tooLong(id, draft)
    if (excess.length > 0) return setProblems(excess)
    setSaving(true)
    const { saved, problems } = await send(draft)
    setSaving(false)
    setProblems(problems)
    if (!saved) return
    // What is typed while it is saved stays in the input.
    if (readDraft<string>(id) === draft) close(() => setDraft(undefined))
    onSaved?.()
  })
  const cancel = () => close(() => (draft === text ? setDraft(undefined) : discard(draft, setDraft)))
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
        onChange={setDraft}
        onEscape={cancel}
      />
      <div className="row">
        <Button type="submit" size="small" loading={isSaving}>
          {save}
        </Button>
        <Button size="small" variant="invisible" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
