import type { MutatedFile } from './mutant.ts'

const cases = (...names: string[]) => names.map((name) => `test/cases/${name}.test.ts`)

/** Which requests are the same, and what a repeated one returns. */
export const repeatedRequestMutants: MutatedFile[] = [
  {
    file: 'src/cases/change/request-hash.ts',
    tests: cases('request-hash.unit'),
    mutants: [
      ['canonicalText([operation, sent])', 'canonicalText([sent])'],
      ['.filter(([, value]) => value !== null)', ''],
      ['.filter(([, member]) => member !== undefined)', ''],
      ['members.sort(([a], [b]) => (a < b ? 1 : -1))', 'members'],
      ['      left.push(endOfArray)\n', ''],
      ['      left.push(endOfObject)\n', ''],
      ['left.push(member, name)', 'left.push(member)'],
    ],
  },
  {
    file: 'src/cases/change/idempotency.ts',
    tests: cases('dry-run', 'safe-retries'),
    mutants: [['return dryRun ? null : {', 'return {']],
  },
  {
    file: 'src/cases/change/idempotency.ts',
    tests: cases('safe-retries'),
    mutants: [
      ['if (found.stored.requestHash === request.requestHash) return found', 'return found'],
      ['if (found.stored.isExpired) {', 'if (false) {'],
      ['on i.token_hash = v.token_hash and i.key = k.key', 'on i.key = k.key'],
    ],
  },
  {
    file: 'src/cases/change/repeated-answer.ts',
    tests: cases('repeated-access'),
    mutants: [
      ['(visible && !isModifiable(facts, catalogue))', 'false'],
      ['(visible && !isModifiable(facts, catalogue))', '!isModifiable(facts, catalogue)'],
      ['version ?? current.version', 'current.version'],
    ],
  },
  {
    file: 'src/cases/change/change-case.ts',
    tests: cases('repeated-access'),
    mutants: [
      ['first ? { problems: [invalidId] } : store(', 'store('],
      ['    if (first) return firstAnswer(context, first, facts, transaction)\n', ''],
    ],
  },
  {
    file: 'src/cases/comments/change-comment.ts',
    tests: cases('repeated-access'),
    mutants: [
      [
        'return comment ? { ...result, comment } : { problems: [invalidComment] }',
        'return { ...result, comment: comment! }',
      ],
    ],
  },
  {
    file: 'src/cases/create/write-new-case.ts',
    tests: cases('repeated-access'),
    mutants: [['id, 1, visible, statement_timestamp()', 'id, 1, true, statement_timestamp()']],
  },
  {
    file: 'src/cases/read/past-cases.ts',
    tests: cases('repeated-access', 'as-of'),
    mutants: [['canSeeInternal(viewer) ? past : { ...past, editsUntil: current.version }', 'past']],
  },
  {
    file: 'src/cases/update/patch-case.rules.ts',
    tests: cases('same-request'),
    mutants: [['mergeData({}, caseData, []) === undefined ? patch', 'caseData === undefined ? patch']],
  },
  {
    file: 'src/cases/assign/assign-case.ts',
    tests: cases('same-request'),
    mutants: [['    requested,\n', `    requested: { email: input.email, groupName: input.groupName },\n`]],
  },
  {
    file: 'src/cases/change/bulk.ts',
    tests: cases('all-changes'),
    mutants: [
      [`  'CONFLICT',\n`, ''],
      [`  'FORBIDDEN',\n`, ''],
      [`  'BAD_USER_INPUT',\n`, ''],
    ],
  },
]
