import { builder, rootBuilder } from '../graphql/builder.ts'
import { caseType, fromCatalogue, readCatalogue } from './catalogue-of.ts'
import type { CaseCategory, CaseResolution, CaseStatus, CaseType, Touchpoint } from './catalogue.ts'
import { CaseTypeFieldObject } from './fields.graphql.ts'

const name = { description: 'The unique name.' }
const version = { description: 'The version. It starts at 1 and increases with each change to the item or its lists.' }
const active = {
  description: 'Whether a change can set a case to this value. Cases that already have the value keep it.',
}

export const CaseStatusObject = builder.objectRef<CaseStatus>('CaseStatus').implement({
  description: 'A status that a case can have.',
  fields: (t) => ({
    name: t.exposeString('name', name),
    active: t.exposeBoolean('active', active),
    closed: t.exposeBoolean('closed', { description: 'Whether lists count the cases as closed.' }),
    default: t.exposeBoolean('isDefault', { description: 'Whether new cases have the status if none is sent.' }),
    transitions: t.stringList({
      description: 'The names of the statuses that may follow it. Empty if any may.',
      resolve: ({ name: from }, _args, context) =>
        fromCatalogue(context, ({ transitions }) => [...(transitions.get(from) ?? [])]),
    }),
    version: t.exposeInt('version', version),
  }),
})

export const CaseResolutionObject = builder.objectRef<CaseResolution>('CaseResolution').implement({
  description: 'A resolution that a case can have.',
  fields: (t) => ({
    name: t.exposeString('name', name),
    active: t.exposeBoolean('active', active),
    default: t.exposeBoolean('isDefault', { description: 'Whether new cases have the resolution if none is sent.' }),
    version: t.exposeInt('version', version),
  }),
})

export const CaseTypeObject = builder.objectRef<CaseType>('CaseType').implement({
  description: 'A case type.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The unique code.' }),
    name: t.exposeString('name', { description: 'The display name.' }),
    active: t.exposeBoolean('active', active),
    fields: t.expose('fields', {
      type: [CaseTypeFieldObject],
      description: 'The fields that the type defines, in their defined order.',
      extensions: { items: 2 },
    }),
    version: t.exposeInt('version', version),
  }),
})

export const CaseCategoryObject = builder.objectRef<CaseCategory>('CaseCategory').implement({
  description: 'A case category.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The unique code.' }),
    name: t.exposeString('name', { description: 'The display name.' }),
    active: t.exposeBoolean('active', active),
    system: t.exposeBoolean('system', {
      description: 'Whether it is a system category, whose cases cannot be updated.',
    }),
    version: t.exposeInt('version', version),
  }),
})

export const TouchpointObject = builder.objectRef<Touchpoint>('Touchpoint').implement({
  description: 'A channel through which the API is called.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The unique code, as in the credentials.' }),
    name: t.exposeString('name', { description: 'The display name.' }),
  }),
})

rootBuilder.queryFields((t) => ({
  caseType: t.field({
    type: CaseTypeObject,
    nullable: true,
    description:
      'Returns a case type by its code, or null if there is none or the caller cannot see it. Parties and consumers see the ' +
      'types of the type categories that are granted to the touchpoint. Login: operator, party, consumer or admin.',
    extensions: { cost: 10 },
    args: { code: t.arg.string({ required: true, description: 'The code of the type.' }) },
    resolve: (_root, { code }, context) => caseType(context, code),
  }),
  statuses: t.field({
    type: [CaseStatusObject],
    nullable: true,
    description: 'All statuses, sorted by name, including inactive ones. Login: operator, party, consumer or admin.',
    extensions: { cost: 10 },
    resolve: async (_root, _args, context) => [...(await readCatalogue(context)).statuses.values()],
  }),
  resolutions: t.field({
    type: [CaseResolutionObject],
    nullable: true,
    description: 'All resolutions, sorted by name, including inactive ones. Login: operator, party, consumer or admin.',
    extensions: { cost: 10 },
    resolve: async (_root, _args, context) => [...(await readCatalogue(context)).resolutions.values()],
  }),
}))
