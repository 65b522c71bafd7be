import { ContextObject } from '../../cases/case.graphql.ts'
import { builder, rootBuilder } from '../../graphql/builder.ts'
import { defineOperationError } from '../../graphql/operation-errors.ts'
import { LoginKindEnum } from '../../people/people.graphql.ts'
import { createSession, type CreateSessionResult } from './create-session.ts'
import { createSessionErrors } from './session.errors.ts'
import { SessionObject } from './session.graphql.ts'

const CreateSessionInput = builder.inputType('CreateSessionInput', {
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
})

const CreateSessionPayload = builder
  .objectRef<Extract<CreateSessionResult, { token: string }>>('CreateSessionPayload')
  .implement({
    description: 'Returned by `createSession` if it succeeds.',
    fields: (t) => ({
      context: t.field({
        type: ContextObject,
        description: 'The person who is logged in.',
        resolve: ({ viewer }) => viewer,
      }),
      token: t.exposeString('token', {
        description: 'The session token. It is shown once: the service stores only its hash.',
      }),
      session: t.field({
        type: SessionObject,
        description: 'The new session.',
        resolve: ({ session }) => session,
      }),
    }),
  })

const CreateSessionError = defineOperationError('CreateSession', 'createSession', createSessionErrors)

const CreateSessionResultUnion = builder.unionType('CreateSessionResult', {
  description: 'The new session, or the problems that prevented it.',
  types: [CreateSessionPayload, CreateSessionError],
  resolveType: (result) => ('problems' in result ? CreateSessionError : CreateSessionPayload),
})

rootBuilder.mutationField('createSession', (t) =>
  t.field({
    type: CreateSessionResultUnion,
    nullable: true,
    description:
      'Logs a person in. Send the headers `Service-Touchpoint` and `Service-Secret` instead of a session token. No ' +
      'other operation accepts the secret.',
    extensions: { cost: 20 },
    args: { input: t.arg({ type: CreateSessionInput, required: true, description: 'The person to log in.' }) },
    resolve: (_root, { input }, context) => createSession(context, input),
  }),
)
