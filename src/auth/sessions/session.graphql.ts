import { touchpointField } from '../../catalogue/catalogue.graphql.ts'
import { builder, describedEnum } from '../../graphql/schema/builder.ts'
import { exposed } from '../../graphql/schema/exposed.ts'
import { NodeInterface } from '../../graphql/schema/node.ts'
import { nodeId } from '../../node-id.ts'
import { PersonObject, LoginKindEnum } from '../../people/people.graphql.ts'
import { sessionColumns, type SessionRow } from './stored-sessions.ts'
import { connectionTypes, resolveConnection } from '../../graphql/schema/connection.ts'
import { ViewerObject } from '../../people/viewer.graphql.ts'
import { isSessionKey, readCurrentSession, sessionsOf } from './read-sessions.ts'
import { defineMutation } from '../../graphql/schema/mutation.ts'
import { contextField } from '../context.graphql.ts'
import { createSession } from './create-session.ts'
import { createSessionErrors, revokeSessionsErrors } from './session.errors.ts'
import { revokeSessions } from './revoke-sessions.ts'

const SessionOriginEnum = describedEnum('SessionOrigin', 'How a session began.', {
  SECRET: 'Created with a secret of the touchpoint, by `createSession`.',
  ISSUER: 'Began with a JWT of a configured issuer.',
  COMMAND: 'Created by the command line or an import.',
  PASSKEY: 'Began when the person signed in to the desk with a passkey.',
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
    touchpoint: t.field(touchpointField('The touchpoint that sends the requests.')),
    origin: t.expose('origin', { type: SessionOriginEnum, description: 'How the session began.' }),
    ...exposed(t, sessionColumns, {
      createdAt: 'When the session was created.',
      lastUsedAt: 'When the session was last used, to the minute. Null if it was never used.',
      expiresAt: 'When the session ends at the latest. Null if it does not end.',
      idleExpiresAt: 'When the session ends if it is not used. Null if it has no idle limit.',
    }),
    current: t.boolean({
      description: 'Whether this is the session of the request.',
      resolve: ({ tokenHash }, _args, { credentials }) => tokenHash === credentials?.tokenHash,
    }),
  }),
})

builder.objectFields(ViewerObject, (t) => ({
  session: t.field({
    type: SessionObject,
    description: 'The session of the request.',
    extensions: { cost: 10 },
    resolve: (_viewer, _args, context) => readCurrentSession(context),
  }),
  sessions: t.connection(
    {
      type: SessionObject,
      description: 'The valid sessions of the caller, most recently used first.',
      extensions: { cost: 10, isKey: isSessionKey },
      resolve: ({ personId }, args, { services }) => resolveConnection(args, sessionsOf(services.database, personId)),
    },
    ...connectionTypes('Session', 'A session', 'sessions'),
  ),
}))

defineMutation('createSession', {
  description:
    'Logs a person in. Send the headers `Service-Touchpoint` and `Service-Secret` instead of a session token. No ' +
    'other operation accepts the secret.',
  input: builder.inputType('CreateSessionInput', {
    description: 'The person to log in.',
    fields: (t) => ({
      login: t.field({
        type: LoginKindEnum,
        required: true,
        description: 'The login kind of the person. The touchpoint must be allowed to create sessions of this kind.',
      }),
      email: t.string({ required: true, description: 'The email address of the person.' }),
      expiresIn: t.int({
        description: 'The lifetime in seconds, from 60 to the configured maximum. By default, the maximum.',
      }),
      firstname: t.string({
        description:
          'The first name of a person who does not exist yet, with 1 to 200 characters. The person is registered if the ' +
          'touchpoint registers persons of this login kind. A person who exists keeps the first name.',
      }),
    }),
  }),
  argument: 'The person to log in.',
  payload: (t) => ({
    context: contextField(t, 'The person who is logged in.'),
    token: t.exposeString('token', {
      description: 'The session token. It is shown once: the service stores only its hash.',
    }),
    session: t.expose('session', { type: SessionObject, description: 'The new session.' }),
  }),
  result: 'The new session, or the problems that prevented it.',
  errors: createSessionErrors,
  resolve: createSession,
})

defineMutation('revokeSessions', {
  description:
    'Revokes sessions. They are rejected from the next request on. At most one of `sessionId`, `personId` and `touchpointCode` may be ' +
    'sent. If all sessions of a person or a touchpoint are revoked, JWTs that were issued before are rejected. ' +
    'Login: operator, party, consumer or admin.',
  input: builder.inputType('RevokeSessionsInput', {
    description: 'The sessions to revoke. By default, all sessions of the caller.',
    fields: (t) => ({
      sessionId: t.id({
        description: 'The ID or UUID of a session of the caller. "session:current" is the session of the request.',
      }),
      exceptCurrent: t.boolean({
        description: 'Whether to keep the session of the request, if all others are revoked.',
      }),
      personId: t.id({ description: 'Revokes all sessions of this person. Login: admin.' }),
      touchpointCode: t.string({ description: 'Revokes all sessions of this touchpoint. Login: admin.' }),
    }),
  }),
  argument: 'The sessions to revoke.',
  payload: (t) => ({
    context: contextField(t, 'The session of the request.'),
    revoked: t.exposeInt('revoked', {
      description: 'How many sessions were revoked. Sessions that had ended or were revoked before do not count.',
    }),
  }),
  result: 'How many sessions were revoked, or the problems that prevented it.',
  errors: revokeSessionsErrors,
  resolve: revokeSessions,
})
