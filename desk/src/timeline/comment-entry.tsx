import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Avatar } from '../display/avatar'
import { CommentActions } from './comment-actions'
import { CommentEditor } from './comment-editor'
import { discard } from '../form/discard'
import { changedSince, readDraft, useDraft } from '../form/drafts'
import { type FragmentType, graphql, unmask } from '../gql'
import { Instant } from '../display/instant'
import type { CaseFormProperties } from '../change/open-case'
import { ProblemList, useProblems } from '../form/problem-list'
import { MessageText } from '../display/message-text'
import { useViewer } from '../session/viewer'

const ShownComment = graphql(`
  fragment ShownComment on CaseComment {
    id
    text
    internal
    touchpoint
    createdAt
    editedAt
    author {
      firstname
      email
    }
  }
`)

interface Properties {
  form: CaseFormProperties
  comment: FragmentType<typeof ShownComment>
}

export function CommentEntry({ form, comment }: Properties) {
  const shown = unmask(ShownComment, comment)
  const { id, text, internal, touchpoint, createdAt, editedAt, author } = shown
  const here = useViewer().touchpoint.code
  const [draft, setDraft] = useDraft<string>(id)
  const [problems, setProblems] = useProblems()
  const entry = useRef<HTMLLIElement>(null)

  // The button or the input that had the focus is replaced.
  function show(change: () => void) {
    flushSync(change)
    const input = entry.current?.querySelector('textarea')
    ;(input ?? entry.current)?.focus()
  }
  function end(saved: string) {
    // What is typed while it is saved stays in the input.
    const left = changedSince(readDraft<string>(id), saved)
    if (left === undefined) show(() => setDraft(undefined))
  }
  const cancel = () => show(() => (draft === text ? setDraft(undefined) : discard(draft, setDraft)))

  return (
    <li ref={entry} tabIndex={-1} className={internal ? 'message note' : 'message'}>
      <Avatar name={author.firstname} />
      <div className="body">
        <div className="by">
          <bdi>{author.firstname}</bdi>
          <span className="faint">
            {internal && 'Internal note · '}
            <Instant at={createdAt} />
            {touchpoint !== null && touchpoint !== here && ` · via ${touchpoint}`}
            {editedAt && ', edited'}
          </span>
          {draft === undefined && form.of.permissions.comment.allowed && (
            <CommentActions
              form={form}
              comment={shown}
              onEdit={() => show(() => setDraft(text))}
              onProblems={setProblems}
            />
          )}
        </div>
        <ProblemList problems={problems} />
        {draft === undefined ? (
          <MessageText>{text}</MessageText>
        ) : (
          <CommentEditor form={form} id={id} draft={draft} onDraft={setDraft} onSaved={end} onCancel={cancel} />
        )}
      </div>
    </li>
  )
}
