import { ContextObject } from '../../cases/case.graphql.ts'
import { builder, rootBuilder } from '../../graphql/builder.ts'
import { defineOperationError } from '../../graphql/operation-errors.ts'
import {
  issueTouchpointSecret,
  type IssueTouchpointSecretResult,
  revokeTouchpointSecret,
  type RevokeTouchpointSecretResult,
} from './manage-touchpoint-secrets.ts'
import { touchpointSecretErrors } from './touchpoint-secret.errors.ts'
import { TouchpointSecretObject } from './touchpoint-secret.graphql.ts'

const IssueTouchpointSecretInput = builder.inputType('IssueTouchpointSecretInput', {
  description: 'The touchpoint that the secret is for.',
  fields: (t) => ({
    touchpointCode: t.string({ required: true, description: 'The code of the touchpoint.' }),
  }),
})

const IssueTouchpointSecretPayload = builder
  .objectRef<Exclude<IssueTouchpointSecretResult, { problems: unknown }>>('IssueTouchpointSecretPayload')
  .implement({
    description: 'Returned by `issueTouchpointSecret` if it succeeds.',
    fields: (t) => ({
      context: t.field({
        type: ContextObject,
        description: 'The session of the request.',
        resolve: ({ viewer }) => viewer,
      }),
      secret: t.exposeString('secret', {
        description: 'The secret. It is returned only once: the database stores only its hash.',
      }),
      touchpointSecret: t.expose('touchpointSecret', {
        type: TouchpointSecretObject,
        description: 'What is stored about the secret.',
      }),
    }),
  })

const IssueTouchpointSecretError = defineOperationError(
  'IssueTouchpointSecret',
  'issueTouchpointSecret',
  touchpointSecretErrors.issueTouchpointSecret,
)

const IssueTouchpointSecretResultUnion = builder.unionType('IssueTouchpointSecretResult', {
  description: 'The issued secret, or the problems that prevented it.',
  types: [IssueTouchpointSecretPayload, IssueTouchpointSecretError],
  resolveType: (result) => ('problems' in result ? IssueTouchpointSecretError : IssueTouchpointSecretPayload),
})

const RevokeTouchpointSecretInput = builder.inputType('RevokeTouchpointSecretInput', {
  description: 'The secret to revoke.',
  fields: (t) => ({
    secretId: t.id({ required: true, description: 'The ID of the secret, or the UUID in it.' }),
    touchpointCode: t.string({
      description:
        'The code of the touchpoint that the secret belongs to. If sent, a secret of another touchpoint is rejected.',
    }),
  }),
})

const RevokeTouchpointSecretPayload = builder
  .objectRef<Exclude<RevokeTouchpointSecretResult, { problems: unknown }>>('RevokeTouchpointSecretPayload')
  .implement({
    description: 'Returned by `revokeTouchpointSecret` if it succeeds.',
    fields: (t) => ({
      context: t.field({
        type: ContextObject,
        description: 'The session of the request.',
        resolve: ({ viewer }) => viewer,
      }),
    }),
  })

const RevokeTouchpointSecretError = defineOperationError(
  'RevokeTouchpointSecret',
  'revokeTouchpointSecret',
  touchpointSecretErrors.revokeTouchpointSecret,
)

const RevokeTouchpointSecretResultUnion = builder.unionType('RevokeTouchpointSecretResult', {
  description: 'A confirmation, or the problems that prevented the revocation.',
  types: [RevokeTouchpointSecretPayload, RevokeTouchpointSecretError],
  resolveType: (result) => ('problems' in result ? RevokeTouchpointSecretError : RevokeTouchpointSecretPayload),
})

rootBuilder.mutationFields((t) => ({
  issueTouchpointSecret: t.field({
    type: IssueTouchpointSecretResultUnion,
    nullable: true,
    description:
      'Issues a secret for a touchpoint and returns it once. A touchpoint has at most two valid secrets, so that one can ' +
      'replace the other. Login: admin.',
    extensions: { cost: 20 },
    args: {
      input: t.arg({ type: IssueTouchpointSecretInput, required: true, description: 'The touchpoint.' }),
    },
    resolve: (_root, { input }, context) => issueTouchpointSecret(context, input),
  }),
  revokeTouchpointSecret: t.field({
    type: RevokeTouchpointSecretResultUnion,
    nullable: true,
    description: 'Revokes a secret permanently. The sessions that it created stay valid. Safe to repeat. Login: admin.',
    extensions: { cost: 20 },
    args: {
      input: t.arg({ type: RevokeTouchpointSecretInput, required: true, description: 'The secret.' }),
    },
    resolve: (_root, { input }, context) => revokeTouchpointSecret(context, input),
  }),
}))
