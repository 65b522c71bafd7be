import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { vi } from 'vitest'
import { checkSettings } from '../../../src/database/postgres/session-settings.ts'
import { expiredSessions } from '../../../src/auth/sessions/stored-sessions.ts'
import { secretUse, sessionUse } from '../../../src/auth/sessions/last-uses.ts'
import { passStatements } from '../../../src/cases/text-search/missing-terms.ts'
import { announceOverdue } from '../../../src/cases/deadlines/announce-overdue.ts'
import { takeExpired } from '../../../src/attachments/attachment-rows.ts'
import { expiredPresences } from '../../../src/cases/viewing/case-presence.ts'
import { expiredKeys } from '../../../src/mutation/stored-answers.ts'
import { expiredEvents } from '../../../src/feed/expired-events.ts'
import { relayStatements } from '../../../src/feed/move-events.ts'
import { claimStatement } from '../../../src/webhooks/delivery/claims.ts'
import { needsOneProcess } from '../server/load-balanced.ts'

/**
 * What timers run, and not requests: servers remove expired rows and files, write last uses, compute terms, and look for webhook endpoints. A request that comes at the same time
 * opens a connection, which is checked.
 */
const timers = [
  expiredKeys,
  expiredPresences,
  takeExpired,
  expiredSessions,
  expiredEvents(30),
  claimStatement,
  announceOverdue,
  ...passStatements,
  secretUse,
  sessionUse,
  ...relayStatements,
]
const timed = new Set([...timers.map(({ text }) => text), checkSettings])
export const isTimed = (text: string) => timed.has(text)

/** Returns a function that records the texts of a connection, without the transactions of timers. */
function recorder(texts: string[]): (text: string) => void {
  let transaction: 'none' | 'begun' | 'recorded' | 'of a timer' = 'none'
  return (text) => {
    const isEnd = text === 'commit' || text === 'rollback'
    if (text === 'begin') transaction = 'begun'
    else if (transaction === 'begun') {
      transaction = isTimed(text) ? 'of a timer' : 'recorded'
      if (transaction === 'recorded') texts.push('begin', text)
    } else if (isEnd ? transaction === 'recorded' : transaction !== 'of a timer' && !isTimed(text)) texts.push(text)
    if (isEnd) transaction = 'none'
  }
}

/** Records the SQL texts that reach the driver from now on, except those of timers. Vitest removes the spies after the test. */
export function recordStatements(): string[] {
  needsOneProcess('records the statements of the server')
  const texts: string[] = []
  const recorders = new WeakMap<object, (text: string) => void>()
  const record = (connection: object, text: string) => {
    if (!recorders.has(connection)) recorders.set(connection, recorder(texts))
    recorders.get(connection)!(text)
  }
  const inPg = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }]
    record(this, typeof config === 'string' ? config : config.text)
    return Reflect.apply(inPg, this, args)
  })
  const inPglite = PGlite.prototype.query
  vi.spyOn(PGlite.prototype, 'query').mockImplementation(function (this: PGlite, ...args: unknown[]) {
    record(this, args[0] as string)
    return Reflect.apply(inPglite, this, args)
  })
  return texts
}
