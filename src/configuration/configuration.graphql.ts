import { requireAdmin } from '../viewer/authenticate.ts'
import { TouchpointSecretObject } from '../auth/touchpoint-secrets/touchpoint-secret.graphql.ts'
import { secretsOfTouchpoint } from '../auth/touchpoint-secrets/touchpoint-secrets.ts'
import {
  CaseCategoryObject,
  CaseResolutionObject,
  CaseStatusObject,
  CaseTypeObject,
} from '../catalogue/catalogue.graphql.ts'
import { TagObject } from '../catalogue/tags.graphql.ts'
import { catalogueOf } from '../catalogue/catalogue-of.ts'
import type { Catalogue, Touchpoint, TypeCategory } from '../catalogue/catalogue.ts'
import { ConfiguredReplyObject } from './replies.graphql.ts'
import { CalendarObject, SlaPolicyObject } from './service-levels.graphql.ts'
import { builder, rootBuilder } from '../graphql/schema/builder.ts'
import { LoginKindEnum, OperatorGroupObject } from '../people/people.graphql.ts'

const version = 'The version. It starts at 1 and increases with each change to the item or its lists.'

const ConfiguredTypeCategoryObject = builder.objectRef<TypeCategory>('ConfiguredTypeCategory').implement({
  description: 'A type category, active or not: a case type in a case category.',
  fields: (t) => ({
    caseType: t.expose('type', { type: CaseTypeObject, description: 'The case type.' }),
    category: t.expose('category', { type: CaseCategoryObject, description: 'The case category.' }),
    active: t.exposeBoolean('active', {
      description: 'Whether cases can be created in it or moved to it, if its type and its category are active.',
    }),
    appVisible: t.exposeBoolean('appVisible', {
      description: 'Whether apps see it: the lookup with `visibility=app` lists only these.',
    }),
    defaultAnswer: t.exposeString('defaultAnswer', {
      nullable: true,
      description: 'An answer or instruction for people, which the lookup returns. Null if there is none.',
    }),
    group: t.field({
      type: OperatorGroupObject,
      nullable: true,
      description: 'The group that new cases are assigned to, if it is active. Null if there is none.',
      resolve: ({ groupId }) => groupId,
    }),
    slaPolicyCode: t.exposeString('slaPolicyCode', {
      nullable: true,
      description: 'The code of the service level policy of its cases. Null if there is none.',
    }),
    version: t.exposeInt('version', { description: version }),
  }),
})

const TouchpointGrantObject = builder
  .objectRef<{ typeCategory: TypeCategory; modifyCases: boolean }>('TouchpointGrant')
  .implement({
    description: 'A type category that is granted to a touchpoint.',
    fields: (t) => ({
      typeCode: t.string({
        description: 'The code of the case type.',
        resolve: ({ typeCategory: { type } }) => type.code,
      }),
      categoryCode: t.string({
        description: 'The code of the case category.',
        resolve: ({ typeCategory: { category } }) => category.code,
      }),
      modifyCases: t.exposeBoolean('modifyCases', {
        description: 'Whether every operator and every party of the touchpoint can read and change its cases.',
      }),
    }),
  })

const ConfiguredTouchpointObject = builder
  .objectRef<Touchpoint & { catalogue: Catalogue }>('ConfiguredTouchpoint')
  .implement({
    description: 'A touchpoint with its grants and secrets.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'The unique code.' }),
      name: t.exposeString('name', { description: 'The display name.' }),
      allTypeCategories: t.exposeBoolean('allTypeCategories', {
        description: 'Whether all type categories are granted for lookups and new cases, but not for changes of cases.',
      }),
      grants: t.field({
        type: [TouchpointGrantObject],
        description: 'The granted type categories, sorted by category name and type name.',
        extensions: { items: 50 },
        resolve: ({ grants, catalogue: { typeCategories } }) =>
          [...(grants.size > 0 ? typeCategories.values() : [])].flatMap((typeCategory) => {
            const modifyCases = grants.get(typeCategory)
            return modifyCases === undefined ? [] : [{ typeCategory, modifyCases }]
          }),
      }),
      logins: t.field({
        type: [LoginKindEnum],
        description: 'The login kinds of sessions that its secrets can create.',
        resolve: ({ logins }) => [...logins],
      }),
      registers: t.field({
        type: [LoginKindEnum],
        description: 'The login kinds of the new persons that it can register.',
        resolve: ({ registers }) => [...registers],
      }),
      secrets: t.field({
        type: [TouchpointSecretObject],
        description: 'The valid secrets, oldest first.',
        extensions: { items: 2 },
        resolve: ({ code }, _args, { services }) => services.database.loadAll(secretsOfTouchpoint, code),
      }),
      version: t.exposeInt('version', { description: version }),
    }),
  })

const ConfigurationObject = builder.objectRef<Catalogue>('Configuration').implement({
  description: 'The complete configuration except persons and groups, including inactive items.',
  fields: (t) => ({
    revision: t.exposeString('revision', {
      description:
        'Identifies this state of the configuration. It changes with each change to the configuration, except changes to ' +
        'secrets, groups and persons.',
    }),
    categories: t.field({
      type: [CaseCategoryObject],
      description: 'The categories, sorted by name.',
      extensions: { items: 20 },
      resolve: ({ categories }) => [...categories.values()],
    }),
    types: t.field({
      type: [CaseTypeObject],
      description: 'The case types, sorted by name.',
      extensions: { items: 50 },
      resolve: ({ types }) => [...types.values()],
    }),
    typeCategories: t.field({
      type: [ConfiguredTypeCategoryObject],
      description: 'The type categories, sorted by category name and type name.',
      extensions: { items: 100 },
      resolve: ({ typeCategories }) => [...typeCategories.values()],
    }),
    statuses: t.field({
      type: [CaseStatusObject],
      description: 'The statuses, sorted by name.',
      resolve: ({ statuses }) => [...statuses.values()],
    }),
    resolutions: t.field({
      type: [CaseResolutionObject],
      description: 'The resolutions, sorted by name.',
      resolve: ({ resolutions }) => [...resolutions.values()],
    }),
    calendars: t.field({
      type: [CalendarObject],
      description: 'The calendars, sorted by name.',
      resolve: ({ calendars }) => [...calendars.values()],
    }),
    slaPolicies: t.field({
      type: [SlaPolicyObject],
      description: 'The service level policies, sorted by name.',
      resolve: ({ slaPolicies }) => [...slaPolicies.values()],
    }),
    tags: t.field({
      type: [TagObject],
      description: 'The tags, sorted by code.',
      extensions: { items: 20 },
      resolve: ({ tags }) => [...tags.values()],
    }),
    replies: t.field({
      type: [ConfiguredReplyObject],
      description: 'The saved replies, sorted by label and code.',
      extensions: { items: 20 },
      resolve: ({ replies }) => [...replies.values()],
    }),
    touchpoints: t.field({
      type: [ConfiguredTouchpointObject],
      description: 'The touchpoints, sorted by code.',
      resolve: (catalogue) =>
        Array.from(catalogue.touchpoints.values(), (touchpoint) => ({ ...touchpoint, catalogue })),
    }),
  }),
})

rootBuilder.queryField('configuration', (t) =>
  t.field({
    type: ConfigurationObject,
    nullable: true,
    description: 'The complete configuration. Persons and groups are listed separately. Login: admin.',
    extensions: { cost: 10 },
    resolve: async (_root, _args, context) => catalogueOf(await requireAdmin(context)),
  }),
)
