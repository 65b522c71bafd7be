import type { MutatedFile } from './mutant.ts'

const sharedUsage = 'test/rate-limit/shared-usage.test.ts'
const rateLimits = 'test/rate-limit/rate-limits.test.ts'

/** Rate limits, and statements that requests share. */
export const rateLimitMutants: MutatedFile[] = [
  {
    file: 'src/rate-limit/limit-usage.ts',
    tests: [sharedUsage],
    mutants: [
      [
        'used = case when u.ends_at > statement_timestamp() then u.used else 0 end + excluded.used',
        'used = u.used + excluded.used',
      ],
      [
        'used = case when u.ends_at > statement_timestamp() then u.used else 0 end + excluded.used',
        'used = excluded.used',
      ],
      ['        when u.ends_at > statement_timestamp() then u.ends_at\n', ''],
      [`greatest(u.ends_at + interval '1 minute', excluded.ends_at)`, 'excluded.ends_at'],
      [`greatest(u.ends_at + interval '1 minute', excluded.ends_at)`, `u.ends_at + interval '1 minute'`],
      ['select key, sum(used)', 'select key, max(used)'],
      [`where ends_at < statement_timestamp() - interval '1 minute'`, 'where ends_at < statement_timestamp()'],
      [`    where ends_at < statement_timestamp() - interval '1 minute'`.trim(), ''],
      ['  for update skip locked\n', '  for update\n'],
      [
        'group by key order by key',
        'group by key',
        'Grouping happens to sort the keys. Without the sort, two processes could deadlock.',
      ],
    ],
  },
  {
    file: 'src/rate-limit/rate-limit.ts',
    tests: [rateLimits, sharedUsage],
    mutants: [
      ['if (window.used >= maximum) return', 'if (window.used > maximum) return'],
      ['!window || window.endsAt <= now', '!window'],
      ['window.endsAt <= now', 'window.endsAt < now'],
      ['window.used >= maximum * smallestSharedPart', 'window.used > maximum * smallestSharedPart'],
      ['if (window.used >= maximum * smallestSharedPart) sharedUsage', 'sharedUsage'],
      ['    window.used++\n', ''],
    ],
  },
  {
    file: 'src/rate-limit/rate-limits.ts',
    tests: [rateLimits, 'test/desk/session.test.ts'],
    mutants: [
      [`request.method === 'OPTIONS' || `, ''],
      [' || request.routeOptions.config.credentialsInBody', ''],
      ['limitedAs && !(isGuess && credentialsInBody)', 'limitedAs'],
      ['limitedAs && !(isGuess && credentialsInBody)', 'limitedAs && !isGuess'],
      [`    if (ofSession.isExceeded) return answer(reply, ofSession, 'for a session')\n`, ''],
      ['const isAccepted = await areAccepted(request.context)', 'const isAccepted = true'],
      ['ofTouchpoint.isExceeded || ofTouchpoint.remaining <', 'ofTouchpoint.remaining <'],
      ['ofTouchpoint.remaining < ofSession.remaining', 'ofTouchpoint.remaining > ofSession.remaining'],
      ['|| ofTouchpoint.remaining < ofSession.remaining', ''],
      ['if (!isExceeded) return', 'if (remaining > 0) return'],
    ],
  },
  {
    file: 'src/auth/accepted-credentials.ts',
    tests: [rateLimits],
    mutants: [
      ['this.#tokens.get(credentials.tokenHash) === credentials.touchpoint', 'this.#tokens.has(credentials.tokenHash)'],
      ['this.#secrets.get(secret.secretHash) === secret.touchpoint', 'this.#secrets.has(secret.secretHash)'],
      ['credentials && viewer !== undefined', 'credentials'],
      ['    if (created) note(this.#tokens, created.tokenHash, created.touchpoint, true)\n', ''],
      ['secret && isSecretAccepted !== undefined', 'secret'],
      ['if (!isAccepted && isKnown)', 'if (!isAccepted)'],
      ['if (isAccepted && !isKnown)', 'if (!isKnown)'],
      ['if (isAccepted && !isKnown)', 'if (isAccepted)', 'Accepting a token again changes nothing.'],
    ],
  },
  {
    file: 'src/auth/look-up-credentials.ts',
    tests: [rateLimits],
    mutants: [
      ['found?.viewer.touchpointCode === credentials.touchpoint', 'found !== undefined'],
      ['found?.touchpointCode === secret.touchpoint', 'found !== undefined'],
      [' and s.revoked_at is null', ''],
      ['{ ...viewerByToken, maxStatements: 1 }', 'viewerByToken'],
    ],
  },
  {
    file: 'src/rate-limit/shared-usage.ts',
    tests: [sharedUsage, 'test/rate-limit/shared-limits.test.ts'],
    mutants: [
      ['if (this.#now() < this.#pausedUntil) return', ''],
      ['this.#running ??= this.#exchange()', 'this.#running = this.#exchange()'],
      ['if (windows.length === batchSize) break', ''],
      ['if (now < window.endsAt) windows.push(window)', 'windows.push(window)'],
      ['      for (const window of windows) this.add(window)\n', ''],
      ['if (this.#pausedUntil === -Infinity) {', 'if (true) {'],
      ['if (this.#pausedUntil > -Infinity) this', 'if (false) this'],
      ['Math.max(used - own, 0)', 'used - own'],
      ['window.used += byOthers', 'window.used = used'],
      ['used: used - shared', 'used'],
      ['window.shared = own + byOthers', 'window.shared = own'],
      [
        'Math.min(this.#cleanupAt, now + cleanupDelayMs)',
        'now + cleanupDelayMs',
        'Constant traffic would postpone the cleanup, but each statement of traffic also keeps its rows alive.',
      ],
    ],
  },
  {
    file: 'src/database/batch-loader.ts',
    tests: [
      'test/database/batch-loader.unit.test.ts',
      'test/cases/change/shared-write.test.ts',
      'test/cases/change/held-lock.test.ts',
      'test/cases/change/together.test.ts',
      'test/database/statements.test.ts',
    ],
    mutants: [
      ['this.#running < this.#maxStatements', 'true'],
      ['rows[row.ordinal - 1]', 'rows[row.ordinal]'],
      ['keys.length === 1 || !mayConcernOneKey(error)', '!mayConcernOneKey(error)'],
      ['keys.length === 1 || !mayConcernOneKey(error)', 'keys.length === 1'],
      ['keys.length === 1 || !mayConcernOneKey(error)', 'true'],
      ['loadRows([key]).catch(asError)', 'loadRows([key])'],
      ['      this.#waiting.shift()?.()\n', ''],
      ['      this.#running--\n', ''],
    ],
  },
]
