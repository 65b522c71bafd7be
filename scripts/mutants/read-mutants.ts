import type { MutatedFile } from './mutant.ts'

const cases = (...names: string[]) => names.map((name) => `test/cases/${name}.test.ts`)
const auth = (...names: string[]) => names.map((name) => `test/auth/${name}.test.ts`)

/** What callers may see and do, and how it is loaded. */
export const readMutants: MutatedFile[] = [
  {
    file: 'src/auth/operator-relations.ts',
    tests: cases('access/permission', 'change/together', 'assign/assign-case'),
    mutants: [
      ['a.operator_id = ${operator} and ', ''],
      [' and a.type_code = ${typeCode}', ''],
      ['on g.id = m.group_id and g.active\n', 'on g.id = m.group_id\n'],
      ['on g.id = m.group_id and g.active\n', 'on g.active\n'],
      ['where m.operator_id = ${operator} and m.group_id', 'where m.group_id'],
      ['${operator} and m.group_id = ${group} offset 0\n', '${operator} offset 0\n'],
    ],
  },
  {
    file: 'src/cases/case-facts.ts',
    tests: cases('access/permission', 'change/together'),
    mutants: [
      ['left join c on', 'join c on'],
      ['left join c on c.id = k.case_id', 'left join c on true'],
      [`isAuthorised('v.person_id', 'c.type_code')`, `isAuthorised('c.assignee_id', 'c.type_code')`],
      [`isMember('v.person_id', 'c.group_id')`, `isMember('c.assignee_id', 'c.group_id')`],
      [`on v.token_hash = decode(k.token_hash, 'hex')`, 'on true'],
      ['facts.case !== null && mayModifyCase', 'mayModifyCase'],
      ['facts.case !== null && mayModifyCase(facts.viewer, facts.case, catalogue)', 'facts.case !== null'],
    ],
  },
  {
    file: 'src/cases/case-facts.ts',
    tests: cases('read/read-case', 'update/update-case-unusual-data', 'access/permission', 'update/update-case'),
    mutants: [
      ['/^[1-9]\\d{0,15}$/', '/^\\d{1,16}$/'],
      ['/^[1-9]\\d{0,15}$/', '/[1-9]\\d{0,15}$/'],
      ['/^[1-9]\\d{0,15}$/', '/^[1-9]\\d{0,15}/'],
      ['Number.isSafeInteger(id) ? id : null', 'Number.isNaN(id) ? null : id'],
      ['/^[1-9]\\d{0,15}$/', '/^[1-9]\\d*$/', 'A longer number is not a safe integer.'],
    ],
  },
  {
    file: 'src/cases/assign/assign-facts.ts',
    tests: cases(
      'assign/assign-case',
      'assign/assign-case-unusual-data',
      'change/together',
      'access/permission',
      'read/read-case',
    ),
    mutants: [
      [`o.kind = 'OPERATOR' and `, ''],
      [' and o.email_key = k.email_key', ''],
      ['on g.name = k.group_name and g.active', 'on g.name = k.group_name'],
      ['on g.name = k.group_name and g.active', 'on g.active'],
      [`isAuthorised('o.id', 'c.type_code')`, `isAuthorised('v.person_id', 'c.type_code')`],
      ['current_assignee.id = c.assignee_id', 'current_assignee.id = o.id'],
      ['current_group.id = c.group_id', 'current_group.id = g.id'],
      ['left join persons o', 'join persons o'],
      ['left join operator_groups g', 'join operator_groups g'],
      ['left join persons current_assignee', 'join persons current_assignee'],
      ['left join operator_groups current_group', 'join operator_groups current_group'],
    ],
  },
  {
    file: 'src/cases/read/read-case.ts',
    tests: cases('read/read-case', 'access/permission'),
    mutants: [['isModifiable(facts, await catalogue.at(facts.viewer.revision)) ?', 'facts.case !== null ?']],
  },
  {
    file: 'src/cases/list/text-search.ts',
    tests: [...cases('list/text-search', 'list/case-list-plans')],
    mutants: [
      ['alternative.length > 0 && index < found.length - 1', 'alternative.length > 0'],
      ['alternative.length > 0 && index', 'index'],
      ['text.toLowerCase() ===', 'text ==='],
      [`parsed(\`!\${quoted(phrase ?? word)}\`, add)`, `parsed(\`!\${quoted(phrase ?? word)}:*\`, add)`],
      ['parsed(quoted(phrase), add)', 'parsed(`${quoted(phrase)}:*`, add)'],
      ['parsed(`${quoted(start)}:* | ${quoted(start)}`, add)', 'parsed(quoted(start), add)'],
      ['parsed(`${quoted(start)}:* | ${quoted(start)}`, add)', 'parsed(`${quoted(start)}:*`, add)'],
      ['`${quoted(start)} | ${quoted(first)}', '`${quoted(first)}'],
      ['${quoted(first)} <-> ${quoted(last)}:*', '${quoted(first)}:* <-> ${quoted(last)}:*'],
      ['${quoted(first)} <-> ${quoted(last)}:*', '${quoted(first)} & ${quoted(last)}:*'],
      ['if (Buffer.byteLength(start) > longestWord) return several', ''],
      ['`lower(${add(`${quoted(start)}:*`)}::text)::tsquery`', '`${add(`${quoted(start)}:*`)}::text::tsquery`'],
      ['((?:-(?=\\p{N}))?[', '(['],
      ['(?:\\p{L}+:\\/\\/(?=[\\p{L}\\p{M}\\p{N}]))?|', '|'],
      ["text.replaceAll(/['\\\\]/g, '$&$&')", 'text'],
      ['].filter(([text]) => /[\\p{L}\\p{N}]/u.test(text))', ']'],
      ["joined(each, '&&')", "each.join(' && ')"],
    ],
  },
  {
    file: 'src/cases/comments/comment-pages.ts',
    tests: cases('paging/page-loader', 'comments/comments', 'comments/internal-comments', 'paging/paging'),
    mutants: [
      ['(not c.internal or k.internal)', 'true'],
      ['(not c.internal or k.internal)', '(not c.internal)'],
      ['(not c.internal or k.internal)', '(c.internal or k.internal)'],
      ['(c.version, c.position) > (k.after_version', '(c.version, c.position) >= (k.after_version'],
      ['(c.version, c.position) < (k.before_version', '(c.version, c.position) <= (k.before_version'],
      ['(c.version, c.position) > (k.after_version, k.after_position)', 'c.version > k.after_version'],
      ['(c.version, c.position) < (k.before_version, k.before_position)', 'c.version < k.before_version'],
      ['where c.case_id = k.case_id\n', 'where true\n'],
      ['e.case_id = c.case_id and ', ''],
      [' and e.version = c.version', ''],
      ['  order by c.version ${order}, c.position ${order}\n', ''],
      ['  order by c.version ${order}, c.position ${order}\n', '  order by c.version ${order}\n'],
      ['  order by c.version ${order}, c.position ${order}\n', '  order by c.position ${order}\n'],
      [
        'order by page.ordinal, page.version ${order}, page.position ${order}`',
        'order by page.ordinal, page.version ${order}`',
      ],
      [
        'order by page.ordinal, page.version ${order}, page.position ${order}`',
        'order by page.ordinal, page.position ${order}`',
      ],
      ['order by page.ordinal, page.version', 'order by page.version', 'The rows of each key keep their order.'],
      ['  limit k.items\n', ''],
      [
        'coalesce(c.imported_author_id, e.actor_id)',
        'coalesce(e.actor_id, c.imported_author_id)',
        'A comment has either an imported author or an event with an actor.',
      ],
      ['left join persons p', 'join persons p', 'Every comment has an author.'],
    ],
  },
  {
    file: 'src/cases/comments/comment-pages.ts',
    tests: ['test/transfer/import-cases.test.ts', ...cases('comments/comments')],
    mutants: [
      [
        'case when c.imported_at is null then e.touchpoint_code else c.imported_touchpoint_code end',
        'e.touchpoint_code',
      ],
      [
        'case when c.imported_at is null then e.touchpoint_code else c.imported_touchpoint_code end',
        'c.imported_touchpoint_code',
      ],
      ['coalesce(c.imported_at, e.at)', 'e.at'],
      ['coalesce(c.imported_author_id, e.actor_id)', 'e.actor_id'],
    ],
  },
  {
    file: 'src/auth/viewer.ts',
    tests: cases('history/party-view', 'comments/internal-comments'),
    mutants: [[`return viewer.login === 'OPERATOR'`, `return viewer.login !== 'CONSUMER'`]],
  },
  {
    file: 'src/cases/comments/comment-pages.ts',
    tests: cases('comments/internal-comments', 'list/total-count'),
    mutants: [
      ['where c.case_id = any($1::bigint[]) and ${isVisible}', 'where c.case_id = any($1::bigint[])'],
      ['    and ${isVisible}\n', ''],
    ],
  },
  {
    file: 'src/cases/paging/page-loader.ts',
    tests: cases('paging/paging', 'comments/comments'),
    mutants: [
      ['key.page.inverted ? pages.backward : pages.forward', 'pages.forward'],
      ['page.after?.[i] ?? start[i]', 'start[i]'],
      ['page.before?.[i] ?? end[i]', 'end[i]'],
    ],
  },
  {
    file: 'src/auth/authenticate.ts',
    tests: ['test/catalogue/lookup.test.ts', ...auth('next-request')],
    mutants: [[`on v.token_hash = decode(k.token_hash, 'hex')`, 'on true']],
  },
  {
    file: 'src/auth/viewer.ts',
    tests: [...auth('credentials'), ...cases('change/together'), 'test/rate-limit/rate-limits.test.ts'],
    mutants: [
      ['facts?.viewer.touchpointCode === context.credentials?.touchpoint ? facts : undefined', 'facts'],
      ['accepted?.viewer ?? context.viewer ?? null', 'accepted?.viewer ?? context.viewer'],
      ['accepted?.viewer ?? context.viewer ?? null', 'accepted?.viewer ?? null'],
    ],
  },
  {
    file: 'src/auth/credentials.ts',
    tests: auth('credentials'),
    mutants: [
      ['touchpoint === null || token === null ?', 'touchpoint === null && token === null ?'],
      ['return values[0] || null', 'return values[0]!'],
      [`filter((text) => text !== '')`, 'filter(() => true)'],
      [' || others.length > 0', ''],
      [` && !value.includes(',')`, ''],
      [
        'if (/^[\\x20-\\x7e]*$/.test(value)) return value\n',
        '\n',
        'It saves decoding what is the same in both encodings.',
      ],
    ],
  },
  {
    file: 'migrations/20261121000000_initial.ts',
    tests: [...auth('sessions', 'next-request'), ...cases('change/together', 'change/lost-race')],
    mutants: [
      ['s.revoked_at is null', 'true'],
      ['(s.expires_at is null or s.expires_at > statement_timestamp())', 's.expires_at > statement_timestamp()'],
      ['(s.expires_at is null or s.expires_at > statement_timestamp())', 's.expires_at is null'],
      ['(s.expires_at is null or s.expires_at > statement_timestamp())', 'true'],
      ['s.expires_at > statement_timestamp()', 's.expires_at < statement_timestamp()'],
      ['s.expires_at > statement_timestamp()', 's.expires_at > now()'],
      [
        's.expires_at > statement_timestamp()',
        's.expires_at >= statement_timestamp()',
        'They differ in one microsecond.',
      ],
      ['    and p.active and not p.blocked\n', '    and not p.blocked\n'],
      ['    and p.active and not p.blocked\n', '    and p.active\n'],
      ['join persons p on p.id = s.person_id\n', 'join persons p on true\n'],
    ],
  },
  {
    file: 'migrations/20261121000000_initial.ts',
    tests: cases('access/permission', 'assign/assign-case'),
    mutants: [
      [
        '  join operator_groups g on g.id = m.group_id and g.active\n',
        '  join operator_groups g on g.id = m.group_id\n',
      ],
      ['  join operator_groups g on g.id = m.group_id and g.active\n', '  join operator_groups g on g.active\n'],
      ['join operator_group_types t on t.group_id = g.id\n', 'join operator_group_types t on true\n'],
      ['  select operator_id, type_code\n  from operator_types\n  union all\n', ''],
      ['  union all\n', '  union\n', 'Callers only ask whether there is a row.'],
    ],
  },
]
