import { builder } from '../graphql/builder.ts'
import { resolveConnection } from '../graphql/connection.ts'
import { PersonType } from '../people/people.graphql.ts'
import type { CommentRow } from './case-pages.ts'
import { CaseType } from './case.graphql.ts'

const CommentType = builder.objectRef<CommentRow>('Comment').implement({
  description: 'A comment on a case.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text, without white space at its ends.' }),
    internal: t.exposeBoolean('internal', { description: 'Whether the comment is for operators only.' }),
    author: t.field({
      type: PersonType,
      description: 'Who wrote the comment.',
      resolve: (comment) => ({
        id: comment.author_id,
        login: comment.author_login,
        firstname: comment.author_firstname,
        email: comment.author_email,
      }),
    }),
    touchpoint: t.exposeString('touchpoint_code', {
      nullable: true,
      description: 'The code of the touchpoint over which it came; null where it was imported without one.',
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
      description: 'The comments in the order in which they were added, 20 a page; a party never sees internal ones.',
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
      edgesField: { description: 'The comments of this page with their cursors.' },
    },
    {
      name: 'CommentEdge',
      description: 'A comment and its place in the list.',
    },
  ),
)
