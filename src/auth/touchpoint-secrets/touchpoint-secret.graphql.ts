import { builder } from '../../graphql/schema/builder.ts'
import { exposed } from '../../graphql/schema/exposed.ts'
import { nodeId } from '../../node-id.ts'
import {
  type IssuedSecret,
  issueTouchpointSecret,
  revokeTouchpointSecret,
  secretColumns,
} from './touchpoint-secrets.ts'
import { defineMutation } from '../../graphql/schema/mutation.ts'
import { contextField } from '../context.graphql.ts'
import { touchpointSecretErrors } from './touchpoint-secret.errors.ts'

export const TouchpointSecretObject = builder
  .objectRef<IssuedSecret['touchpointSecret']>('TouchpointSecret')
  .implement({
    description: 'A valid secret of a touchpoint, with which it creates sessions. Only its hash is stored.',
    fields: (t) => ({
      id: t.id({
        description: 'The ID of the secret, for example "secret:3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11".',
        resolve: ({ id }) => nodeId('secret', id),
      }),
      ...exposed(t, secretColumns, {
        createdAt: 'When the secret was issued.',
        lastUsedAt: 'When the secret was last used, to the minute. Null if it was never used.',
      }),
    }),
  })

defineMutation('issueTouchpointSecret', {
  description:
    'Issues a secret for a touchpoint and returns it once. A touchpoint has at most two valid secrets, so that one can ' +
    'replace the other. Login: admin.',
  input: builder.inputType('IssueTouchpointSecretInput', {
    description: 'The touchpoint that the secret is for.',
    fields: (t) => ({
      touchpointCode: t.string({ required: true, description: 'The code of the touchpoint.' }),
    }),
  }),
  argument: 'The touchpoint.',
  payload: (t) => ({
    context: contextField(t, 'The session of the request.'),
    secret: t.exposeString('secret', {
      description: 'The secret. It is returned only once: the database stores only its hash.',
    }),
    touchpointSecret: t.expose('touchpointSecret', {
      type: TouchpointSecretObject,
      description: 'What is stored about the secret.',
    }),
  }),
  result: 'The issued secret, or the problems that prevented it.',
  errors: touchpointSecretErrors.issueTouchpointSecret,
  resolve: issueTouchpointSecret,
})

defineMutation('revokeTouchpointSecret', {
  description: 'Revokes a secret permanently. The sessions that it created stay valid. Safe to repeat. Login: admin.',
  input: builder.inputType('RevokeTouchpointSecretInput', {
    description: 'The secret to revoke.',
    fields: (t) => ({
      secretId: t.id({ required: true, description: 'The ID of the secret, or the UUID in it.' }),
      touchpointCode: t.string({
        description:
          'The code of the touchpoint that the secret belongs to. If sent, a secret of another touchpoint is rejected.',
      }),
    }),
  }),
  argument: 'The secret.',
  payload: (t) => ({ context: contextField(t, 'The session of the request.') }),
  result: 'A confirmation, or the problems that prevented the revocation.',
  errors: touchpointSecretErrors.revokeTouchpointSecret,
  resolve: revokeTouchpointSecret,
})
