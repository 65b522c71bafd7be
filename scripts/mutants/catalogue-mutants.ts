import type { MutatedFile } from './mutant.ts'

const lookup = 'test/catalogue/lookup.test.ts'
const revision = 'test/catalogue/catalogue-revision.test.ts'
const imports = 'test/transfer/import.test.ts'

/** The catalogue, its revision, lookups and sessions. */
export const catalogueMutants: MutatedFile[] = [
  {
    file: 'migrations/20261121000000_initial.ts',
    tests: [revision, 'test/doctor/doctor.test.ts', 'test/database/migrations.test.ts'],
    mutants: [
      ['before insert or update or delete or truncate on', 'before update or delete or truncate on'],
      ['before insert or update or delete or truncate on', 'before insert or delete or truncate on'],
      ['before insert or update or delete or truncate on', 'before insert or update or truncate on'],
      ['before insert or update or delete or truncate on', 'before insert or update or delete on'],
      ['before insert or update or delete or truncate on', 'after insert or update or delete or truncate on'],
      ['set revision = gen_random_uuid();', 'set revision = revision;'],
      [`  'case_categories',\n`, ''],
      [`  'case_types',\n`, ''],
      [`  'case_type_fields',\n`, ''],
      [`  'case_type_categories',\n`, ''],
      [`  'case_statuses',\n`, ''],
      [`  'case_status_transitions',\n`, ''],
      [`  'case_resolutions',\n`, ''],
      [`  'touchpoints',\n`, ''],
      [`  'touchpoint_grants',\n`, ''],
      ['check (assignee_id IS NULL OR group_id IS NULL)', 'check (true)'],
      [`check (id >= 1 AND id <= '9007199254740991'::bigint)`, 'check (id >= 1)'],
      ['check ((imported_author_id IS NULL) = (imported_at IS NULL))', 'check (true)'],
    ],
  },
  {
    file: 'src/catalogue/catalogue-store.ts',
    tests: ['test/catalogue/catalogue-store.test.ts', revision, 'test/cases/change/small-pool.test.ts'],
    mutants: [
      ['this.#current?.revision === revision ?', 'this.#current ?'],
      ['    if (db !== this.#database) return this.#load(db)\n', ''],
      ['.finally(() => (this.#loading = undefined))', ''],
      ['if (earlier?.revision === revision) return earlier', 'if (earlier) return earlier'],
      [
        'this.#loading ??= this.#load',
        'this.#loading = this.#load',
        'It only saves loads: each returns the current revision.',
      ],
      ['    if (earlier?.revision === revision) return earlier\n', '', 'It only saves a load.'],
    ],
  },
  {
    file: 'src/catalogue/catalogue.ts',
    tests: [
      'test/cases/update/update-case.rules.test.ts',
      'test/catalogue/catalogue-store.test.ts',
      lookup,
      revision,
      imports,
    ],
    mutants: [
      [' order by type_code, position)', ')'],
      [`order by c.name collate "C", t.name collate "C", c.code collate "C", t.code collate "C")`, 'order by t.name)'],
      ['c.name collate "C", t.name collate "C", c.code', 't.name collate "C", c.name collate "C", c.code'],
      [
        'c.name collate "C", t.name collate "C", c.code collate "C", t.code',
        'c.name collate "C", t.name collate "C", t.code',
      ],
      ['join case_types t on t.code = tc.type_code', 'join case_types t on true'],
      [
        'grants.set(existing(typeCategories, key), modify[i] === true)',
        'grants.set(existing(typeCategories, key), true)',
      ],
      ['(transitions.get(from) ?? new Set()).add(to)', 'new Set([to])'],
      ['allTypeCategories: all, grants', 'allTypeCategories: true, grants'],
      ['left join (\n     select touchpoint_code', 'join (\n     select touchpoint_code'],
      ['    group by touchpoint_code\n', '    group by touchpoint_code, type_code\n'],
    ],
  },
  {
    file: 'src/catalogue/lookup.ts',
    tests: [lookup],
    mutants: [
      [`viewer.login === 'OPERATOR' || viewer.login === 'ADMIN'`, 'false'],
      [`viewer.login === 'OPERATOR' || viewer.login === 'ADMIN'`, `viewer.login !== 'PARTY'`],
      ['(appVisible || !filter.appVisibleOnly) &&', ''],
      ['appVisible || !filter.appVisibleOnly', 'appVisible'],
      ['type.code === (filter.caseTypeCode ?? type.code) &&', ''],
      ['category.code === (filter.caseCategoryCode ?? category.code)', 'true'],
      ['filter.caseTypeCode ?? type.code', 'filter.caseTypeCode || type.code'],
      ['filter.caseCategoryCode ?? category.code', 'filter.caseCategoryCode || category.code'],
    ],
  },
  {
    file: 'src/catalogue/available.rules.ts',
    tests: [lookup],
    mutants: [
      ['return active && type.active', 'return type.active'],
      ['active && type.active && category', 'active && category'],
      [' && category.active', ''],
      ['!each.category.system && ', ''],
      ['touchpoint?.allTypeCategories || touchpoint?.grants', 'touchpoint?.grants'],
      ['touchpoint?.allTypeCategories || touchpoint?.grants.has(typeCategory)', 'touchpoint?.allTypeCategories'],
      [' && isGranted === true', ''],
      [' && isAvailable(each, touchpointCode, catalogue)', ''],
    ],
  },
  {
    file: 'src/auth/sessions/sessions.ts',
    tests: ['test/auth/sessions.test.ts', 'test/cli/commands.test.ts'],
    mutants: [
      ['kind: login, emailKey', 'emailKey'],
      ['emailKey: emailKey(email) }', 'emailKey: email }'],
      ['hours * 3_600', '12 * 3_600'],
      [' and locked.was_valid', ''],
      ['revoked_at = now() where revoked_at is null', 'revoked_at = now()'],
      [`  if (revokedAt) return 'revoked'\n`, ''],
      ['expiresAt && expiresAt <= now', 'expiresAt && expiresAt > now'],
      [`?? refusalOf(person) ?? 'live'`, `?? 'live'`],
      [`if (!active) return 'inactive'`, ''],
      [`return blocked ? 'blocked' : null`, 'return null'],
      ['expiresAt && expiresAt <= now', 'expiresAt && expiresAt < now', 'They differ in one microsecond.'],
    ],
  },
]
