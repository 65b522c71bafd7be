import { fromCatalogue } from '../../catalogue/catalogue-of.ts'
import { TouchpointObject } from '../../catalogue/catalogue.graphql.ts'
import { builder } from '../../graphql/builder.ts'
import { nodeId, NodeInterface } from '../../graphql/node.ts'
import { PersonObject } from '../../people/people.graphql.ts'
import type { SessionRow } from './stored-sessions.ts'

const SessionOriginEnum = builder.enumType('SessionOrigin', {
  description: 'How a session began.',
  values: {
    SECRET: { description: 'Created with a secret of the touchpoint, by `createSession`.' },
    ISSUER: { description: 'Began with a JWT of a configured issuer.' },
    COMMAND: { description: 'Created by the command line or an import.' },
  },
})

export const SessionObject = builder.objectRef<SessionRow>('Session').implement({
  description: 'A login of a person at a touchpoint.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the session, for example "session:3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11".',
      resolve: ({ id }) => nodeId('session', id),
    }),
    person: t.field({
      type: PersonObject,
      description: 'The person who is logged in.',
      resolve: ({ personId }) => personId,
    }),
    touchpoint: t.field({
      type: TouchpointObject,
      description: 'The touchpoint that sends the requests.',
      resolve: ({ touchpointCode }, _args, context) =>
        fromCatalogue(context, ({ touchpoints }) => touchpoints.get(touchpointCode)!),
    }),
    origin: t.field({
      type: SessionOriginEnum,
      description: 'How the session began.',
      resolve: ({ origin }) => origin,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the session was created.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session was last used, to the minute. Null if it was never used.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session ends at the latest. Null if it does not end.',
    }),
    idleExpiresAt: t.expose('idleExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session ends if it is not used. Null if it has no idle limit.',
    }),
    current: t.boolean({
      description: 'Whether this is the session of the request.',
      resolve: ({ tokenHash }, _args, { credentials }) => tokenHash === credentials?.tokenHash,
    }),
  }),
})
