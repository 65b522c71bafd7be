import { builder } from '../../graphql/builder.ts'
import { defineMutation } from '../../graphql/mutation.ts'
import { LoginKindEnum } from '../../people/people.graphql.ts'
import { contextField } from '../context.graphql.ts'
import { createSession } from './create-session.ts'
import { createSessionErrors } from './session.errors.ts'
import { SessionObject } from './session.graphql.ts'

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
