import { builder, rootBuilder } from '../../graphql/schema/builder.ts'
import { type IsKey, resolveConnection } from '../../graphql/schema/connection.ts'
import { CaseObject } from '../case.graphql.ts'
import { caseValueTypes } from '../values/case-values.graphql.ts'
import { caseOrders, countCases, keyOf, listCases, listAccess } from './case-list.ts'

const names = (what: string) => `Only cases with one of these ${what}.`
const either = (cases: string) => `If true, only cases ${cases}. If false, only other cases.`

const CaseFilterInput = builder.inputType('CaseFilter', {
  description: 'Conditions that listed cases must all fulfil. Names, codes and IDs that do not exist match nothing.',
  fields: (t) => ({
    id: t.idList({ description: 'Only cases with one of these IDs.' }),
    status: t.stringList({ description: names('statuses') }),
    closed: t.boolean({ description: either('whose status counts as closed') }),
    resolution: t.stringList({ description: names('resolutions') }),
    priority: t.field({
      type: [caseValueTypes.priority],
      description: 'Only cases with one of these priorities. For parties, it matches nothing.',
    }),
    customerWaiting: t.boolean({
      description: `${either('for which somebody waits for an answer')} For parties, nobody waits.`,
    }),
    unread: t.boolean({
      description: `${either('that are unread for the caller')} For other callers than operators, it matches nothing.`,
    }),
    dueBefore: t.field({
      type: 'DateTime',
      description: 'Only cases that have a deadline before this time which runs. For parties, it matches nothing.',
    }),
    overdue: t.boolean({
      description: `${either('with a deadline that runs and has passed')} For parties, it matches nothing.`,
    }),
    typeCode: t.stringList({ description: names('type codes') }),
    categoryCode: t.stringList({ description: names('category codes') }),
    assignedToMe: t.boolean({ description: either('assigned to the caller') }),
    assigneeEmail: t.string({ description: 'Only cases that are assigned to the operator with this email address.' }),
    unassigned: t.boolean({ description: either('assigned to neither an operator nor a group') }),
    groupName: t.stringList({ description: 'Only cases that are assigned to one of these groups.' }),
    partyEmail: t.string({ description: 'Only cases that concern the party with this email address.' }),
    createdAfter: t.field({ type: 'DateTime', description: 'Only cases that were created after this time.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Only cases that were created before this time.' }),
    updatedAfter: t.field({ type: 'DateTime', description: 'Only cases that were last changed after this time.' }),
    updatedBefore: t.field({ type: 'DateTime', description: 'Only cases that were last changed before this time.' }),
    text: t.string({
      description:
        'Only cases with a subject that matches this search, or a comment that matches it and that the caller may see. All ' +
        'words must be in the subject or in the same comment. A word matches words that begin with it, in any letter case: invoi matches invoice. ' +
        'Supports "quoted phrases", or, and -excluded words, which exclude subjects and comments rather than cases. A phrase and an ' +
        'excluded word match only whole words. The first 20 words are searched. A search without a letter or a digit, and one of which ' +
        'all words are excluded, matches nothing.',
    }),
    search: t.string({
      description:
        'Only cases that text would find. For operators, also the cases of parties whose first name or email address contains the ' +
        'search, in any letter case, if it has at least three characters.',
    }),
  }),
})

const CaseOrderEnum = builder.enumType('CaseOrder', {
  description: 'The order of a list of cases. Cases with the same time are ordered by ID.',
  values: {
    CREATED_ASC: { description: 'The oldest first.' },
    CREATED_DESC: { description: 'The newest first.' },
    UPDATED_ASC: { description: 'The least recently changed first.' },
    UPDATED_DESC: { description: 'The most recently changed first.' },
    WAITING_LONGEST: {
      description:
        'Only cases for which somebody waits for an answer, the longest first. For parties, it lists nothing.',
    },
    DUE_FIRST: {
      description: 'Only cases with a deadline that runs, the earliest first. For parties, it lists nothing.',
    },
  } satisfies Record<(typeof caseOrders)[number], object>,
})

const isKey: IsKey = (key) => key.length === 2 && key.every(Number.isSafeInteger)

rootBuilder.queryField('cases', (t) =>
  t.connection(
    {
      type: CaseObject,
      nullable: true,
      description:
        'The cases that the caller may see: parties see their own cases, operators see those that they may modify, ' +
        'and consumers and admins see none. Cursors stay valid while cases change. Login: operator, party, consumer or admin.',
      extensions: { cost: 30, searchCost: 500, isKey },
      args: {
        filter: t.arg({ type: CaseFilterInput, description: 'Conditions that the cases must fulfil.' }),
        orderBy: t.arg({ type: CaseOrderEnum, defaultValue: 'UPDATED_DESC', description: 'The order of the cases.' }),
      },
      async resolve(_root, { orderBy, ...args }, context) {
        const { filter } = args
        const order = orderBy ?? 'UPDATED_DESC'
        const access = await listAccess(context)
        return resolveConnection(args, {
          isKey,
          keyOf,
          load: (part) => listCases(context, access, filter ?? {}, order, part),
          count: () => countCases(context, access, filter ?? {}, order),
        })
      },
    },
    {
      name: 'CaseConnection',
      description: 'A page of cases.',
      extensions: { countCost: 500 },
      edgesField: { description: 'The cases with their cursors.' },
    },
    { name: 'CaseEdge', description: 'A case and its cursor.' },
  ),
)
