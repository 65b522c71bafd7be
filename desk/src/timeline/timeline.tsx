import { Button } from '@primer/react'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import type { CaseWords } from './case-words'
import { CommentEntry } from './comment-entry'
import { EventText } from './event-text'
import { type FragmentType, graphql, unmask } from '../gql'
import type { EventPageFragment } from '../gql/graphql'
import type { CaseFormProperties } from '../change/open-case'
import { RequestProblem } from '../form/problem-list'
import { Skeleton } from '../display/skeleton'
import { useWhole } from './printable'
import { mergePage, type Position } from './timeline-page'

const CommentPage = graphql(`
  fragment CommentPage on CaseCommentConnection {
    edges {
      cursor
      node {
        id
        createdAt
        ...ShownComment
      }
    }
    pageInfo {
      hasPreviousPage
    }
  }
`)

const EventPage = graphql(`
  fragment EventPage on CaseEventConnection {
    edges {
      cursor
      node {
        id
        kind
        at
        changes {
          path
        }
        comments {
          id
        }
        ...ShownEvent
      }
    }
    pageInfo {
      hasPreviousPage
    }
  }
`)

/** Loaded together with the case, so that whatever loads it again shows new comments too. */
const LatestEntries = graphql(`
  fragment LatestEntries on Case {
    comments(last: 20) {
      ...CommentPage
    }
    history(last: 20) {
      ...EventPage
    }
  }
`)

const OlderEntriesQuery = graphql(`
  query OlderEntries($id: ID!, $comments: String, $events: String) {
    case(id: $id) {
      id
      version
      comments(last: 20, before: $comments) {
        ...CommentPage
      }
      history(last: 20, before: $events) {
        ...EventPage
      }
    }
  }
`)

/** What all entries of the timeline have in common. */
interface Properties {
  form: CaseFormProperties
  words: CaseWords
}

/** Comments and changes together, in the order of time. It begins at its end. */
export function Timeline({ form, words }: Properties) {
  const { comments, history } = unmask(LatestEntries, form.of)
  const start = { comments: null, events: null }
  return (
    <section id="conversation" className="conversation" aria-label="Conversation" tabIndex={-1}>
      <div>
        <Entries form={form} words={words} comments={comments} events={history} start={start} />
      </div>
    </section>
  )
}

interface EntriesProperties extends Properties {
  comments: FragmentType<typeof CommentPage>
  events: FragmentType<typeof EventPage>
  start: Position
}

/** A page of entries, after those that are older. */
function Entries({ form, words, comments, events, start }: EntriesProperties) {
  const [isContinued, setContinued] = useState(false)
  const { entries, next } = mergePage(unmask(CommentPage, comments), unmask(EventPage, events), start)
  const isShown = useWhole(next) || isContinued
  return (
    <>
      {next && !isShown && (
        <Button size="small" onClick={() => setContinued(true)}>
          Show older
        </Button>
      )}
      {next && isShown && <OlderEntries form={form} words={words} start={next} />}
      <ol className="entries">
        {entries
          .toReversed()
          .map((entry) =>
            'comment' in entry ? (
              <CommentEntry key={entry.comment.id} form={form} comment={entry.comment} />
            ) : (
              hasText(entry.event) && <EventEntry key={entry.event.id} words={words} event={entry.event} />
            ),
          )}
      </ol>
    </>
  )
}

function OlderEntries({ form, words, start }: Properties & { start: Position }) {
  const { id, version } = form.of
  const [{ data, error }, load] = useQuery({ query: OlderEntriesQuery, variables: { id, ...start } })
  const loaded = data?.case?.version ?? version
  // Others edit and remove old comments too.
  useEffect(() => {
    if (loaded < version) load({ requestPolicy: 'network-only' })
  }, [loaded, version, load])
  if (error) return <RequestProblem error={error} />
  if (!data?.case) return <Skeleton rows={3} />
  const { comments, history } = data.case
  return <Entries form={form} words={words} comments={comments} events={history} start={start} />
}

type Event = EventPageFragment['edges'][number]['node']

/** An event that only added comments says no more than they do, unless they are gone. */
function hasText({ kind, changes, comments }: Event): boolean {
  return changes.length > 0 || kind === 'IMPORTED' || kind === 'CREATED' || comments.length === 0
}

function EventEntry({ words, event }: { words: CaseWords; event: Event }) {
  return (
    <li className="event">
      <EventText of={event} words={words} />
    </li>
  )
}
