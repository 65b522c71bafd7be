import { builder } from '../graphql/builder.ts'
import { resolveConnection } from '../graphql/connection.ts'
import { PersonType } from '../people/people.graphql.ts'
import type { CommentRow } from './case-pages.ts'
import { CaseType } from './case.graphql.ts'

const CommentType = builder.objectRef<CommentRow>('Comment').implement({
  description: 'A comment on a case.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text, without leading and trailing white space.' }),
    internal: t.exposeBoolean('internal', { description: 'Whether the comment is visible to operators only.' }),
    author: t.field({
      type: PersonType,
      description: 'The person who wrote the comment.',
      resolve: (comment) => ({
        id: comment.author_id,
        login: comment.author_login,
        firstname: comment.author_firstname,
        email: comment.author_email,
      }),
    }),
    touchpoint: t.exposeString('touchpoint_code', {
      nullable: true,
      description: 'The code of the touchpoint that the comment came through. Null if it was imported without one.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the comment was added.',
      resolve: ({ created_at }) => created_at,
    }),
  }),
})

builder.objectField(CaseType, 'comments', (t) =>
  t.connection(
    {
      type: CommentType,
      description:
        'The comments in the order in which they were added, 20 per page by default. ' +
        'Parties do not see internal comments.',
      extensions: { cost: 10 },
      resolve: (of, args, context) =>
        resolveConnection(args, {
          keyLength: 2,
          keyOf: ({ version, position }: CommentRow) => [version, position],
          load: (page) => context.casePages.comments(of.id, context.viewer?.login === 'OPERATOR', page),
        }),
    },
    {
      name: 'CommentConnection',
      description: 'A page of comments.',
      edgesField: { description: 'The comments on this page with their cursors.' },
    },
    {
      name: 'CommentEdge',
      description: 'A comment and its cursor.',
    },
  ),
)
