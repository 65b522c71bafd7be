import { builder } from '../graphql/builder.ts'
import { resolveConnection } from '../graphql/connection.ts'
import { PersonObject } from '../people/people.graphql.ts'
import { loadBudget } from '../graphql/response-size.ts'
import type { EventRow } from './event-pages.ts'
import { CaseObject } from './case.graphql.ts'
import type { ChangedValue } from './write-change.ts'

const CaseEventKindEnum = builder.enumType('CaseEventKind', {
  description: 'The kind of change that an event records.',
  values: {
    IMPORTED: { description: 'The case was imported from a file.' },
    UPDATED: { description: 'The codes, status, resolution, case data or comments were changed by `updateCase`.' },
    ASSIGNED: { description: 'The case was assigned by `assignCase`.' },
  },
})

const ChangedValueObject = builder.objectRef<ChangedValue>('ChangedValue').implement({
  description: 'A value of the case that an event changed.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description: 'The location of the value, for example ["status"], ["assignee"] or ["caseData", "severity"].',
    }),
    from: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value before the change. Null if there was none.',
      resolve: ({ from }) => from,
    }),
    to: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value after the change. Null if there is none.',
      resolve: ({ to }) => to,
    }),
  }),
})

const CaseEventObject = builder.objectRef<EventRow>('CaseEvent').implement({
  description: 'A change to a case.',
  fields: (t) => ({
    sequence: t.exposeInt('version', { description: 'The version of the case after the change.' }),
    kind: t.field({ type: CaseEventKindEnum, description: 'The kind of change.', resolve: ({ kind }) => kind }),
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
    at: t.field({ type: 'DateTime', description: 'When the change was made.', resolve: ({ at }) => at }),
    changes: t.field({
      type: [ChangedValueObject],
      description: 'The values that changed. Empty if the change only added comments.',
      extensions: { items: 5, bytes: 1_000 },
      resolve: ({ changes }) => changes,
    }),
  }),
})

builder.objectField(CaseObject, 'history', (t) =>
  t.connection(
    {
      type: CaseEventObject,
      description: 'The changes to the case, oldest first, 20 per page by default.',
      extensions: { cost: 10 },
      resolve: ({ id }, args, context, info) =>
        resolveConnection(args, {
          keyLength: 1,
          keyOf: ({ version }: EventRow) => [version],
          load: (page) =>
            context.eventLoader.load({ caseId: id, internal: false, page, budget: loadBudget(context, info) }),
        }),
    },
    {
      name: 'CaseEventConnection',
      description: 'A page of events.',
      edgesField: { description: 'The events on this page with their cursors.' },
    },
    {
      name: 'CaseEventEdge',
      description: 'An event and its cursor.',
    },
  ),
)
