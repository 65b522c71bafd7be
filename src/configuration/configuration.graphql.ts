import type { FieldMap } from '@pothos/core'
import { requireAdmin } from '../viewer/authenticate.ts'
import { TouchpointSecretObject } from '../auth/touchpoint-secrets/touchpoint-secret.graphql.ts'
import { secretsOfTouchpoint } from '../auth/touchpoint-secrets/touchpoint-secrets.ts'
import {
  CaseCategoryObject,
  CaseResolutionObject,
  CaseStatusObject,
  CaseTypeObject,
  version,
} from '../catalogue/catalogue.graphql.ts'
import { TagObject } from '../catalogue/tags.graphql.ts'
import { catalogueOf } from '../catalogue/catalogue-of.ts'
import {
  type Catalogue,
  type Touchpoint,
  touchpointColumns,
  type TypeCategory,
  typeCategoryColumns,
} from '../catalogue/catalogue.ts'
import { CalendarObject, ConfiguredReplyObject, SlaPolicyObject } from './configured-items.graphql.ts'
import { builder, type ObjectFieldBuilder, type ObjectRef, rootBuilder } from '../graphql/schema/builder.ts'
import { exposed } from '../graphql/schema/exposed.ts'
import type { Section } from './items/sections.ts'
import { LoginKindEnum, OperatorGroupObject } from '../people/people.graphql.ts'

const ConfiguredTypeCategoryObject = builder.objectRef<TypeCategory>('ConfiguredTypeCategory').implement({
  description: 'A type category, active or not: a case type in a case category.',
  fields: (t) => ({
    caseType: t.expose('type', { type: CaseTypeObject, description: 'The case type.' }),
    category: t.expose('category', { type: CaseCategoryObject, description: 'The case category.' }),
    ...exposed(t, typeCategoryColumns, {
      active: 'Whether cases can be created in it or moved to it, if its type and its category are active.',
      appVisible: 'Whether apps see it: the lookup with `visibility=app` lists only these.',
      defaultAnswer: 'An answer or instruction for people, which the lookup returns. Null if there is none.',
    }),
    group: t.field({
      type: OperatorGroupObject,
      nullable: true,
      description: 'The group that new cases are assigned to, if it is active. Null if there is none.',
      resolve: ({ groupId }) => groupId,
    }),
    ...exposed(t, typeCategoryColumns, {
      slaPolicyCode: 'The code of the service level policy of its cases. Null if there is none.',
      version,
    }),
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
      ...exposed(t, touchpointColumns, {
        code: 'The unique code.',
        name: 'The display name.',
        allTypeCategories:
          'Whether all type categories are granted for lookups and new cases, but not for changes of cases.',
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
      ...exposed(t, touchpointColumns, { version }),
    }),
  })

type Listed = Exclude<Section, 'touchpoints' | 'groups' | 'persons'>

/** The items of a section: their type, a description, and how many there usually are. */
type List<S extends Listed> = readonly [
  ObjectRef<Catalogue[S] extends ReadonlyMap<string, infer Item> ? Item : never>,
  string,
  number?,
]

/** A list of the items of each section. */
function listed(t: ObjectFieldBuilder<Catalogue>, lists: { readonly [S in Listed]: List<S> }): FieldMap {
  const fields = Object.entries(lists).map(([section, [type, description, items]]) => [
    section,
    t.field({
      type: [type as ObjectRef<object>],
      description,
      ...(items !== undefined && { extensions: { items } }),
      resolve: (catalogue) => [...catalogue[section as Listed].values()],
    }),
  ])
  return Object.fromEntries(fields) as FieldMap
}

const ConfigurationObject = builder.objectRef<Catalogue>('Configuration').implement({
  description: 'The complete configuration except persons and groups, including inactive items.',
  fields: (t) => ({
    revision: t.exposeString('revision', {
      description:
        'Identifies this state of the configuration. It changes with each change to the configuration, except changes to ' +
        'secrets, groups and persons.',
    }),
    ...listed(t, {
      categories: [CaseCategoryObject, 'The categories, sorted by name.', 20],
      types: [CaseTypeObject, 'The case types, sorted by name.', 50],
      typeCategories: [
        ConfiguredTypeCategoryObject,
        'The type categories, sorted by category name and type name.',
        100,
      ],
      statuses: [CaseStatusObject, 'The statuses, sorted by name.'],
      resolutions: [CaseResolutionObject, 'The resolutions, sorted by name.'],
      calendars: [CalendarObject, 'The calendars, sorted by name.'],
      slaPolicies: [SlaPolicyObject, 'The service level policies, sorted by name.'],
      tags: [TagObject, 'The tags, sorted by code.', 20],
      replies: [ConfiguredReplyObject, 'The saved replies, sorted by label and code.', 20],
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
