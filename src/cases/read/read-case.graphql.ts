import { rootBuilder } from '../../graphql/schema/builder.ts'
import { CaseObject } from '../case.graphql.ts'
import { readCase } from './read-case.ts'

rootBuilder.queryField('case', (t) =>
  t.field({
    type: CaseObject,
    nullable: true,
    description:
      'Returns a case by its ID, or null if the case does not exist or the caller cannot access it. ' +
      'Login: operator or party.',
    extensions: { cost: 10 },
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the case.' }),
      asOf: t.arg({
        type: 'DateTime',
        description:
          'Returns the case as it was at this time, with its comments and history. Null if the case did not exist then, ' +
          'or was imported later. The permissions and the available values are those that the caller would have now. ' +
          'Parties do not see the texts of comments that have been edited or removed since.',
      }),
    },
    resolve: (_root, { id, asOf }, context) => readCase(context, id, asOf),
  }),
)
