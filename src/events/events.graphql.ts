import { CaseEventKindEnum, CaseEventObject } from '../cases/timeline/history.graphql.ts'
import { builder, rootBuilder } from '../graphql/schema/builder.ts'
import { checkCondition } from '../graphql/schema/connection.ts'
import { itemsOf } from '../feed/event-reader.ts'
import { openStream } from './open-stream.ts'
import { type EventFeed, readEvents } from './read-events.ts'
import type { EventItem } from '../feed/visibility/visible-events.ts'

export const CaseEventFilterInput = builder.inputType('CaseEventFilter', {
  description:
    'Conditions that events must all fulfil. An empty list matches no event. A code or the name of a group matches the case as it is ' +
    'now, and what the event replaced or set.',
  fields: (t) => ({
    caseId: t.idList({ description: 'Only events of one of these cases.' }),
    kind: t.field({ type: [CaseEventKindEnum], description: 'Only events of one of these kinds.' }),
    field: t.stringList({ description: 'Only events that changed one of these values, as in `HistoryFilter`.' }),
    typeCode: t.stringList({ description: 'Only events of cases with one of these type codes.' }),
    categoryCode: t.stringList({ description: 'Only events of cases with one of these category codes.' }),
    groupName: t.stringList({ description: 'Only events of cases that are assigned to one of these groups.' }),
    mine: t.boolean({
      description:
        'If true, only events of cases that are assigned to the caller or to a group of the caller, or that concern the caller.',
    }),
    exceptOwn: t.boolean({ description: 'If true, leaves out the events that the caller caused.' }),
  }),
})

export const CaseEventItemObject = builder.objectRef<EventItem>('CaseEventItem').implement({
  description: 'An event, and the cursor after it.',
  fields: (t) => ({
    cursor: t.string({
      description: 'The cursor after the event. Pass it as `after` to continue there.',
      resolve: async ({ position }, _args, { services }) => (await services.feedCursors.load()).format(position),
    }),
    event: t.expose('event', { type: CaseEventObject, description: 'The event.' }),
  }),
})

const CaseEventFeedObject = builder.objectRef<EventFeed>('CaseEventFeed').implement({
  description: 'Events in the order in which they were committed.',
  fields: (t) => ({
    items: t.expose('items', { type: [CaseEventItemObject], description: 'The events with their cursors.' }),
    endCursor: t.exposeString('endCursor', {
      description: 'The cursor with which the next request continues, even if there is no item.',
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether more may follow at once.' }),
  }),
})

const after =
  'Only events after this cursor. Without it, from the oldest event that is kept. "latest" stands for the cursor of now.'

rootBuilder.queryField('caseEvents', (t) =>
  t.field({
    type: CaseEventFeedObject,
    nullable: true,
    description:
      'The events of the cases that the caller may see, in the order in which they were committed. Whether the caller may see one is ' +
      'judged when it is returned. An event that took the case away from the caller has no case and no changes. Parties see the events ' +
      'of their own cases. Consumers and admins see none. Login: operator, party, consumer or admin.',
    // A variable counts as the maximum. What more events need is limited by the size of the response. Reading positions costs, too.
    extensions: { cost: 70, pageCost: 4, pageSize: { byDefault: 100, maximum: 100 } },
    args: {
      filter: t.arg({ type: CaseEventFilterInput, description: 'Conditions that the events must fulfil.' }),
      after: t.arg.string({ description: after }),
      first: t.arg.int({
        defaultValue: 100,
        description: 'Returns up to this many events. Must be from 1 to 1000.',
        extensions: { jsonSchema: { minimum: 1, maximum: 1000 } },
      }),
    },
    resolve(_root, args, context) {
      checkCondition(['filter'], args.filter)
      return readEvents(context, args)
    },
  }),
)

rootBuilder.subscriptionField('caseEvents', (t) =>
  t.field({
    type: CaseEventItemObject,
    nullable: true,
    description:
      'The same events as those of the query, as they are committed. The stream ends when the session does, when the service stops, and ' +
      'when its reader is too slow: continue after the last cursor. If you have none yet, continue after the `endCursor` ' +
      'that you queried before you subscribed, never with "latest". Login: operator, party, consumer or admin.',
    extensions: { cost: 270 },
    args: {
      filter: t.arg({ type: CaseEventFilterInput, description: 'Conditions that the events must fulfil.' }),
      after: t.arg.string({ description: after }),
    },
    async subscribe(_root, args, context) {
      checkCondition(['filter'], args.filter)
      const { parts, closing } = await openStream(context, args)
      context.stream = closing
      return itemsOf(parts)
    },
    resolve: (item) => item,
  }),
)
