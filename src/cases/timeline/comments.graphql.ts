import { builder } from '../../graphql/schema/builder.ts'
import { connectionTypes, isKeyOfIntegers, resolveConnection } from '../../graphql/schema/connection.ts'
import { NodeInterface } from '../../graphql/schema/node.ts'
import { nodeId } from '../../node-id.ts'
import { PersonObject } from '../../people/people.graphql.ts'
import { commentPages, type CommentRow, editedAt, textOf } from './comment-pages.ts'
import { listOf } from './page-loader.ts'
import { listOfCase } from './page-loader.ts'
import { CaseObject } from '../case.graphql.ts'

export const CommentObject = builder.objectRef<CommentRow>('CaseComment').implement({
  description: 'A comment on a case.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the comment, for example "comment:1001:1:1".',
      resolve: ({ caseId, version, position }) => nodeId('comment', caseId, version, position),
    }),
    text: t.string({
      description: 'The text, without leading and trailing white space.',
      // 10,000 code points in UTF-8.
      extensions: { bytes: 40_000 },
      resolve: (comment, _args, { services, responseBudget }) => textOf(services.database, comment, responseBudget),
    }),
    internal: t.exposeBoolean('internal', { description: 'Whether the comment is visible to operators only.' }),
    author: t.field({
      type: PersonObject,
      description: 'The person who wrote the comment.',
      resolve: (comment) => ({
        id: comment.authorId,
        login: comment.authorLogin,
        firstname: comment.authorFirstname,
        email: comment.authorEmail,
      }),
    }),
    touchpoint: t.exposeString('touchpointCode', {
      nullable: true,
      description: 'The code of the touchpoint that the comment came through. Null if it was imported without one.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the comment was added.',
    }),
    editedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the text was last changed by `editComment`. Null if it was not.',
      resolve: (comment, _args, { services }) => editedAt(services.database, comment),
    }),
  }),
})

const isKey = isKeyOfIntegers(2)

builder.objectField(CaseObject, 'comments', (t) =>
  t.connection(
    {
      type: CommentObject,
      description:
        'The comments in the order in which they were added, 20 per page by default. ' +
        'Parties do not see internal comments. Nobody sees removed ones.',
      extensions: { cost: 10, isKey },
      resolve: (row, args, { services, viewer, responseBudget }) =>
        resolveConnection(args, {
          isKey,
          keyOf: ({ version, position }: CommentRow) => [version, position],
          ...listOfCase(services.database, commentPages, listOf(row, viewer), responseBudget),
        }),
    },
    ...connectionTypes('CaseComment', 'A comment', 'comments'),
  ),
)
