import type { MutatedFile } from './mutant.ts'

const lookup = 'test/catalogue/lookup.test.ts'
const imports = 'test/transfer/import.test.ts'
const identity = 'test/transfer/import-identity.test.ts'
const importedCases = 'test/transfer/import-cases.test.ts'

/** Imports of new and existing rows. */
export const transferMutants: MutatedFile[] = [
  {
    file: 'src/transfer/import/import-cases.ts',
    tests: [importedCases, imports],
    mutants: [
      ['    on conflict (id) do nothing\n', ''],
      ['    join imported i on i.id = r.case_id\n  ), comment', '    join imported i on true\n  ), comment'],
      ['    join imported i on i.id = r.case_id\n  )\n', '    join imported i on true\n  )\n'],
      ['    where id < ${firstIgnoredId}\n', ''],
      ['  where highest > coalesce(pg_sequence_last_value(sequence), 0)\n', ''],
      ['coalesce(pg_sequence_last_value(sequence), 0)', 'pg_sequence_last_value(sequence)'],
      ['    await database.run(advanceCaseIds)\n'.trim(), ''],
      ['  if (cases.items.size === 0) return 0\n', '', 'It saves a statement.'],
    ],
  },
  {
    file: 'src/transfer/import/case-rows.ts',
    tests: [importedCases, imports, 'test/transfer/export.test.ts'],
    mutants: [
      ['return outdatedCaseData ? caseData :', 'return false ? caseData :'],
      ['if (caseData == null) return {}', ''],
      ['internal: comment.internal ?? false', 'internal: false'],
      ['internal: event.internal ?? false', 'internal: false'],
      ['comment.text.trim()', 'comment.text'],
      ["version: item.version ?? 1, kind: 'IMPORTED'", "version: 1, kind: 'IMPORTED'"],
      ['touchpoint_code: comment.touchpointCode ?? null', 'touchpoint_code: null'],
      ['createdAt ?? changed ?? now', 'createdAt ?? now'],
      ['changed ?? createdAt ?? now', 'changed ?? now'],
      ['comment.createdAt ?? timesOf(item, now).created_at', 'timesOf(item, now).created_at'],
      ["version: item.version ?? 1, kind: 'IMPORTED', at,", "version: item.version ?? 1, kind: 'IMPORTED', at: now,"],
      ['edited_version: comment.editedVersion ?? null', 'edited_version: null'],
      ['removed_version: comment.removedVersion ?? null', 'removed_version: null'],
    ],
  },
  {
    file: 'src/transfer/import/import-rows.ts',
    tests: [imports, 'test/transfer/export.test.ts'],
    mutants: [
      ['if (!stored) newRows.push(row)', 'newRows.push(row)'],
      ['else if (!keep(stored)) em.assign', 'else em.assign'],
      ['else if (!keep(stored)) em.assign(stored, row as never)', ''],
      ['written += newRows.length + changed', 'written += newRows.length'],
      ['written += newRows.length + changed', 'written += changed'],
      ['    em.clear()\n', '', 'It bounds the memory.'],
      ['if (changed > 0) await em.flush()', 'await em.flush()', 'Without changes, a flush sends no statement.'],
    ],
  },
  {
    file: 'src/transfer/import/import-people.ts',
    tests: [imports, importedCases, 'test/cases/assign/assign-case.test.ts'],
    mutants: [
      ['keep: ({ revokedAt }) => revokedAt !== null', 'keep: () => false'],
      ['expiresAt == null ? null : new Date(expiresAt)', 'null'],
      ['blocked: blocked ?? false', 'blocked: false'],
      ['    active: active ?? true,\n', '    active: true,\n'],
      ['const id = stored.persons.get(personKey(kind, email))', 'const id = undefined'],
      ['emailKey: emailKey(email),', 'emailKey: email,'],
    ],
  },
  {
    file: 'src/transfer/import/import-people.ts',
    tests: [identity],
    mutants: [
      ['...(subject !== undefined && { subject })', 'subject: subject ?? null'],
      ['{ id, ...(subject !== undefined && { subject }) }', '{ id }'],
    ],
  },
  {
    file: 'src/transfer/import/import-groups.ts',
    tests: [imports],
    mutants: [
      ['name, active: active ?? true }', 'name, active: true }'],
      ['...(id !== undefined && { id }), ', ''],
    ],
  },
  {
    file: 'src/transfer/import/import-touchpoints.ts',
    tests: [imports, lookup, identity, 'test/cases/access/permission.test.ts'],
    mutants: [
      ['allTypeCategories: allTypeCategories ?? false', 'allTypeCategories: false'],
      ['modifyCases: modifyCases ?? false', 'modifyCases: false'],
      ['.filter(([, value]) => value != null)', ''],
      ['logins: logins ?? []', 'logins: []'],
      ['registers: registers ?? []', 'registers: []'],
      ['  on conflict (secret_hash) do nothing\n', '  on conflict (secret_hash) do update set revoked_at = null\n'],
    ],
  },
  {
    file: 'src/transfer/import/check-identity.ts',
    tests: [identity],
    mutants: [
      ['touchpointCode === code && !revoked', 'touchpointCode === code'],
      ['stored && stored.touchpointCode !== code', 'false'],
      ['!stored?.revoked', 'true'],
      ['holder !== undefined && holder !== emailKey(email)', 'false'],
      ['holder !== undefined && holder !== emailKey(email)', 'holder !== undefined'],
    ],
  },
  {
    file: 'src/transfer/import/stored-identity.ts',
    tests: [identity],
    mutants: [
      ['  await lockTouchpoints(transaction, codes)\n', ''],
      ['on p.kind = s.kind and p.subject', 'on p.subject'],
    ],
  },
  {
    file: 'src/auth/touchpoint-secrets.ts',
    tests: [identity, 'test/cli/commands.test.ts'],
    mutants: [
      [' order by code for no key update', ''],
      ['touchpoint_code = $1 and revoked_at is null', 'touchpoint_code = $1'],
      ['set revoked_at = coalesce(revoked_at, now())', 'set revoked_at = null'],
      ['id::text = lower($1)', 'id::text = $1'],
      ['$1::text is null or touchpoint_code = $1', 'true'],
    ],
  },
  {
    file: 'src/transfer/import/import-catalogue.ts',
    tests: [imports, lookup],
    mutants: [
      ['system: system ?? false', 'system: false'],
      [
        'typeRows = types.items.values().map(({ code, name, active }) => ({ code, name, active: active ?? true }))',
        'typeRows = types.items.values().map(({ code, name }) => ({ code, name, active: true }))',
      ],
      ['appVisible: appVisible ?? false', 'appVisible: false'],
      ['defaultAnswer: defaultAnswer ?? null', 'defaultAnswer: null'],
      ['closed: closed ?? false', 'closed: false'],
      [
        'active: active ?? true,\n    isDefault: isDefault ?? false,\n  }))\n\n  return',
        'active: true,\n    isDefault: isDefault ?? false,\n  }))\n\n  return',
      ],
      ['position: index + 1', 'position: 100 - index'],
    ],
  },
  {
    file: 'src/transfer/import/import.ts',
    tests: [imports, 'test/transfer/import-errors.test.ts'],
    mutants: [
      ['    await transaction.run(lockImports)\n', ''],
      ['  errors.throwIfAny()\n', ''],
      ['  checkReferences(file, reference, stored, errors)\n', ''],
      ['casesLeft: file.cases.items.size - cases', 'casesLeft: 0'],
    ],
  },
  {
    file: 'src/transfer/import/person-keys.ts',
    tests: [importedCases, imports],
    mutants: [
      ['partyEmail != null && emailKey(partyEmail) === emailKey(email)', 'false'],
      ['emailKey(partyEmail) === emailKey(email)', 'partyEmail === email'],
      [`['OPERATOR', 'PARTY', 'CONSUMER']\n`, `['CONSUMER', 'PARTY', 'OPERATOR']\n`],
      ['(login ? [login] : kinds)', 'kinds'],
    ],
  },
]
