import type { MutatedFile } from './mutant.ts'

const cases = (...names: string[]) => names.map((name) => `test/cases/${name}.test.ts`)

/** How changes are decided and written. */
export const writeMutants: MutatedFile[] = [
  {
    file: 'src/cases/change/write-change.ts',
    tests: cases('change/lost-field', 'change/shared-write', 'change/lost-race'),
    mutants: [
      ['c.id = sent.id and c.version = sent.version', 'c.id = sent.id'],
      ['c.id = sent.id and c.version = sent.version', 'c.version = sent.version'],
      ['JSON.stringify(onePerCase(records))', 'JSON.stringify(records)'],
      ['version = c.version + 1', 'version = c.version'],
      ['version = c.version + 1', 'version = c.version + 2'],
      ['version = c.version + 1', 'version = s.version + 1', 'The two are equal: the row has this version.'],
      ['ordinal: index + 1', 'ordinal: changes.length - index'],
      ['changes, internal\n  from changed\n', 'changes, internal\n  from changed limit 1\n'],
      ['services.caseQueue.lostRaces++', ''],
    ],
  },
  {
    file: 'src/cases/change/write-change.ts',
    tests: cases('update/update-case', 'assign/assign-case', 'comments/comments', 'read/read-case'),
    mutants: [
      ['type_code = s.type_code', 'type_code = c.type_code'],
      ['category_code = s.category_code', 'category_code = c.category_code'],
      ['status = s.status', 'status = c.status'],
      ['resolution = s.resolution', 'resolution = c.resolution'],
      ['case_data = s.case_data', 'case_data = c.case_data'],
      ['assignee_id = s.assignee_id', 'assignee_id = coalesce(s.assignee_id, c.assignee_id)'],
      ['group_id = s.group_id', 'group_id = coalesce(s.group_id, c.group_id)'],
      ["updated_at = ${changeTime('c')}", 'updated_at = c.updated_at'],
      ['  select id, version, kind, actor_id,', `  select id, version, 'UPDATED', actor_id,`],
      ['  select id, version, kind, actor_id,', '  select id, version, kind, null::bigint,'],
      ['touchpoint_code, updated_at, changes, internal\n', 'null::text, updated_at, changes, internal\n'],
      ['touchpoint_code, updated_at, changes, internal\n', `touchpoint_code, updated_at, '[]', internal\n`],
      ['changed.version, c.position, c.text, c.internal\n', 'changed.version, 100 - c.position, c.text, c.internal\n'],
      ['changed.version, c.position, c.text, c.internal\n', 'changed.version, c.position, c.text, false\n'],
      ['    ...values,\n    version,', '    version,'],
      ['    version,\n    updatedAt,\n', '    updatedAt,\n'],
      ['    version,\n    updatedAt,\n', '    version,\n'],
    ],
  },
  {
    file: 'src/cases/change/in-turn.ts',
    tests: cases(
      'change/lost-race',
      'change/small-pool',
      'change/concurrency',
      'change/case-queue',
      'change/case-queue.unit',
    ),
    mutants: [
      ['  await lockCase(db, caseId)\n', ''],
      ['    if (result) return result\n', '    return result!\n'],
      ['attemptsWithoutLock = 3', 'attemptsWithoutLock = 0'],
      [
        'if (!result) throw new InternalError(`Case ${caseId} changed although it was locked.`)',
        '',
        'A request that holds the lock cannot lose the race.',
      ],
      ['if (caseQueue.isBusy(caseId) && !(await mayChange()))', 'if (false)'],
      ['if (caseQueue.isBusy(caseId) && !(await mayChange()))', 'if (caseQueue.isBusy(caseId))'],
      [
        'if (caseId === null) return change()\n',
        '',
        'Changes of invalid IDs would queue behind one another, and are refused all the same.',
      ],
    ],
  },
  {
    file: 'src/cases/change/change-case.ts',
    tests: cases('access/permission', 'change/lost-race', 'change/small-pool', 'change/concurrency'),
    mutants: [
      ['() => db.load(operation.facts, key)', '() => context.services.database.load(operation.facts, key)'],
      ['catalogue.at(facts.viewer.revision, db)', 'catalogue.at(facts.viewer.revision)'],
      [
        'writeChange(context, db, modifiable, change, keyed)',
        'writeChange(context, context.services.database, modifiable, change, keyed)',
      ],
      ['isAllowed && isModifiable(facts, catalogue) ?', 'isModifiable(facts, catalogue) ?'],
      ['isAllowed && isModifiable(facts, catalogue) ?', 'isAllowed && facts.case ?'],
      ['if (!change) return storeAnswer(db, keyed, { viewer, case: current })\n', 'if (!change) return null\n'],
    ],
  },
  {
    file: 'src/cases/update/update-case.ts',
    tests: cases(
      'comments/internal-comments',
      'update/update-case',
      'read/read-case',
      'update/update-case-unusual-data',
    ),
    mutants: [
      [`    ...changed(['categoryCode'], current.categoryCode, updated.categoryCode),\n`, ''],
      [`    ...changed(['typeCode'], current.typeCode, updated.typeCode),\n`, ''],
      [`    ...changed(['status'], current.status, updated.status),\n`, ''],
      [`    ...changed(['resolution'], current.resolution, updated.resolution),\n`, ''],
      ['    ...changedFields(current.caseData, updated.caseData),\n', ''],
      ['if (changes.length === 0 && comments.length === 0) return null\n', '\n'],
      ['if (changes.length === 0 && comments.length === 0)', 'if (changes.length === 0)'],
      ['if (changes.length === 0 && comments.length === 0)', 'if (comments.length === 0)'],
      ['assigneeId: current.assigneeId, groupId: current.groupId', 'assigneeId: null, groupId: current.groupId'],
      ['assigneeId: current.assigneeId, groupId: current.groupId', 'assigneeId: current.assigneeId, groupId: null'],
      ['...Object.keys(from), ', ''],
      [', ...Object.keys(to)', ''],
      ['  if (from === to) return []\n', '', 'It saves the comparison of equal objects.'],
    ],
  },
  {
    file: 'src/cases/form/case-fields.ts',
    tests: cases('update/case-data'),
    mutants: [['completeCaseData(types.get(typeCode)?.fields ?? [], caseData)', 'caseData']],
  },
  {
    file: 'src/cases/create/create-case.rules.ts',
    tests: cases('update/case-data'),
    mutants: [
      ['status !== undefined && statusProblems.length === 0 && isClosed(status, catalogue)', 'false'],
      ['sent == null ? fitCaseData(fields, {}, closed)', 'false ? fitCaseData(fields, {}, closed)'],
      ['fitCaseData(fields, {}, closed)', 'fitCaseData(fields, {}, false)'],
    ],
  },
  {
    file: 'src/cases/create/create-facts.ts',
    tests: cases('create/routing', 'create/create-case'),
    mutants: [
      ['on routed.id = tc.group_id and routed.active', 'on routed.id = tc.group_id'],
      ['tc.type_code = k.type_code and tc.category_code', 'tc.category_code'],
      ["${isMember('v.person_id', 'routed.id')} as", 'false as'],
      ["p.kind = 'PARTY' and p.email_key", 'p.email_key'],
    ],
  },
  {
    file: 'src/cases/create/write-new-case.ts',
    tests: cases('create/routing'),
    mutants: [
      ['    group_id: newCase.groupId,\n', ''],
      ["    ...changed(['group'], null, groupName),\n", ''],
    ],
  },
  {
    file: 'src/cases/create/write-with-party.ts',
    tests: cases('create/create-case'),
    mutants: [
      ['if (!created) throw new KeyTaken()', 'if (!created) return null'],
      ['if (partyId === null) return null', 'if (partyId === null) throw new Error()'],
    ],
  },
  {
    file: 'src/people/register-person.ts',
    tests: cases('create/create-case'),
    mutants: [['on conflict do nothing\n', '']],
  },
  {
    file: 'src/cases/update/update-case.ts',
    tests: cases('access/permission'),
    mutants: [
      [
        'return worksOnCases(viewer)',
        'return true',
        'The permission rule refuses consumers too; this line refuses them before the catalogue is asked.',
      ],
    ],
  },
  {
    file: 'src/cases/assign/assign-case.ts',
    tests: cases('assign/assign-case', 'assign/assign-case-unusual-data', 'read/read-case', 'access/permission'),
    mutants: [
      [`login === 'OPERATOR'`, `login !== 'CONSUMER'`],
      ['input.email && emailKey(input.email)', 'input.email'],
      ['if (assigneeId === facts.case.assigneeId && groupId === facts.case.groupId) return null\n', '\n'],
      ['assigneeId === facts.case.assigneeId && ', ''],
      [' && groupId === facts.case.groupId', ''],
      [`    ...changed(['assignee'], facts.assigneeEmail, assigneeId === null ? null : name),\n`, ''],
      [`    ...changed(['group'], facts.groupName, groupId === null ? null : name),\n`, ''],
      ['assigneeId === null ? null : name', 'name'],
      ['groupId === null ? null : name', 'name'],
    ],
  },
  {
    file: 'src/database/valid-text.ts',
    tests: cases('assign/assign-case-unusual-data', 'update/update-case-unusual-data'),
    mutants: [
      ['text != null && isValidPostgresText(text) ? text : null', 'text ?? null'],
      [
        'text != null && isValidPostgresText(text) ? text : null',
        'text && isValidPostgresText(text) ? text : null',
        'Neither an operator nor a group has an empty name.',
      ],
    ],
  },
  {
    file: 'src/cases/comments/comment.rules.ts',
    tests: cases('comments/internal-comments'),
    mutants: [
      [`login === 'PARTY' && `, ''],
      ['comments.some(({ internal }) => internal)', 'comments.length > 0'],
      ['comments.some(({ internal }) => internal)', 'comments.every(({ internal }) => internal)'],
    ],
  },
  {
    file: 'src/cases/change/lock-case.ts',
    tests: cases('change/lost-race', 'take-next/take-next-case', 'change/held-lock'),
    mutants: [['for no key update`)', 'for key share`)']],
  },
]
