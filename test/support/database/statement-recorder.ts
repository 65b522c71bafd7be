import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { vi } from 'vitest'
import { checkSettings } from '../../../src/database/postgres/session-settings.ts'
import { expiredSessions } from '../../../src/auth/sessions/stored-sessions.ts'
import { secretUse, sessionUse } from '../../../src/auth/sessions/last-uses.ts'
import { expiredKeys } from '../../../src/cases/change/answer-once.ts'
import { needsOneProcess } from '../server/load-balanced.ts'

/**
 * What timers run, and not requests: servers remove expired rows, and write last uses. A request that comes at the same time
 * opens a connection, which is checked.
 */
const timed = new Set([...[expiredKeys, expiredSessions, secretUse, sessionUse].map(({ text }) => text), checkSettings])
export const isTimed = (text: string) => timed.has(text)

/** Records the SQL texts that reach the driver from now on, except those of timers. Vitest removes the spies after the test. */
export function recordStatements(): string[] {
  needsOneProcess('records the statements of the server')
  const texts: string[] = []
  const record = (text: string) => {
    if (!isTimed(text)) texts.push(text)
  }
  const inPg = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }]
    record(typeof config === 'string' ? config : config.text)
    return Reflect.apply(inPg, this, args)
  })
  const inPglite = PGlite.prototype.query
  vi.spyOn(PGlite.prototype, 'query').mockImplementation(function (this: PGlite, ...args: unknown[]) {
    record(args[0] as string)
    return Reflect.apply(inPglite, this, args)
  })
  return texts
}
