import { auditActions } from './audit-actions.ts'
import { ChangedValueObject } from './changed-value.graphql.ts'
import { builder, rootBuilder } from '../graphql/schema/builder.ts'
import { connectionTypes, idKeys, resolveConnection } from '../graphql/schema/connection.ts'
import { NodeInterface } from '../graphql/schema/node.ts'
import { nodeId } from '../node-id.ts'
import { PersonObject } from '../people/people.graphql.ts'
import { type AuditEvent, auditList } from './read-audit.ts'

const AuditActionEnum = builder.enumType('AuditAction', {
  description: 'The kind of an audit event.',
  values: auditActions,
})

export const AuditEventObject = builder.objectRef<AuditEvent>('AuditEvent').implement({
  description: 'A record of an administrative action, for example a change of the configuration.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the event, for example "audit:1".',
      resolve: ({ id }) => nodeId('audit', id),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When the action was performed.' }),
    actor: t.field({
      type: PersonObject,
      nullable: true,
      description: 'The person who performed the action. Null for the command line and imports.',
      resolve: ({ actorId }) => actorId,
    }),
    touchpoint: t.exposeString('touchpointCode', {
      nullable: true,
      description: 'The code of the touchpoint of the request. Null for the command line and imports.',
    }),
    action: t.expose('action', { type: AuditActionEnum, description: 'What was done.' }),
    target: t.exposeString('target', {
      description:
        'The target of the action, for example "status:Open", "touchpoint:web", "group:3" or "person:7". It is an ID if ' +
        'the target has one.',
    }),
    changes: t.expose('changes', {
      type: [ChangedValueObject],
      description: 'The values that changed. They contain no secrets, and no data of a person who was erased.',
      extensions: { items: 5, bytes: 10_000 },
    }),
  }),
})

rootBuilder.queryField('auditEvents', (t) =>
  t.connection(
    {
      type: AuditEventObject,
      nullable: true,
      description: 'The audit events, latest first. Login: admin.',
      extensions: { cost: 10, isKey: idKeys.isKey },
      args: {
        target: t.arg.string({ description: 'Returns only events with this target, for example "touchpoint:web".' }),
        action: t.arg({
          type: [AuditActionEnum],
          description: 'Returns only events with these actions. An empty list matches none.',
        }),
        actorEmail: t.arg.string({ description: 'Returns only events of persons with this email address.' }),
        changedAfter: t.arg({ type: 'DateTime', description: 'Returns only events after this time.' }),
        changedBefore: t.arg({ type: 'DateTime', description: 'Returns only events before this time.' }),
      },
      async resolve(_root, { target, action, actorEmail, changedAfter, changedBefore, ...args }, context) {
        const list = await auditList(context, { target, action, actorEmail, changedAfter, changedBefore })
        return resolveConnection<AuditEvent>(args, { ...idKeys, ...list })
      },
    },
    ...connectionTypes('AuditEvent', 'An audit event', 'audit events'),
  ),
)
