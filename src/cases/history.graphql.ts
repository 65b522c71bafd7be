import { builder } from '../graphql/builder.ts'
import { resolveConnection } from '../graphql/connection.ts'
import { PersonType } from '../people/people.graphql.ts'
import type { EventRow } from './case-pages.ts'
import { CaseType } from './case.graphql.ts'
import type { ChangedValue } from './write-change.ts'

const EventKind = builder.enumType('CaseEventKind', {
  description: 'What happened to a case.',
  values: {
    IMPORTED: { description: 'The case was taken over from a file.' },
    UPDATED: { description: 'Its codes, names, case data or comments were changed by updateCase.' },
    ASSIGNED: { description: 'It was assigned by assignCase.' },
  },
})

const ChangedValueType = builder.objectRef<ChangedValue>('ChangedValue').implement({
  description: 'One value of a case that an event replaced.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description: 'Which value: ["status"], ["assignee"] or, for example, ["caseData", "severity"].',
    }),
    from: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value before; null where there was none.',
      resolve: ({ from }) => from,
    }),
    to: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value after; null where there is none.',
      resolve: ({ to }) => to,
    }),
  }),
})

const CaseEventType = builder.objectRef<EventRow>('CaseEvent').implement({
  description: 'One change of a case.',
  fields: (t) => ({
    sequence: t.exposeInt('version', { description: 'The version that the event made of the case.' }),
    kind: t.field({ type: EventKind, description: 'What happened.', resolve: ({ kind }) => kind }),
    actor: t.field({
      type: PersonType,
      nullable: true,
      description: 'Who did it; null for an import.',
      resolve: ({ actor_id }) => actor_id,
    }),
    touchpoint: t.exposeString('touchpoint_code', {
      nullable: true,
      description: 'The code of the touchpoint over which it was done; null for an import.',
    }),
    at: t.field({ type: 'DateTime', description: 'When it was done.', resolve: ({ at }) => at }),
    changes: t.field({
      type: [ChangedValueType],
      description: 'The values that it replaced; empty where it only added comments.',
      extensions: { items: 5 },
      resolve: ({ changes }) => changes,
    }),
  }),
})

builder.objectField(CaseType, 'history', (t) =>
  t.connection(
    {
      type: CaseEventType,
      description: 'What happened to the case, oldest first, 20 a page.',
      extensions: { cost: 10 },
      resolve: (of, args, context) =>
        resolveConnection(args, {
          keyLength: 1,
          keyOf: ({ version }: EventRow) => [version],
          load: (page) => context.casePages.events(of.id, page),
        }),
    },
    {
      name: 'CaseEventConnection',
      description: 'A page of case events.',
      edgesField: { description: 'The events of this page with their cursors.' },
    },
    {
      name: 'CaseEventEdge',
      description: 'An event and its place in the list.',
    },
  ),
)
