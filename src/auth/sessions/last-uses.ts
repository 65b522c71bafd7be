import type { Logger } from 'pino'
import { batches } from '../../database/batches.ts'
import { type Queryable, type Statement, statement } from '../../database/statements/statement.ts'

// Locked in one order, because two statements that lock sessions in different orders would deadlock. With an idle limit below four
// minutes, uses of the same minute are written too.
export const sessionUse = statement(`
with locked as (
  select s.token_hash
  from sessions s
  where s.token_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) hash))
    and s.revoked_at is null and (s.idle_expires_at is null or s.idle_expires_at > now())
    and (s.idle_seconds < 240 or s.last_used_at is distinct from date_trunc('minute', now()))
  order by s.token_hash
  for no key update
)
update sessions s
set last_used_at = date_trunc('minute', now()), idle_expires_at = now() + make_interval(secs => s.idle_seconds)
from locked
where s.token_hash = locked.token_hash`)

export const secretUse = statement(`
with locked as (
  select s.id
  from touchpoint_secrets s
  where s.secret_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) hash))
    and s.last_used_at is distinct from date_trunc('minute', now())
  order by s.id
  for no key update
)
update touchpoint_secrets s set last_used_at = date_trunc('minute', now()) from locked where s.id = locked.id`)

/** A quarter of the shortest idle limit, and a part of a minute. */
const windowMs = 15_000
/** Bounds the memory. Beyond it, uses of the same window are written again. */
const maximumHashes = 100_000
const batchSize = 1_000
/** Uses that come together share a statement. */
const delayMs = 1_000

/** Writes when sessions or secrets were last used, off the path of requests: noting a use is a look-up in a set. */
export class LastUses {
  readonly #database: Queryable
  readonly #log: Logger
  readonly #statement: Statement<object>
  /** What was noted in this window and need not be noted again. */
  readonly #noted = new Set<string>()
  #windowEndsAt = 0
  #pending = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #written = Promise.resolve()

  constructor(database: Queryable, log: Logger, use: Statement<object>) {
    this.#database = database
    this.#log = log
    this.#statement = use
  }

  /** Notes that a session's token or a secret with this hash was accepted. */
  note(hash: string): void {
    const now = performance.now()
    if (now >= this.#windowEndsAt || this.#noted.size >= maximumHashes) {
      this.#noted.clear()
      this.#windowEndsAt = now + windowMs - (Date.now() % windowMs)
    }
    if (this.#noted.has(hash)) return
    this.#noted.add(hash)
    this.#pending.add(hash)
    this.#timer ??= setTimeout(() => void this.flush(), delayMs).unref()
  }

  /** Writes what was noted. Never rejects: after a failure, the next use is noted again. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return (this.#written = this.#written.then(() => this.#write()))
  }

  async #write(): Promise<void> {
    const pending = [...this.#pending]
    this.#pending = new Set()
    for (const hashes of batches(pending, { items: batchSize })) {
      try {
        await this.#database.run(this.#statement, [hashes])
      } catch (err) {
        for (const hash of hashes) this.#noted.delete(hash)
        this.#log.warn({ err }, 'The last use of credentials was not written.')
      }
    }
  }
}
