import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { BatchLoader, type Numbered } from '../database/batch-loader.ts'
import { type Queryable, statement } from '../database/statement.ts'

// Two statements that lock sessions in different orders would deadlock.
const markSessions = statement(
  `
with locked as (
  select token_hash from sessions
  where token_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) hash))
  order by token_hash
  for no key update
)
update sessions s set last_write = gen_random_uuid()
from locked
where s.token_hash = locked.token_hash`,
  undefined,
  { writes: true },
)

const attempts = 10
const pauseMs = 100

/**
 * Marks sessions that have changed something, after the change is committed and before it is answered. A replica that has
 * replayed the mark has replayed the change.
 */
export class SessionWrites {
  readonly #marks: BatchLoader<string, object>
  readonly #log: Logger

  constructor(database: Queryable, log: Logger) {
    this.#marks = new BatchLoader(async (hashes) => {
      await database.run(markSessions, [[...new Set(hashes)]])
      return [] as Numbered<object>[]
    })
    this.#log = log
  }

  /** Repeats the mark for a second if it fails. Never rejects, because the change is written. */
  async mark(tokenHash: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#marks.load(tokenHash)
        return
      } catch (err) {
        if (attempt === attempts) return this.#log.warn({ err }, 'A session may not see its last change on replicas.')
        await sleep(pauseMs)
      }
    }
  }
}
