import { builder, rootBuilder } from '../../graphql/schema/builder.ts'
import { type IsKey, resolveConnection } from '../../graphql/schema/connection.ts'
import { CaseObject } from '../case.graphql.ts'
import { caseValueTypes } from '../values/case-values.graphql.ts'
import { matchOf, matchSources, type SearchPart } from './case-match.ts'
import { keyOf, listAccess } from './case-list.ts'
import { caseOrders } from './list-query.ts'
import { UnderstoodList } from './understood-list.ts'

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
    tag: t.stringList({
      description: 'Only cases with at least one of these tags, by code. For parties, it matches nothing.',
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
        'Only cases in which all words of the search are found: in the number, the subject, the comments that the caller may see, the ' +
        'case data of the kinds `TEXT` and `CHOICE` and, for operators, the first name and the email address of the party. Each word may ' +
        'be in another of these texts. A word is found where it begins a word or a number, and also in the middle of a number with ' +
        'punctuation, a path, an address, or a text without spaces. Letter case, accents, spaces in numbers and punctuation make no difference. A ' +
        'single letter or digit is found by itself only. The first 20 words are searched. A "quoted phrase" of several words, or, and ' +
        '-excluded words have the meaning that they have in text.',
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
    BEST_FIRST: {
      description:
        'Only with a search: first the case with the number, then cases in which all words are in the subject or the case data, then those ' +
        'of parties with the name or the address, then all others. Of cases that are alike, the most recently changed first. If many ' +
        'thousands of cases match, only some of them are listed.',
    },
    DUE_FIRST: {
      description: 'Only cases with a deadline that runs, the earliest first. For parties, it lists nothing.',
    },
  } satisfies Record<(typeof caseOrders)[number], object>,
})

const isKey: IsKey = (key) => (key.length === 2 || key.length === 3) && key.every(Number.isSafeInteger)

const SearchMatch = builder.objectRef<SearchPart['matches'][number]>('SearchMatch').implement({
  description: 'A place in a text that a search found, in UTF-16 code units.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'How many units of the text precede it.' }),
    length: t.exposeInt('length', { description: 'How many units it has.' }),
  }),
})

const SearchSource = builder.enumType('SearchSource', {
  description: 'Where a search has found something.',
  values: {
    NUMBER: { description: 'The number of the case.' },
    SUBJECT: { description: 'The subject.' },
    CUSTOMER: { description: 'The first name and the email address of the party. Only for operators.' },
    COMMENT: { description: 'A comment that the caller may see.' },
    FIELD: { description: 'A value of the case data, or the label of a choice.' },
  } satisfies Record<(typeof matchSources)[number], object>,
})

const SearchPartObject = builder.objectRef<SearchPart>('SearchPart').implement({
  description: 'A text of a case in which a search has found something.',
  fields: (t) => ({
    source: t.expose('source', { type: SearchSource, description: 'Where the text is from.' }),
    text: t.exposeString('text', {
      description: 'The text, or its part of at most 200 UTF-16 code units around the first match.',
    }),
    matches: t.expose('matches', {
      type: [SearchMatch],
      extensions: { items: 1 },
      description: 'The places that were found, in their order.',
    }),
  }),
})

builder.objectFields(CaseObject, (t) => ({
  match: t.field({
    type: [SearchPartObject],
    extensions: { items: 1 },
    nullable: true,
    description:
      'Where `filter.search` of the list has found the case, in texts that the caller may see, with the latest comments. Null outside ' +
      'of a search.',
    resolve: (row, _args, context) => matchOf(context, row),
  }),
}))

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
        const list = new UnderstoodList(context, access, filter ?? {}, order)
        const connection = await resolveConnection(args, {
          isKey: (key) => isKey(key) && (key.length === 3) === (order === 'BEST_FIRST'),
          keyOf,
          load: (part) => list.load(part),
          count: () => list.count(),
        })
        return Object.assign(connection, { corrected: list.corrected })
      },
    },
    {
      name: 'CaseConnection',
      description: 'A page of cases.',
      extensions: { countCost: 500 },
      edgesField: { description: 'The cases with their cursors.' },
      fields: (t) => ({
        corrected: t.string({
          nullable: true,
          description:
            'The search as it was understood, if nothing was found by what was typed: in words of five letters or more, one letter may ' +
            'be missing, added, replaced or exchanged with the next one. Otherwise null.',
          resolve: (connection) => (connection as { corrected?: string | null }).corrected ?? null,
        }),
      }),
    },
    { name: 'CaseEdge', description: 'A case and its cursor.' },
  ),
)
