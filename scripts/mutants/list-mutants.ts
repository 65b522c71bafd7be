import type { MutatedFile } from './mutant.ts'

const cases = (...names: string[]) => names.map((name) => `test/cases/${name}.test.ts`)

/** The list of cases, and the queue that takeNextCase reads. */
export const listMutants: MutatedFile[] = [
  {
    file: 'src/cases/list/case-list-statements.ts',
    tests: cases('list/case-list'),
    mutants: [['on g.id = m.group_id and g.active\n', 'on g.id = m.group_id\n']],
  },
  {
    file: 'src/cases/list/list-scope.ts',
    tests: cases('list/case-list'),
    mutants: [['on g.id = m.group_id and g.active\n', 'on g.id = m.group_id\n']],
  },
  {
    file: 'src/cases/list/case-filter.ts',
    tests: cases('list/case-list'),
    mutants: [
      ['m.removed_version is null$', 'true$'],
      [`canSeeInternal(viewer) ? '' : ' and not m.internal'`, `''`],
      ['c.created_at >= ${add(next(time))}', 'c.created_at >= ${add(time)}'],
      [
        'emailKey(email) === emailKey(viewer.email) ? `c.party_id',
        'emailKey(email) !== emailKey(viewer.email) ? `c.party_id',
      ],
    ],
  },
  {
    file: 'src/cases/list/case-list.ts',
    tests: cases('list/case-list'),
    mutants: [['isAscending !== inverted ?', 'isAscending ?']],
  },
  {
    file: 'src/cases/take-next/waiting-cases.ts',
    tests: cases('take-next/take-next-case'),
    mutants: [
      ['order by c.created_at, c.id\n', 'order by c.id\n'],
      [' and type_code = any($4::text[])', ''],
      [' and status = any($3::text[])', ''],
    ],
  },
  {
    file: 'src/cases/take-next/take-next-facts.ts',
    tests: cases('take-next/take-next-case'),
    mutants: [['on g.id = m.group_id and g.active\n', 'on g.id = m.group_id\n']],
  },
  {
    file: 'src/cases/take-next/take-next-case.ts',
    tests: cases('take-next/take-next-case'),
    mutants: [
      [", ...changed(['group'], next.groupName, null)", ''],
      [
        '      await lockCase(db, id)\n',
        '',
        'It only waits: otherwise, the search is repeated until the case is free.',
      ],
    ],
  },
]
