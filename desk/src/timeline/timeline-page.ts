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

export type Entry<Comment, Event> = { comment: Comment } | { event: Event }

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
