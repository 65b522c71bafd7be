import type { MutatedFile } from './mutant.ts'

const cases = (...names: string[]) => names.map((name) => `test/cases/${name}.test.ts`)

/** What parties see of others, and what can be read by its global ID. */
export const visibilityMutants: MutatedFile[] = [
  {
    file: 'src/cases/history/event-pages.ts',
    tests: cases('paging/page-loader', 'history/party-view', 'list/total-count', 'paging/paging'),
    mutants: [
      ['(k.internal or not e.internal)', 'true'],
      ['(k.internal or not e.internal)', '(not e.internal)'],
      ['where e.case_id = k.case_id and e.version >', 'where e.version >'],
      ['e.version > k.after_version', 'e.version >= k.after_version'],
      ['e.version < k.before_version', 'e.version <= k.before_version'],
      ['    and ${condition}\n', ''],
      ['where ${condition}\n', ''],
      ['  limit k.items\n', ''],
    ],
  },
  {
    file: 'src/people/people.graphql.ts',
    tests: cases('history/party-view'),
    mutants: [
      ['canSeeInternal(viewer) || isAdmin(viewer) || viewer.personId === id ? email : null', 'email'],
      [' || viewer.personId === id', ''],
      ['canSeeInternal(viewer) || isAdmin(viewer) ||', 'isAdmin(viewer) ||'],
    ],
  },
  {
    file: 'src/cases/history/history.graphql.ts',
    tests: cases('history/party-view'),
    mutants: [['canSeeInternal(viewer) ? changes :', 'viewer ? changes :']],
  },
  {
    file: 'src/people/read-people.ts',
    tests: cases('read/node'),
    mutants: [
      ['  if (!canSeeInternal(viewer) && !isAdmin(viewer)) return null\n', ''],
      [' || (!canSeeInternal(viewer) && !isAdmin(viewer))', ''],
      ['  if (others.length > 0) return null\n', ''],
      ['others.length > 0 || ', ''],
      ['if (id === viewer.personId) return', 'if (false) return'],
    ],
  },
  {
    file: 'src/cases/read/read-item.ts',
    tests: cases('read/node'),
    mutants: [
      ['key.length === length ?', 'key.length > 1 ?'],
      [' || numbers.some((number) => number > maximumNumber)', ''],
      ['listOf(facts.case, facts.viewer)', '{ ...listOf(facts.case, facts.viewer), internal: true }'],
      ['last + 1]', 'last]'],
      ['last - 1]', 'last]'],
    ],
  },
  {
    file: 'src/people/people.ts',
    tests: cases('read/node'),
    mutants: [
      [` and o.kind = 'OPERATOR' and o.active`, ' and o.active'],
      [` and o.kind = 'OPERATOR' and o.active`, ` and o.kind = 'OPERATOR'`],
      ['${selectGroups} and o.active', '${selectGroups}'],
    ],
  },
]
