import { contextField } from '../auth/context.graphql.ts'
import { builder } from '../graphql/schema/builder.ts'
import { defineMutation } from '../graphql/schema/mutation.ts'
import { createInvitation } from './create-invitation.ts'
import { createInvitationErrors } from './invitation.errors.ts'

defineMutation('createInvitation', {
  description:
    'Invites a person to the desk. With the link, the person registers a passkey and is signed in. The link works once. A new ' +
    'invitation replaces an open one, and blocking, deactivating or erasing the person ends it. Login: admin.',
  input: builder.inputType('CreateInvitationInput', {
    description: 'The person to invite.',
    fields: (t) => ({
      personId: t.id({ required: true, description: 'The ID of the person, for example "person:1".' }),
      touchpointCode: t.string({
        required: true,
        description: 'The code of the touchpoint of the sessions that the passkey begins.',
      }),
      validFor: t.int({
        description:
          'For how many seconds the link is valid: 3600 (an hour) to 2592000 (30 days). By default 604800 (7 days).',
      }),
      idempotencyKey: t.string({
        description:
          'Identifies the request. A repeated request within 24 hours returns the same invitation with a new link.',
      }),
      dryRun: t.boolean({ description: 'Whether to only check the input and write nothing.' }),
    }),
  }),
  argument: 'The person to invite.',
  payload: (t) => ({
    context: contextField(t, 'The session of the request.'),
    url: t.exposeString('url', {
      description:
        'The link for the person. It is shown once: the service stores only its hash. A repeated request returns another ' +
        'link, which replaces the first one. In a dry run, the link has no token.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the invitation ends.' }),
  }),
  result: 'The invitation, or the problems that prevented it.',
  errors: createInvitationErrors,
  resolve: createInvitation,
})
