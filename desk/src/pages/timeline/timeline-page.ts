/** A page from the end of a list, oldest first, as the service returns it. */
interface LatestPage<Item> {
  edges: readonly { cursor: string; node: Item }[]
  pageInfo: { hasPreviousPage: boolean }
}

/** Where the page before ends in each of the two lists. Null at the start. */
export interface PageStart {
  comments: string | null
  events: string | null
}

type Entry<Comment, Event> = { comment: Comment } | { event: Event }

/** Changes that one person has made in a moment are shown together. */
export type Moment<Comment, Event> = { comment: Comment } | { events: readonly Event[] }

/** Longer pauses are between two moments. */
const momentMs = 60_000

/** Puts changes of one moment together. `who` is who has made a change. Undefined if the change stands for itself. */
export function moments<Comment, Event extends { at: string }>(
  entries: readonly Entry<Comment, Event>[],
  who: (event: Event) => string | undefined,
): Moment<Comment, Event>[] {
  const found: ({ comment: Comment } | { events: Event[] })[] = []
  for (const entry of entries) {
    const last = found.at(-1)
    const moment = last && 'events' in last ? last.events : []
    const before = moment.at(-1)
    if ('comment' in entry) found.push(entry)
    else if (before && isSameMoment(before, entry.event, who)) moment.push(entry.event)
    else found.push({ events: [entry.event] })
  }
  return found
}

function isSameMoment<Event extends { at: string }>(
  one: Event,
  other: Event,
  who: (event: Event) => string | undefined,
): boolean {
  const isNear = Math.abs(Date.parse(one.at) - Date.parse(other.at)) < momentMs
  return isNear && who(one) !== undefined && who(one) === who(other)
}

/**
 * Merges a page of comments with a page of events, newest first. It ends where one of the two pages ends, because what
 * is next in that list is not known yet. `next` is where the next page starts, null after the last one.
 */
export function mergePage<Comment extends { createdAt: string }, Event extends { at: string }>(
  comments: LatestPage<Comment>,
  events: LatestPage<Event>,
  start: PageStart,
): { entries: Entry<Comment, Event>[]; next: PageStart | null } {
  const entries: Entry<Comment, Event>[] = []
  const next = { ...start }
  let [c, e] = [comments.edges.length, events.edges.length]
  for (;;) {
    const comment = comments.edges[c - 1]
    const event = events.edges[e - 1]
    if ((!comment && comments.pageInfo.hasPreviousPage) || (!event && events.pageInfo.hasPreviousPage)) {
      return { entries, next }
    }
    // A comment stands above the event that added it.
    if (comment && (!event || comment.node.createdAt >= event.node.at)) {
      entries.push({ comment: comment.node })
      next.comments = comment.cursor
      c--
    } else if (event) {
      entries.push({ event: event.node })
      next.events = event.cursor
      e--
    } else return { entries, next: null }
  }
}
