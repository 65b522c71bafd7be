import { Button } from '@primer/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { RequestProblem } from '../form/problem-list'
import { type FragmentType, graphql, unmask } from '../gql'
import type { MessagesFragment } from '../gql/graphql'
import { Instant } from '../display/instant'
import { Skeleton } from '../display/skeleton'
import { useWhole } from '../timeline/printable'
import { Message } from './message'

const Messages = graphql(`
  fragment Messages on CaseEventConnection {
    nodes {
      id
      kind
      at
      changes {
        path
        to
      }
      comments {
        id
        text
        createdAt
        editedAt
        author {
          firstname
          email
        }
      }
    }
    pageInfo {
      hasPreviousPage
      startCursor
    }
  }
`)

const LatestMessages = graphql(`
  fragment LatestMessages on Case {
    id
    version
    history(last: 30) {
      ...Messages
    }
  }
`)

const EarlierMessagesQuery = graphql(`
  query EarlierMessages($id: ID!, $before: String) {
    case(id: $id) {
      id
      version
      history(last: 30, before: $before) {
        ...Messages
      }
    }
  }
`)

/** What was written and the statuses of the case, oldest first. */
export function Conversation({ of }: { of: FragmentType<typeof LatestMessages> }) {
  const { id, version, history } = unmask(LatestMessages, of)
  return (
    <section aria-label="Conversation" className="own-talk">
      <MessagePage id={id} of={history} />
      {/* What is new stands at the end, above the input. */}
      <div key={version} ref={scrollTo} className="own-talk-end" />
    </section>
  )
}

function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'end' })
}

/** A page of messages after the one before it. */
function MessagePage({ id, of }: { id: string; of: FragmentType<typeof Messages> }) {
  const { nodes, pageInfo } = unmask(Messages, of)
  const [isContinued, setContinued] = useState(false)
  const isShown = useWhole(pageInfo.hasPreviousPage ? pageInfo.startCursor : null) || isContinued
  return (
    <>
      {pageInfo.hasPreviousPage && !isShown && (
        <Button onClick={() => setContinued(true)}>Show earlier messages</Button>
      )}
      {pageInfo.hasPreviousPage && isShown && <EarlierMessages id={id} before={pageInfo.startCursor} />}
      {nodes.map((event) => (
        <EventMessages key={event.id} of={event} />
      ))}
    </>
  )
}

function EarlierMessages({ id, before }: { id: string; before: string | null }) {
  const [{ data, error }] = useQuery({ query: EarlierMessagesQuery, variables: { id, before } })
  if (error) return <RequestProblem error={error} />
  if (!data?.case) return <Skeleton rows={3} />
  return <MessagePage id={id} of={data.case.history} />
}

type Event = MessagesFragment['nodes'][number]

function EventMessages({ of: { kind, at, comments, changes } }: { of: Event }) {
  const status = changes.find(({ path }) => path[0] === 'status')?.to
  return (
    <>
      {comments.map((comment) => (
        <Message key={comment.id} of={comment} />
      ))}
      {kind === 'COMMENTED' && comments.length === 0 && (
        <p className="faint">
          {'A message that was removed · '}
          <Instant at={at} />
        </p>
      )}
      {status !== undefined && (
        <p className="faint">
          {`Status: ${String(status)} · `}
          <Instant at={at} />
        </p>
      )}
    </>
  )
}
