import { useState } from 'react'
import { useQuery } from 'urql'
import { Instant } from '../../../ui/display/instant'
import { MessageText } from '../../../ui/display/message-text'
import { Skeleton } from '../../../ui/display/skeleton'
import { CommentFiles } from '../../../cases/files/comment-files'
import { RequestProblem } from '../../../ui/form/problems/problem-list'
import { type FragmentType, graphql, unmask } from '../../../gql'
import { ShownComment } from './comment-entry'
import { MessageItem } from './message-item'

const shownMessages = 50

const MergedConversationQuery = graphql(`
  query MergedConversation($id: ID!, $last: Int!) {
    case(id: $id) {
      id
      version
      comments(last: $last) {
        nodes {
          id
          ...ShownComment
        }
        totalCount
      }
    }
  }
`)

interface MergedChange {
  kind: string
  changes: readonly { path: readonly string[]; to: unknown }[]
}

/** The conversations of the cases that an event merged into this one, collapsed. */
export function MergedConversations({ of: { kind, changes } }: { of: MergedChange }) {
  if (kind !== 'MERGED') return null
  const merged = changes.filter(({ path, to }) => path[0] === 'links' && to === 'HAS_DUPLICATE')
  return merged.map(({ path: [, id = ''] }) => <MergedConversation key={id} id={id} />)
}

function MergedConversation({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="merged" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{`Conversation of case ${id}`}</summary>
      {isOpen && <Messages id={id} />}
    </details>
  )
}

function Messages({ id }: { id: string }) {
  const variables = { id, last: shownMessages }
  const [{ data, error }] = useQuery({ query: MergedConversationQuery, variables, requestPolicy: 'cache-and-network' })
  if (error) return <RequestProblem error={error} />
  if (!data) return <Skeleton rows={3} />
  if (!data.case) return <p>You cannot access this case.</p>
  const { nodes, totalCount } = data.case.comments
  return (
    <>
      {totalCount > nodes.length && <p className="faint">{`The last ${nodes.length} of ${totalCount} messages`}</p>}
      <ol className="stack wide">
        {nodes.map((comment) => (
          <Message key={comment.id} of={comment} />
        ))}
      </ol>
    </>
  )
}

function Message({ of }: { of: FragmentType<typeof ShownComment> }) {
  const shown = unmask(ShownComment, of)
  const { text, internal, createdAt, author } = shown
  return (
    <MessageItem author={author.firstname} internal={internal} facts={<Instant at={createdAt} />}>
      {text !== '' && <MessageText linksCases>{text}</MessageText>}
      <CommentFiles of={shown} />
    </MessageItem>
  )
}
