import { builder } from '../../graphql/builder.ts'
import { MutationErrorInterface, ProblemInterface } from '../../graphql/operation-errors.ts'
import type { Problem } from '../../errors.ts'
import type { RejectedChange } from './bulk.ts'

const RejectedChangeProblem = builder.objectRef<Problem<string>>('RejectedChangeProblem').implement({
  description: 'A problem with one input of a mutation with several inputs.',
  interfaces: [ProblemInterface],
})

export const RejectedChangeObject = builder.objectRef<RejectedChange>('RejectedChange').implement({
  description:
    'Returned only by mutations with several inputs, in place of a GraphQL error: an error of one input must not take ' +
    'away the results of the others.',
  interfaces: [MutationErrorInterface],
  fields: (t) => ({
    errorCode: t.string({
      description:
        'The code that the error would have in `extensions.code` if the change had been sent on its own, for example ' +
        '`PRECONDITION_FAILED`.',
      resolve: ({ rejection }) => rejection.code,
    }),
    problems: t.expose('problems', {
      type: [RejectedChangeProblem],
      description: 'All problems found. The path is empty if the error does not concern a part of the input.',
    }),
    details: t.field({
      type: 'JSON',
      description:
        'The other `extensions` of the GraphQL error, for example `currentVersion`. Empty if there are none.',
      resolve: ({ rejection: { details, problems } }) => ({ ...(problems && { problems }), ...details }),
    }),
  }),
})
