import { defineEntity, p } from '@mikro-orm/core'
import { Case } from './case.entity.ts'

/** What another case is to a case, if somebody linked them. */
export const storedLinkKinds = ['RELATED', 'PARENT', 'CHILD'] as const
export type StoredLinkKind = (typeof storedLinkKinds)[number]

/** One side of a link. Each link has two rows, one for each case. */
export const CaseLink = defineEntity({
  name: 'CaseLink',
  tableName: 'case_links',
  properties: {
    case: () => p.manyToOne(Case).primary(),
    other: () => p.manyToOne(Case).primary(),
    kind: p.enum(storedLinkKinds),
    createdAt: p.datetime(),
  },
  indexes: [
    { name: 'case_links_other_id_index', properties: ['other'] },
    {
      name: 'case_links_one_parent',
      expression: "create unique index case_links_one_parent on case_links (case_id) where kind = 'PARENT'",
    },
  ],
  checks: [{ name: 'case_links_two_cases', expression: 'case_id <> other_id' }],
})

/** How a case came to be continued by another one, which `Case.mergedIntoId` names. */
export const CaseMerge = defineEntity({
  name: 'CaseMerge',
  tableName: 'case_merges',
  properties: {
    case: () => p.manyToOne(Case).primary(),
    /** The case that it was merged into by a caller. It may be merged itself. Not a reference, so that it can be archived first. */
    directId: p.bigint('number'),
    mergedAt: p.datetime(),
  },
  indexes: [{ name: 'case_merges_direct_id_index', properties: ['directId'] }],
})
