import { builder } from '../graphql/builder.ts'
import type { RejectedChange } from './all-changes.ts'

export const RejectedChangeObject = builder.objectRef<RejectedChange>('RejectedChange').implement({
  description:
    'Returned only by mutations with several inputs, in place of a GraphQL error: an error of one input must not take ' +
    'away the results of the others.',
  fields: (t) => ({
    errorCode: t.string({
      description:
        'The code that the error would have in `extensions.code` if the change had been sent on its own, for example ' +
        '`PRECONDITION_FAILED`.',
      resolve: ({ rejection }) => rejection.code,
    }),
    message: t.string({
      description: 'An explanation for people: what is wrong and what is allowed.',
      resolve: ({ rejection }) => rejection.message,
    }),
    details: t.field({
      type: 'JSON',
      description:
        'The other `extensions` of the GraphQL error, for example `currentVersion`. Empty if there are none.',
      resolve: ({ rejection: { details, problems } }) => ({ ...(problems && { problems }), ...details }),
    }),
  }),
})
