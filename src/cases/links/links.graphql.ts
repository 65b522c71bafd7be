import { builder, describedEnum } from '../../graphql/schema/builder.ts'
import { visibleCase } from '../access/visible-case.ts'
import { CaseObject } from '../case.graphql.ts'
import { defineChange } from '../change/change.graphql.ts'
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

const otherCaseId = { required: true, description: 'The ID of the other case.' } as const

defineChange('linkCases', {
  description:
    'Links two cases. If they are already linked, the kind of the link is replaced. Both cases get a new version and an event.',
  login: 'operator',
  input: 'Two cases, and how they are related.',
  caseId: 'The ID of the case.',
  fields: (t) => ({
    otherCaseId: t.id(otherCaseId),
    kind: t.field({
      type: CaseLinkKindEnum,
      required: true,
      description: 'How the other case relates to this one: `RELATED`, `PARENT` or `CHILD`.',
    }),
  }),
  argument: 'The link.',
  resolve: linkCases,
})

defineChange('unlinkCases', {
  description:
    'Removes the link between two cases. Nothing changes if they are not linked. To reverse a merge, use `unmergeCase`.',
  login: 'operator',
  input: 'Two cases.',
  caseId: 'The ID of the case.',
  fields: (t) => ({
    otherCaseId: t.id(otherCaseId),
  }),
  argument: 'The link to remove.',
  resolve: unlinkCases,
})

defineChange('mergeCase', {
  description:
    'Merges a case into another one. Comments, files and history stay where they are. The case gets a status that counts as closed. ' +
    'Comments that its party adds later go to the other case. Cases that were merged into it are merged into the other case too.',
  login: 'operator',
  input: 'A case, and the case to merge it into.',
  caseId: 'The ID of the case to merge.',
  fields: (t) => ({
    intoCaseId: t.id({ required: true, description: 'The ID of the case to merge it into.' }),
    status: t.string({
      description:
        'The name of a status that counts as closed. By default, a closed case keeps its status, and an open case gets the first ' +
        'permitted one by name.',
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
  input: 'A case that was merged into another one.',
  caseId: 'The ID of the case.',
  fields: (t) => ({
    status: t.string({ description: 'The name of the status that the case gets. By default, the default status.' }),
  }),
  argument: 'The case.',
  resolve: unmergeCase,
})
