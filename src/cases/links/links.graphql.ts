import { builder, describedEnum } from '../../graphql/schema/builder.ts'
import { visibleCase } from '../access/visible-case.ts'
import { CaseObject } from '../case.graphql.ts'
import { changeFields, defineChange } from '../change/change.graphql.ts'
import { linksOf } from './case-links.ts'
import { linkCases, unlinkCases } from './link-cases.ts'
import { linkKindDescriptions, type ShownLink } from '../link-kinds.ts'
import { mergeCase, unmergeCase } from './merge-case.ts'

const CaseLinkKindEnum = describedEnum('CaseLinkKind', 'How another case relates to a case.', linkKindDescriptions)

const CaseLinkObject = builder.objectRef<ShownLink>('CaseLink').implement({
  description: 'A link of a case to another one.',
  fields: (t) => ({
    kind: t.expose('kind', { type: CaseLinkKindEnum, description: 'How the other case relates to this one.' }),
    case: t.field({
      type: CaseObject,
      nullable: true,
      description: 'The other case as it is now. Null if the caller may not see it.',
      extensions: { cost: 10 },
      resolve: ({ otherId }, _args, context) => visibleCase(context, otherId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the link was created.' }),
  }),
})

builder.objectFields(CaseObject, (t) => ({
  links: t.field({
    type: [CaseLinkObject],
    description: 'The links to other cases, oldest first, at most 100. Empty for a party.',
    extensions: { cost: 10, items: 5 },
    resolve: (row, _args, context) => linksOf(context, row),
  }),
  mergedInto: t.field({
    type: CaseObject,
    nullable: true,
    description:
      'The case that this one was merged into. Null if it was not merged, or if the caller may not see that case.',
    extensions: { cost: 10 },
    resolve: ({ mergedIntoId }, _args, context) => (mergedIntoId === null ? null : visibleCase(context, mergedIntoId)),
  }),
}))

const caseInstanceId = { required: true, description: 'The ID of the case.' } as const
const otherCaseId = { required: true, description: 'The ID of the other case.' } as const

defineChange('linkCases', {
  description:
    'Links two cases. If they are already linked, the kind of the link is replaced. Both cases get a new version and an event.',
  login: 'operator',
  input: builder.inputType('LinkCasesInput', {
    description: 'Two cases, and how they are related.',
    fields: (t) => ({
      caseInstanceId: t.id(caseInstanceId),
      otherCaseId: t.id(otherCaseId),
      kind: t.field({
        type: CaseLinkKindEnum,
        required: true,
        description: 'How the other case relates to this one: `RELATED`, `PARENT` or `CHILD`.',
      }),
      ...changeFields(t),
    }),
  }),
  argument: 'The link.',
  resolve: linkCases,
})

defineChange('unlinkCases', {
  description:
    'Removes the link between two cases. Nothing changes if they are not linked. To reverse a merge, use `unmergeCase`.',
  login: 'operator',
  input: builder.inputType('UnlinkCasesInput', {
    description: 'Two cases.',
    fields: (t) => ({
      caseInstanceId: t.id(caseInstanceId),
      otherCaseId: t.id(otherCaseId),
      ...changeFields(t),
    }),
  }),
  argument: 'The link to remove.',
  resolve: unlinkCases,
})

defineChange('mergeCase', {
  description:
    'Merges a case into another one. Comments, files and history stay where they are. The case gets a status that counts as closed. ' +
    'Comments that its party adds later go to the other case. Cases that were merged into it are merged into the other case too.',
  login: 'operator',
  input: builder.inputType('MergeCaseInput', {
    description: 'A case, and the case to merge it into.',
    fields: (t) => ({
      caseInstanceId: t.id({ required: true, description: 'The ID of the case to merge.' }),
      intoCaseId: t.id({ required: true, description: 'The ID of the case to merge it into.' }),
      status: t.string({
        description:
          'The name of a status that counts as closed. By default, a closed case keeps its status, and an open case gets the first ' +
          'permitted one by name.',
      }),
      ...changeFields(t),
    }),
  }),
  argument: 'The merge.',
  resolve: mergeCase,
})

defineChange('unmergeCase', {
  description:
    'Reverses the merge of a case. The case gets a new status. Links that the merge hid appear again. Comments stay where they were ' +
    'written.',
  login: 'operator',
  input: builder.inputType('UnmergeCaseInput', {
    description: 'A case that was merged into another one.',
    fields: (t) => ({
      caseInstanceId: t.id(caseInstanceId),
      status: t.string({ description: 'The name of the status that the case gets. By default, the default status.' }),
      ...changeFields(t),
    }),
  }),
  argument: 'The case.',
  resolve: unmergeCase,
})
