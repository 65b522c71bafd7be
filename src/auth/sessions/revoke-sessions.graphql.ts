import { ContextObject } from '../../cases/case.graphql.ts'
import { builder, rootBuilder } from '../../graphql/builder.ts'
import { defineOperationError } from '../../graphql/operation-errors.ts'
import { revokeSessions, type RevokeSessionsResult } from './revoke-sessions.ts'
import { revokeSessionsErrors } from './session.errors.ts'

const RevokeSessionsInput = builder.inputType('RevokeSessionsInput', {
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
})

const RevokeSessionsPayload = builder
  .objectRef<Extract<RevokeSessionsResult, { revoked: number }>>('RevokeSessionsPayload')
  .implement({
    description: 'Returned by `revokeSessions` if it succeeds.',
    fields: (t) => ({
      context: t.field({
        type: ContextObject,
        description: 'The session of the request.',
        resolve: ({ viewer }) => viewer,
      }),
      revoked: t.exposeInt('revoked', {
        description: 'How many sessions were revoked. Sessions that had ended or were revoked before do not count.',
      }),
    }),
  })

const RevokeSessionsError = defineOperationError('RevokeSessions', 'revokeSessions', revokeSessionsErrors)

const RevokeSessionsResultUnion = builder.unionType('RevokeSessionsResult', {
  description: 'How many sessions were revoked, or the problems that prevented it.',
  types: [RevokeSessionsPayload, RevokeSessionsError],
  resolveType: (result) => ('problems' in result ? RevokeSessionsError : RevokeSessionsPayload),
})

rootBuilder.mutationField('revokeSessions', (t) =>
  t.field({
    type: RevokeSessionsResultUnion,
    nullable: true,
    description:
      'Revokes sessions. They are rejected from the next request on. At most one of `sessionId`, `personId` and `touchpointCode` may be ' +
      'sent. If all sessions of a person or a touchpoint are revoked, JWTs that were issued before are rejected. ' +
      'Login: operator, party, consumer or admin.',
    extensions: { cost: 20 },
    args: {
      input: t.arg({ type: RevokeSessionsInput, required: true, description: 'The sessions to revoke.' }),
    },
    resolve: (_root, { input }, context) => revokeSessions(context, input),
  }),
)
