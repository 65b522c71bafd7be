import type { MutatedFile } from './mutant.ts'

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
      ['  await database.run(advanceCaseIds)\n', ''],
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
      ["comment.text?.trim() ?? ''", "comment.text ?? ''"],
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
    file: 'src/transfer/import/import-items.ts',
    tests: [imports, identity, 'test/transfer/keep-existing.test.ts', 'test/transfer/import-errors.test.ts'],
    mutants: [
      ['sent[name] ?? flags[name]', 'flags[name]'],
      ['        newEmail: members.email,\n', ''],
      ['(kind ? { ...Object(item), login: kind } : item)'.slice(1, -1), 'item'],
      ['if (file[name].items.has(index)) return []', ''],
      ['members: { ...members, default: false }', 'members'],
      ["existing: ['transitions', first![0], 'from'],\n", ''],
    ],
  },
  {
    file: 'src/transfer/import/import-secrets.ts',
    tests: [identity],
    mutants: [
      ['touchpointCode === code && !revoked', 'touchpointCode === code'],
      ['found && found.touchpointCode !== code', 'false'],
      ['!found?.revoked', 'true'],
      ['  await lockTouchpoints(transaction, codes)\n', ''],
      ['  on conflict (secret_hash) do nothing\n', '  on conflict (secret_hash) do update set revoked_at = null\n'],
    ],
  },
  {
    file: 'src/transfer/import/import-sessions.ts',
    tests: [imports],
    mutants: [
      ['  where stored.revoked_at is null\n    and', '  where'],
      ['expires_at: expiresAt ?? null', 'expires_at: null'],
    ],
  },
  {
    file: 'src/auth/touchpoint-secrets/touchpoint-secrets.ts',
    tests: [identity, 'test/cli/commands.test.ts', 'test/configuration/administration.test.ts'],
    mutants: [
      [' order by code for no key update', ''],
      ['touchpoint_code = $1 and revoked_at is null', 'touchpoint_code = $1'],
      ['set revoked_at = now()', 'set revoked_at = null'],
      ['$1::text is null or touchpoint_code = $1', 'true'],
      [' || code !== (ofTouchpoint ?? code)', ''],
      ['    if (found?.isRevoked) return code\n', ''],
    ],
  },
  {
    file: 'src/transfer/import/import.ts',
    tests: [imports, 'test/transfer/import-errors.test.ts', 'test/transfer/keep-existing.test.ts'],
    mutants: [
      ['  errors.throwIfAny()\n', ''],
      ['  checkCases(file, plan.targets, fieldsOf, problems)\n', ''],
      ['isAdditive: true', 'isAdditive: false'],
      ['file.keepExisting ? withoutStored(sent, stored) : sent', 'sent'],
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
