import { CommentIcon, HistoryIcon } from '@primer/octicons-react'
import { Button, Heading, Label, Spinner, Stack, Timeline as TimelineList } from '@primer/react'
import { FeatureFlags } from '@primer/react/experimental'
import { useState } from 'react'
import { useQuery } from 'urql'
import { EventText } from './event-text'
import { graphql } from './gql'
import type { TimelineQuery as TimelineData } from './gql/graphql'
import { Instant } from './instant'
import { RequestProblem } from './problem-list'
import { mergePage, type Position } from './timeline-page'

const TimelineQuery = graphql(`
  query Timeline($id: ID!, $comments: String, $events: String) {
    case(id: $id) {
      id
      comments(last: 20, before: $comments) {
        edges {
          cursor
          node {
            id
            text
            internal
            createdAt
            editedAt
            author {
              firstname
            }
          }
        }
        pageInfo {
          hasPreviousPage
        }
      }
      history(last: 20, before: $events) {
        edges {
          cursor
          node {
            id
            kind
            at
            changes {
              path
            }
            ...ShownEvent
          }
        }
        pageInfo {
          hasPreviousPage
        }
      }
    }
  }
`)

type Data = NonNullable<TimelineData['case']>
type Comment = Data['comments']['edges'][number]['node']
type Event = Data['history']['edges'][number]['node']

interface Properties {
  of: { id: string; fields: readonly { name: string; label: string }[] }
}

/** The entries are items of a list, which screen readers count. */
const asList = { primer_react_timeline_list_semantics: true }

/** Comments and changes together, newest first. */
export function Timeline({ of }: Properties) {
  return (
    <section aria-labelledby="timeline">
      <Heading as="h3" variant="small" id="timeline">
        Timeline
      </Heading>
      <FeatureFlags flags={asList}>
        <TimelinePage of={of} start={{ comments: null, events: null }} />
      </FeatureFlags>
    </section>
  )
}

function TimelinePage({ of, start }: Properties & { start: Position }) {
  const [{ data, error }] = useQuery({
    query: TimelineQuery,
    variables: { id: of.id, ...start },
    requestPolicy: 'cache-and-network',
  })
  const [isContinued, setContinued] = useState(false)
  if (error) return <RequestProblem error={error} />
  if (!data?.case) return <Spinner />
  const { entries, next } = mergePage<Comment, Event>(data.case.comments, data.case.history, start)
  return (
    <>
      <TimelineList>
        {entries.map((entry) =>
          'comment' in entry ? (
            <CommentEntry key={entry.comment.id} comment={entry.comment} />
          ) : (
            isShown(entry.event) && <EventEntry key={entry.event.id} of={of} event={entry.event} />
          ),
        )}
      </TimelineList>
      {next && !isContinued && <Button onClick={() => setContinued(true)}>Show older</Button>}
      {next && isContinued && <TimelinePage of={of} start={next} />}
    </>
  )
}

/** An event that only added comments says no more than they do. */
function isShown({ kind, changes }: Event): boolean {
  return changes.length > 0 || kind === 'IMPORTED' || kind === 'CREATED'
}

function CommentEntry({ comment: { text, internal, createdAt, editedAt, author } }: { comment: Comment }) {
  return (
    <TimelineList.Item>
      <TimelineList.Badge>
        <CommentIcon />
      </TimelineList.Badge>
      <TimelineList.Body>
        <Stack direction="horizontal" gap="condensed" align="center">
          <span className="faint">
            <strong>{author.firstname}</strong>, <Instant at={createdAt} />
            {editedAt && ', edited'}
          </span>
          {internal && <Label variant="attention">Operators only</Label>}
        </Stack>
        <p className="text">{text}</p>
      </TimelineList.Body>
    </TimelineList.Item>
  )
}

function EventEntry({ of, event }: Properties & { event: Event }) {
  return (
    <TimelineList.Item condensed>
      <TimelineList.Badge>
        <HistoryIcon />
      </TimelineList.Badge>
      <TimelineList.Body>
        <EventText of={event} fields={of.fields} />
      </TimelineList.Body>
    </TimelineList.Item>
  )
}
