import type { MutatedFile } from './mutant.ts'

const cases = (...names: string[]) => names.map((name) => `test/cases/${name}.test.ts`)

/** Cases and comments as they were, and how a viewer is related to a case after a change. */
export const pastMutants: MutatedFile[] = [
  {
    file: 'src/cases/read/case-at-version.rules.ts',
    tests: cases('read/as-of'),
    mutants: [
      ['{ email: null, ...assignment, groupName', '{ ...assignment, email: null, groupName'],
      ['if (event.version <= version) past.updatedAt = event.at', 'if (event.version <= version) continue'],
      [`if (member === 'typeCode') past.viewerAuthorised = null`, ''],
      ['        past.viewerInGroup = null\n', ''],
    ],
  },
  {
    file: 'src/cases/read/past-cases.ts',
    tests: cases('read/as-of'),
    mutants: [
      [`e.at < t.time + interval '1 millisecond'`, 'e.at < t.time'],
      [' or t.time >= statement_timestamp()', ''],
    ],
  },
  {
    file: 'src/cases/change/write-change.ts',
    tests: cases('assign/unassign-case'),
    mutants: [
      ['values.groupId === current.groupId ? current.viewerInGroup : null', 'current.viewerInGroup'],
      ['values.typeCode === current.typeCode ? current.viewerAuthorised : null', 'current.viewerAuthorised'],
    ],
  },
  {
    file: 'src/cases/comments/comment-edits.ts',
    tests: cases('read/as-of', 'comments/change-comment'),
    mutants: [
      ["'> k.edits_until', 'asc'", "'> k.edits_until', 'desc'"],
      ["k.edits_until)', 'desc'", "k.edits_until)', 'asc'"],
    ],
  },
  {
    file: 'src/cases/comments/comment-pages.ts',
    tests: cases('read/as-of'),
    mutants: [
      ['(c.removed_version is null or c.removed_version > k.edits_until)', 'true'],
      [' or c.removed_version > k.edits_until', ''],
    ],
  },
  {
    file: 'src/cases/comments/change-comment.rules.ts',
    tests: cases('comments/change-comment'),
    mutants: [
      ['comment.authorId === viewer.personId && ', ''],
      [' && comment.isRecent', ''],
      ['(comment.commentInternal && !isOperator)', 'false'],
    ],
  },
  {
    file: 'src/cases/comments/comment-facts.ts',
    tests: cases('comments/change-comment'),
    mutants: [['\n  and m.removed_version is null\n', '\n']],
  },
  {
    file: 'src/transfer/export/archive.ts',
    tests: ['test/transfer/archive.test.ts', ...cases('read/archive')],
    mutants: [
      [' and c.version = w.version', ''],
      ['  delete from case_comments where case_id in', '  select from case_comments where case_id in'],
    ],
  },
]
