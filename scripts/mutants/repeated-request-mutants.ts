import type { MutatedFile } from './mutant.ts'

const cases = (...names: string[]) => names.map((name) => `test/cases/${name}.test.ts`)

/** Which requests are the same, and what a repeated one returns. */
export const repeatedRequestMutants: MutatedFile[] = [
  {
    file: 'src/cases/change/request-hash.ts',
    tests: cases('change/request-hash.unit'),
    mutants: [
      ['canonicalText([operation, sent])', 'canonicalText([sent])'],
      ['.filter(([, value]) => value !== null)', ''],
      ['if (members[name] !== undefined) left', 'left'],
      ['Object.keys(members).sort().reverse()', 'Object.keys(members)'],
      ['      left.push(endOfArray)\n', ''],
      ['      left.push(endOfObject)\n', ''],
      ['left.push(members[name], name)', 'left.push(members[name])'],
    ],
  },
  {
    file: 'src/cases/change/idempotency.ts',
    tests: cases('change/dry-run', 'change/safe-retries'),
    mutants: [['if (dryRun) return null', '']],
  },
  {
    file: 'src/cases/change/idempotency.ts',
    tests: cases('change/safe-retries'),
    mutants: [
      ['if (storedKey.requestHash === keyed.requestHash) return storedKey', 'return storedKey'],
      ['if (storedKey.isExpired) {', 'if (false) {'],
      ['i.token_hash = v.token_hash and i.key = k.idempotency_key', 'i.key = k.idempotency_key'],
    ],
  },
  {
    file: 'src/cases/change/answer-once.ts',
    tests: cases('change/repeated-access'),
    mutants: [
      ['(visible && !isVisible)', 'false'],
      ['(visible && !isVisible)', '!isVisible'],
      ['version ?? current.version', 'current.version'],
    ],
  },
  {
    file: 'src/cases/change/change-case.ts',
    tests: cases('change/repeated-access'),
    mutants: [
      ['first ? rejected : storeAnswer(', 'storeAnswer('],
      ['  if (first) return repeatAnswer(db, first, modifiable)\n', ''],
    ],
  },
  {
    file: 'src/cases/comments/change-comment.ts',
    tests: cases('change/repeated-access'),
    mutants: [
      [
        'return comment ? { ...result, comment } : { problems: [invalidComment] }',
        'return { ...result, comment: comment! }',
      ],
    ],
  },
  {
    file: 'src/cases/create/write-new-case.ts',
    tests: cases('change/repeated-access'),
    mutants: [['id, 1, visible, statement_timestamp()', 'id, 1, true, statement_timestamp()']],
  },
  {
    file: 'src/cases/read/past-cases.ts',
    tests: cases('change/repeated-access', 'read/as-of'),
    mutants: [['canSeeInternal(viewer) ? past : { ...past, editsUntil: current.version }', 'past']],
  },
  {
    file: 'src/cases/update/patch-case.rules.ts',
    tests: cases('change/same-request'),
    mutants: [['caseData === undefined || isEmptyObject(caseData) ? patch', 'caseData === undefined ? patch']],
  },
  {
    file: 'src/cases/assign/assign-case.ts',
    tests: cases('change/same-request'),
    mutants: [['    requested,\n', `    requested: { email: input.email, groupName: input.groupName },\n`]],
  },
  {
    file: 'src/cases/change/bulk.ts',
    tests: cases('change/bulk'),
    mutants: [
      [`  'CONFLICT',\n`, ''],
      [`  'FORBIDDEN',\n`, ''],
      [`  'BAD_USER_INPUT',\n`, ''],
    ],
  },
]
