import { Button } from '../../../ui/elements/button'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useClient } from 'urql'
import { Avatar } from '../../../ui/display/avatar'
import { CommentActions } from './comment-actions'
import { useDraft } from '../../../ui/form/drafts/drafts'
import { CommentFiles } from '../../../cases/files/comment-files'
import { type FragmentType, graphql, unmask } from '../../../gql'
import { Instant } from '../../../ui/display/instant'
import type { CaseFormProperties } from '../../../cases/change/open-case'
import type { Pending } from '../../../cases/change/pending'
import { EditCommentMutation } from '../../../cases/change/mutations'
import { saveInTurn } from '../../../cases/change/save-over'
import { sendChange } from '../../../cases/change/use-change'
import { toast } from '../../../ui/display/toasts'
import { MessageItem } from './message-item'
import { TextEditor } from './text-editor'
import { MessageText } from '../../../ui/display/message-text'
import { useViewer } from '../../../session/viewer'

export const ShownComment = graphql(`
  fragment ShownComment on CaseComment {
    id
    text
    internal
    touchpoint
    createdAt
    editedAt
    author {
      login
      firstname
      email
    }
    ...CommentFiles
  }
`)

interface Properties {
  form: CaseFormProperties
  comment: FragmentType<typeof ShownComment>
  /** Its removal, which can be undone for a while. */
  removal: Pending | undefined
  /** Whether it is the first that is new. */
  isFirstNew: boolean
}

export function CommentEntry({ form, comment, removal, isFirstNew }: Properties) {
  const shown = unmask(ShownComment, comment)
  const { id, text, internal, touchpoint, createdAt, editedAt, author } = shown
  const here = useViewer().touchpoint.code
  const [draft, setDraft] = useDraft<string>(id)
  const client = useClient()
  const entry = useRef<HTMLLIElement>(null)

  // The button or the input that had the focus is replaced.
  function show(change: () => void) {
    flushSync(change)
    const input = entry.current?.querySelector('textarea')
    ;(input ?? entry.current)?.focus()
  }
  async function send(text: string) {
    const { of } = form
    const outcome = await saveInTurn({
      id: of.id,
      seen: of.version,
      names: [`comments.${id}`],
      send: (expectedVersion) => sendChange(client, EditCommentMutation, { commentId: id, text, expectedVersion }),
    })
    form.onConflict()
    return outcome
  }

  if (removal) {
    return (
      <li className="message removed faint">
        <Avatar name={author.firstname} />
        <div className="body row">
          <span>
            Comment by <bdi>{author.firstname}</bdi> removed
          </span>
          {removal.undo && (
            <Button size="small" onClick={removal.undo}>
              Bring it back
            </Button>
          )}
        </div>
      </li>
    )
  }
  return (
    <MessageItem
      ref={entry}
      tabIndex={-1}
      data-comment={id}
      author={author.firstname}
      internal={internal}
      facts={
        <>
          <Instant at={createdAt} />
          {touchpoint !== null && touchpoint !== here && ` · via ${touchpoint}`}
          {editedAt && ', edited'}
        </>
      }
      action={
        draft === undefined &&
        form.of.permissions.comment.allowed && (
          <CommentActions form={form} comment={shown} onEdit={() => show(() => setDraft(text))} />
        )
      }
      above={isFirstNew && <p className="new-line">New</p>}
    >
      {draft === undefined ? (
        text !== '' && <MessageText linksCases>{text}</MessageText>
      ) : (
        <TextEditor
          comment={shown}
          label="Edit comment"
          missing="Enter a text, or remove the comment."
          save="Save comment"
          send={send}
          close={show}
          onSaved={() => void toast('Comment saved.')}
        />
      )}
      <CommentFiles of={shown} />
      <span className="end" />
    </MessageItem>
  )
}
