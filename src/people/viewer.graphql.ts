import { authenticate } from '../viewer/authenticate.ts'
import type { Viewer } from '../viewer/viewer.ts'
import { touchpointField } from '../catalogue/catalogue.graphql.ts'
import { typeCategoriesOf } from '../catalogue/lookup/lookup.ts'
import { CaseTypeCategoryObject } from '../catalogue/lookup/lookup.graphql.ts'
import { builder, rootBuilder } from '../graphql/schema/builder.ts'
import { LoginKindEnum, OperatorGroupObject } from './people.graphql.ts'
import { loadGroupsOfOperator } from './people.ts'

export const ViewerObject = builder.objectRef<Viewer>('Viewer').implement({
  description: 'The caller: a person and a touchpoint.',
  fields: (t) => ({
    id: t.id({
      description:
        'Identifies the person at the touchpoint, for client caches, for example "viewer:3:desk". `node` does not ' +
        'accept it.',
      resolve: ({ personId, touchpointCode }) => `viewer:${personId}:${touchpointCode}`,
    }),
    login: t.expose('login', {
      type: LoginKindEnum,
      description: 'The login kind of the session.',
    }),
    firstname: t.exposeString('firstname', { description: 'The first name of the person.' }),
    email: t.exposeString('email', { description: 'The email address of the person.' }),
    touchpoint: t.field(touchpointField('The touchpoint of the session.')),
    groups: t.field({
      type: [OperatorGroupObject],
      description: 'The active groups of the operator, sorted by name. Empty for other login kinds.',
      resolve: ({ login, personId }, _args, { services }) =>
        login === 'OPERATOR' ? loadGroupsOfOperator(services.database, personId) : [],
    }),
    typeCategories: t.field({
      type: [CaseTypeCategoryObject],
      description: 'The type categories that `createCase` accepts from the caller. Empty for consumers.',
      extensions: { cost: 10, items: 100 },
      resolve: (_viewer, _args, context) => typeCategoriesOf(context),
    }),
  }),
})

rootBuilder.queryField('viewer', (t) =>
  t.field({
    type: ViewerObject,
    nullable: true,
    description: 'The caller. Login: operator, party, consumer or admin.',
    extensions: { cost: 10 },
    resolve: async (_root, _args, context) => (await authenticate(context)).viewer,
  }),
)
