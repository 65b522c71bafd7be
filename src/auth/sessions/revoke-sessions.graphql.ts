import { contextField } from '../context.graphql.ts'
import { builder } from '../../graphql/builder.ts'
import { defineMutation } from '../../graphql/mutation.ts'
import { revokeSessions } from './revoke-sessions.ts'
import { revokeSessionsErrors } from './session.errors.ts'

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
        description: 'Whether to keep the session of the request. Cannot be sent together with `sessionId`.',
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
