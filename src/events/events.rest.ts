import { readArgument, textParameter } from '../rest/query-parameters.ts'
import { readRoute } from '../rest/read-route.ts'
import { sendBody } from '../rest/tagged-response.ts'
import { eventStream } from './event-stream.rest.ts'
import { eventBody, itemSelection, type SelectedItem } from '../feed/event.rest.ts'

interface Feed {
  items: SelectedItem[]
  endCursor: string
  hasMore: boolean
}

export const eventsRoute = readRoute({
  operation: 'caseEvents',
  waits: true,
  stream: eventStream,
  path: '/api/v4/events',
  summary: 'Follow the changes to cases',
  items: 'events',
  types: {
    Case: { name: 'CaseOfEvent' },
    CaseEvent: { name: 'FollowedEvent' },
    CaseComment: { name: 'CommentOfEvent' },
  },
  document: `
query CaseEvents($filter: CaseEventFilter, $after: String, $first: Int) {
  caseEvents(filter: $filter, after: $after, first: $first) {
    items { ${itemSelection} }
    endCursor
    hasMore
  }
}`,
  toVariables: ({ query, schema }) => ({
    filter: readArgument(schema, query, 'filter', 'CaseEventFilter'),
    after: textParameter(query, 'after'),
    first: readArgument(schema, query, 'first', 'Int'),
  }),
  send(reply, { data }) {
    const { items, ...page } = (data ?? {})['caseEvents'] as Feed
    const events = items.map(({ cursor, event }) => ({ cursor, ...eventBody(event) }))
    return sendBody(reply, { events, ...page })
  },
})
