import { useClient } from 'urql'
import { Button } from '../../ui/elements/button'
import type { PendingMessage } from '../../cases/change/pending'
import { Avatar } from '../../ui/display/avatar'
import { CommentFiles } from '../../cases/files/comment-files'
import { type FragmentType, unmask } from '../../gql'
import { ShownComment } from '../timeline/messages/comment-entry'
import { ConfirmButton } from '../../ui/form/confirm'
import { TextEditor } from '../timeline/messages/text-editor'
import { useDraft } from '../../ui/form/drafts/drafts'
import { ProblemList, useProblems } from '../../ui/form/problems/problem-list'
import { sendChange, useChange } from '../../cases/change/use-change'
import { Instant, useNow } from '../../ui/display/instant'
import { useViewer } from '../../session/viewer'
import { EditCommentMutation, RemoveCommentMutation } from '../../cases/change/mutations'
import { MessageText } from '../../ui/display/message-text'

/** The service decides. Afterwards, it refuses. */
const authorMs = 15 * 60_000

/** A message of the customer or of somebody who works on the case. Authors can correct what they have just written. */
export function Message({ of }: { of: FragmentType<typeof ShownComment> }) {
  const shown = unmask(ShownComment, of)
  const { id, text, createdAt, editedAt, author } = shown
  const isOwn = author.email === useViewer().email
  const isNew = useNow() - Date.parse(createdAt) < authorMs
  const [draft, setDraft] = useDraft<string>(id)
  const isEditing = draft !== undefined
  const client = useClient()
  return (
    <li className={isOwn ? 'bubble own' : 'bubble'}>
      <Avatar name={author.firstname} />
      <div>
        <strong>{isOwn ? 'You' : <bdi>{author.firstname}</bdi>}</strong>
        {isEditing ? (
          <TextEditor
            comment={shown}
            label="Correct your message"
            missing="Write a message, or remove it."
            save="Save"
            send={(text) => sendChange(client, EditCommentMutation, { commentId: id, text })}
          />
        ) : (
          text !== '' && <MessageText>{text}</MessageText>
        )}
        <CommentFiles of={shown} />
        <div className="faint">
          <span>
            <Instant at={createdAt} />
            {editedAt && ', edited'}
          </span>
          {isOwn && isNew && !isEditing && <MessageActions id={id} text={text} onEdit={() => setDraft(text)} />}
        </div>
      </div>
    </li>
  )
}

/** What the customer has just written, until the conversation contains it. */
export function PendingAnswer({ of: { text, files }, isSent }: { of: PendingMessage; isSent: boolean }) {
  const { firstname } = useViewer()
  return (
    <li className="bubble own">
      <Avatar name={firstname} />
      <div>
        <strong>You</strong>
        {text.trim() !== '' && <MessageText>{text.trim()}</MessageText>}
        {files.map(({ key, name }) => (
          <bdi key={key}>{name}</bdi>
        ))}
        <div className="faint">{isSent ? 'just now' : 'Sending …'}</div>
      </div>
    </li>
  )
}

function MessageActions({ id, text, onEdit }: { id: string; text: string; onEdit: () => void }) {
  const [problems, setProblems] = useProblems()
  const { fetching, change } = useChange(RemoveCommentMutation)
  const which = text.slice(0, 60) || 'files'
  return (
    <>
      <Button size="small" variant="invisible" aria-label={`Edit: ${which}`} onClick={onEdit}>
        Edit
      </Button>
      <ConfirmButton
        label="Remove"
        size="small"
        variant="invisible"
        aria-label={`Remove: ${which}`}
        loading={fetching}
        title="Remove this message?"
        confirm="Remove"
        onConfirm={async () => setProblems((await change({ commentId: id })).problems)}
      >
        It disappears from the conversation.
      </ConfirmButton>
      <ProblemList problems={problems} />
    </>
  )
}
