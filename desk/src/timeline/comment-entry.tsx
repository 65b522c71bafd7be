import { CommentIcon, LockIcon } from '@primer/octicons-react'
import { Label, Stack, Timeline as TimelineList } from '@primer/react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { CommentActions } from './comment-actions'
import { CommentEditor } from './comment-editor'
import { useDraft } from '../form/drafts'
import { type FragmentType, graphql, unmask } from '../gql'
import type { ShownCommentFragment } from '../gql/graphql'
import { Instant } from '../instant'
import type { CaseFormProperties } from '../case/open-case'
import { ProblemList, useProblems } from '../form/problem-list'
import { useViewer, type Viewer } from '../session/viewer'

const ShownComment = graphql(`
  fragment ShownComment on CaseComment {
    id
    text
    internal
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
  const { id, text, internal, createdAt, editedAt, author } = shown
  const viewer = useViewer()
  const [draft, setDraft] = useDraft<string>(id)
  const [problems, setProblems] = useProblems(form.seen)
  const entry = useRef<HTMLDivElement>(null)

  // The button or the input that had the focus is replaced.
  function show(next: string | undefined) {
    flushSync(() => setDraft(next))
    const input = entry.current?.querySelector('textarea')
    ;(input ?? entry.current)?.focus()
  }

  return (
    <TimelineList.Item>
      <TimelineList.Badge>{internal ? <LockIcon /> : <CommentIcon />}</TimelineList.Badge>
      <TimelineList.Body>
        <div ref={entry} tabIndex={-1} className={internal ? 'comment internal' : 'comment'}>
          <Stack direction="horizontal" gap="condensed" align="center" wrap="wrap">
            <span className="faint">
              <strong>{author.firstname}</strong>, <Instant at={createdAt} />
              {editedAt && ', edited'}
            </span>
            {internal && <Label variant="attention">Operators only</Label>}
            {draft === undefined && mayChange(shown, viewer, form) && (
              <CommentActions form={form} comment={shown} onEdit={() => show(text)} onProblems={setProblems} />
            )}
          </Stack>
          <ProblemList problems={problems} />
          {draft === undefined ? (
            <p className="text">{text}</p>
          ) : (
            <CommentEditor form={form} id={id} draft={draft} onDraft={setDraft} onEnd={() => show(undefined)} />
          )}
        </div>
      </TimelineList.Body>
    </TimelineList.Item>
  )
}

const authorMinutes = 15

/** Follows the rule of the service, which decides. */
function mayChange({ author, createdAt }: ShownCommentFragment, viewer: Viewer, { of }: CaseFormProperties): boolean {
  if (viewer.login === 'OPERATOR') return of.permissions.comment.allowed
  return author.email === viewer.email && Date.now() - Date.parse(createdAt) < authorMinutes * 60_000
}
