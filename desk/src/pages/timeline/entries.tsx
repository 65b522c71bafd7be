import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { Button } from '../../ui/elements/button'
import { Skeleton } from '../../ui/display/skeleton'
import { RequestProblem } from '../../ui/form/problems/problem-list'
import { type FragmentType, graphql, unmask } from '../../gql'
import type { CommentPageFragment, EventPageFragment } from '../../gql/graphql'
import { ShownComment } from './messages/comment-entry'
import { useWhole } from './printable'
import { mergePage, type Moment, moments, type PageStart } from './timeline-page'

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
        touchpoint
        actor {
          firstname
          email
        }
        changes {
          path
          from
          to
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
export const LatestEntries = graphql(`
  fragment LatestEntries on Case {
    id
    version
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

type Comment = CommentPageFragment['edges'][number]['node']
export type Event = EventPageFragment['edges'][number]['node']

/** The comments that are loaded with a case, oldest first. */
export function latestComments(of: FragmentType<typeof LatestEntries>) {
  const { edges } = unmask(CommentPage, unmask(LatestEntries, of).comments)
  return edges.map(({ node }) => unmask(ShownComment, node))
}

/** The people who have changed a case lately or written to it, and the addresses of those to whom it was assigned. */
export function latestPeople(of: FragmentType<typeof LatestEntries>) {
  const { edges } = unmask(EventPage, unmask(LatestEntries, of).history)
  const changes = edges.flatMap(({ node }) => node.changes)
  const assigned = changes.filter(({ path }) => path[0] === 'assignee').flatMap(({ from, to }) => [from, to])
  return {
    people: [...latestComments(of).map(({ author }) => author), ...edges.flatMap(({ node }) => node.actor ?? [])],
    assigned: assigned.filter((email) => typeof email === 'string'),
  }
}

/** The last change of a case. */
export function latestEvent(of: FragmentType<typeof LatestEntries>): Event | undefined {
  return unmask(EventPage, unmask(LatestEntries, of).history).edges.at(-1)?.node
}

interface Shown {
  /** Shows an entry. */
  children: (entry: Moment<Comment, Event>) => ReactNode
}

/** Comments and changes together, in the order of time, the latest page of them first. */
export function Entries({ of, ...shown }: Shown & { of: FragmentType<typeof LatestEntries> }) {
  const { id, version, comments, history } = unmask(LatestEntries, of)
  const start = { comments: null, events: null }
  return <EntryPage {...shown} id={id} version={version} comments={comments} events={history} start={start} />
}

interface OlderProperties extends Shown {
  id: string
  version: number
  start: PageStart
}

interface PageProperties extends OlderProperties {
  comments: FragmentType<typeof CommentPage>
  events: FragmentType<typeof EventPage>
}

/** A page of entries, after those that are older. */
function EntryPage({ comments, events, start, ...properties }: PageProperties) {
  const [isContinued, setContinued] = useState(false)
  const { entries, next } = mergePage(unmask(CommentPage, comments), unmask(EventPage, events), start)
  const isShown = useWhole(next) || isContinued
  return (
    <>
      {next && !isShown && <ShowOlder onShow={() => setContinued(true)} />}
      {next && isShown && <OlderEntries {...properties} start={next} />}
      <ol className="stack wide entries">
        {moments(entries.toReversed().filter(hasText), changer).map((entry) => (
          <Fragment key={'comment' in entry ? entry.comment.id : entry.events[0]?.id}>
            {properties.children(entry)}
          </Fragment>
        ))}
      </ol>
    </>
  )
}

function OlderEntries({ id, version, start, ...shown }: OlderProperties) {
  const [{ data, error }, load] = useQuery({ query: OlderEntriesQuery, variables: { id, ...start } })
  const loaded = data?.case?.version ?? version
  // Others edit and remove old comments too.
  useEffect(() => {
    if (loaded < version) load({ requestPolicy: 'network-only' })
  }, [loaded, version, load])
  if (error) return <RequestProblem error={error} />
  if (!data?.case) return <Skeleton rows={3} />
  const { comments, history } = data.case
  return <EntryPage {...shown} id={id} version={version} comments={comments} events={history} start={start} />
}

/** Who has changed values, and where. */
function changer({ kind, actor, touchpoint }: Event): string | undefined {
  const isChange = kind === 'UPDATED' || kind === 'ASSIGNED' || kind === 'UNASSIGNED'
  return isChange ? `${actor?.firstname} ${actor?.email} ${touchpoint}` : undefined
}

/** An event that only added comments says no more than they do, unless they are gone. */
function hasText(entry: { comment: Comment } | { event: Event }): boolean {
  if ('comment' in entry) return true
  const { kind, changes, comments } = entry.event
  return changes.length > 0 || kind === 'IMPORTED' || kind === 'CREATED' || comments.length === 0
}

/** How far below the top of what is seen the end of what is loaded may be, in pixels. */
const nearPx = 600

/** Loads what is older: at the press of the button, and when somebody scrolls up to it. */
function ShowOlder({ onShow }: { onShow: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const show = useEffectEvent(onShow)
  useEffect(() => {
    const conversation = button.current?.closest('.conversation')
    let top = conversation?.scrollTop ?? 0
    let pageTop = window.scrollY
    function check() {
      const isUpwards = (conversation?.scrollTop ?? 0) < top || window.scrollY < pageTop
      top = conversation?.scrollTop ?? 0
      pageTop = window.scrollY
      const { bottom = -Infinity } = button.current?.getBoundingClientRect() ?? {}
      if (isUpwards && bottom > -nearPx) show()
    }
    // Scrolling does not bubble.
    window.addEventListener('scroll', check, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', check, { capture: true })
  }, [])
  return (
    <Button ref={button} size="small" onClick={onShow}>
      Show older
    </Button>
  )
}
