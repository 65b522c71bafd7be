import { canSeeInternal } from '../../viewer/viewer.ts'
import { ChangedValueObject } from '../../audit/changed-value.graphql.ts'
import { builder, describedEnum } from '../../graphql/schema/builder.ts'
import { connectionTypes, isKeyOfIntegers, resolveConnection } from '../../graphql/schema/connection.ts'
import { NodeInterface } from '../../graphql/schema/node.ts'
import { nodeId } from '../../node-id.ts'
import { PersonObject } from '../../people/people.graphql.ts'
import { asSeenByParties, eventPages, type EventRow, filteredEventPages, filterOf } from './event-pages.ts'
import { listOf } from './page-loader.ts'
import { listOfCase } from './page-loader.ts'
import { CaseObject } from '../case.graphql.ts'
import { CommentObject } from './comments.graphql.ts'
import { eventKindDescriptions } from '../event-kinds.ts'
import { commentsOf } from './event-pages.ts'
import { visibleCase } from '../access/visible-case.ts'

const description = 'The kind of change that an event records.'
export const CaseEventKindEnum = describedEnum('CaseEventKind', description, eventKindDescriptions)

export const CaseEventObject = builder.objectRef<EventRow>('CaseEvent').implement({
  description: 'A change to a case.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the event, for example "event:1001:1".',
      resolve: ({ caseId, version }) => nodeId('event', caseId, version),
    }),
    sequence: t.exposeInt('version', { description: 'The version of the case after the change.' }),
    kind: t.expose('kind', { type: CaseEventKindEnum, description: 'The kind of change.' }),
    actor: t.field({
      type: PersonObject,
      nullable: true,
      description: 'The person who made the change. Null for an import.',
      resolve: ({ actorId }) => actorId,
    }),
    touchpoint: t.exposeString('touchpointCode', {
      nullable: true,
      description: 'The code of the touchpoint that the change came through. Null for an import.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When the change was made.' }),
    changes: t.field({
      type: [ChangedValueObject],
      description:
        'The values that changed. Empty if the change only added comments. An assignee is given by email address; ' +
        'parties see the first name instead. The path of an edited or removed comment contains its ID, and only ' +
        'operators see its texts: `from` and `to` are null for parties.',
      // Two texts of a comment.
      extensions: { items: 5, bytes: 80_000 },
      resolve: ({ changes }, _args, { viewer, services }) =>
        canSeeInternal(viewer) ? changes : asSeenByParties(services.database, changes),
    }),
    caseId: t.exposeID('caseId', { description: 'The ID of the case.' }),
    case: t.field({
      type: CaseObject,
      nullable: true,
      description: 'The case as it is now. Null if the caller can no longer see it.',
      extensions: { cost: 10 },
      resolve: (event, _args, context) => (event.case === undefined ? visibleCase(context, event.caseId) : event.case),
    }),
    internal: t.exposeBoolean('internal', { description: 'Whether only operators see the event.' }),
    comments: t.field({
      type: [CommentObject],
      description: 'The comments that the event added and that the caller may see.',
      extensions: { cost: 10, items: 2 },
      resolve: (event, _args, context) => commentsOf(context, event),
    }),
  }),
})

const HistoryFilterInput = builder.inputType('HistoryFilter', {
  description: 'Conditions that events must all fulfil. An empty list matches no event.',
  fields: (t) => ({
    kind: t.field({ type: [CaseEventKindEnum], description: 'Only events of one of these kinds.' }),
    field: t.stringList({
      description:
        'Only events that changed one of these values: the parts of a path joined by dots, for example "status" or ' +
        '"caseData.severity". The first part is enough: "caseData" matches every field, and "comments" every edited or ' +
        'removed comment. Added comments are not among the changes of an event.',
    }),
    actorEmail: t.string({
      description:
        'Only events of the person with this email address. For parties, only their own address matches any event.',
    }),
    changedAfter: t.field({ type: 'DateTime', description: 'Only events after this time.' }),
    changedBefore: t.field({ type: 'DateTime', description: 'Only events before this time.' }),
  }),
})

const isKey = isKeyOfIntegers(1)

builder.objectField(CaseObject, 'history', (t) =>
  t.connection(
    {
      type: CaseEventObject,
      description:
        'The changes to the case, oldest first, 20 per page by default. ' +
        'Parties do not see changes that concern only internal comments.',
      extensions: { cost: 10, isKey },
      args: { filter: t.arg({ type: HistoryFilterInput, description: 'Conditions that the events must fulfil.' }) },
      async resolve(row, args, { viewer, services: { database }, responseBudget }) {
        const filter = args.filter && (await filterOf(database, args.filter, viewer))
        const list = { ...listOf(row, viewer), ...(filter && { filter }) }
        return resolveConnection(args, {
          isKey,
          keyOf: ({ version }: EventRow) => [version],
          ...listOfCase(database, filter ? filteredEventPages : eventPages, list, responseBudget),
        })
      },
    },
    ...connectionTypes('CaseEvent', 'An event', 'events'),
  ),
)
