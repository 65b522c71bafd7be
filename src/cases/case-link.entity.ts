import { defineEntity, p } from '@mikro-orm/core'
import { Case } from './case.entity.ts'

/** The kinds that callers can set. Those of merges follow from `CaseMerge`. */
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

/** The merge of a case. `Case.mergedIntoId` has the case that it led to. */
export const CaseMerge = defineEntity({
  name: 'CaseMerge',
  tableName: 'case_merges',
  properties: {
    case: () => p.manyToOne(Case).primary(),
    /** The case that a caller merged it into, which may have been merged since. Not a foreign key, because imports may contain the ID of an archived case. */
    directId: p.bigint('number'),
    mergedAt: p.datetime(),
  },
  indexes: [{ name: 'case_merges_direct_id_index', properties: ['directId'] }],
})
