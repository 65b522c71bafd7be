import type { Logger } from 'pino'
import { type Queryable, type Statement, statement } from '../../database/statement.ts'

/** Writes the last use of credentials by their hashes. Returns those to be written again within the minute, and in how many seconds. */
type UseStatement = Statement<{ hash?: string; seconds?: number }>

/** With an idle limit below four minutes, every use is written that comes a quarter of the limit after the last one. */
const isShort = '(s.idle_seconds is not null and s.idle_seconds < 240)'

// Locked in one order, because two statements that lock sessions in different orders would deadlock.
export const sessionUse: UseStatement = statement(
  `
with locked as (
  select s.token_hash, s.idle_seconds, ${isShort} as is_short
  from sessions s
  where s.token_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) hash))
    and s.revoked_at is null
  order by s.token_hash
  for no key update
), used as (
  update sessions s
  set last_used_at = date_trunc('minute', now()), idle_expires_at = now() + make_interval(secs => s.idle_seconds)
  from locked
  where s.token_hash = locked.token_hash
    and (locked.is_short or s.last_used_at is distinct from date_trunc('minute', now()))
    and (s.idle_expires_at is null or s.idle_expires_at > now())
)
select encode(token_hash, 'hex') as hash, idle_seconds::double precision / 4 as seconds
from locked
where is_short`,
  { hash: 'text', seconds: 'double precision' },
)

export const secretUse: UseStatement = statement(`
with locked as (
  select s.id
  from touchpoint_secrets s
  where s.secret_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) hash))
  order by s.id
  for no key update
)
update touchpoint_secrets s
set last_used_at = date_trunc('minute', now())
from locked
where s.id = locked.id and s.last_used_at is distinct from date_trunc('minute', now())`)

/** Bounds the memory. Beyond it, uses of the same minute are written again. */
const maximumHashes = 100_000
const batchSize = 1_000
/** Uses that come together share a statement. */
const delayMs = 1_000

/** Writes when sessions or secrets were last used, off the path of requests: noting a use is a look-up in a set. */
export class LastUses {
  readonly #database: Queryable
  readonly #log: Logger
  readonly #statement: UseStatement
  /** What was noted in this minute and need not be noted again, except what is due earlier. */
  readonly #noted = new Set<string>()
  /** Sessions with a short idle limit: when a use is to be written next, in milliseconds of the monotonic clock. */
  readonly #due = new Map<string, number>()
  #minuteEndsAt = 0
  #pending = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(database: Queryable, log: Logger, use: UseStatement) {
    this.#database = database
    this.#log = log
    this.#statement = use
  }

  /** Notes that a session's token or a secret with this hash was accepted. */
  note(hash: string): void {
    const now = performance.now()
    if (now >= this.#minuteEndsAt || this.#noted.size >= maximumHashes) this.#beginMinute(now)
    if (this.#noted.has(hash) && !(this.#due.size > 0 && (this.#due.get(hash) ?? Infinity) <= now)) return
    this.#noted.add(hash)
    // Until the statement has returned, it is not due again.
    this.#due.delete(hash)
    this.#pending.add(hash)
    this.#timer ??= setTimeout(() => void this.flush(), delayMs).unref()
  }

  #beginMinute(now: number): void {
    this.#noted.clear()
    this.#due.clear()
    this.#minuteEndsAt = now + 60_000 - (Date.now() % 60_000)
  }

  /** Writes what was noted. Never rejects: after a failure, the next use is noted again. */
  async flush(): Promise<void> {
    await this.#running
    this.#running = this.#flush().finally(() => (this.#running = undefined))
    await this.#running
  }

  /** Writes what was noted last. */
  async close(): Promise<void> {
    await this.flush()
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const hashes = [...this.#pending]
    this.#pending = new Set()
    for (let start = 0; start < hashes.length; start += batchSize) {
      await this.#write(hashes.slice(start, start + batchSize))
    }
  }

  async #write(hashes: readonly string[]): Promise<void> {
    try {
      const written = await this.#database.run(this.#statement, [hashes])
      const now = performance.now()
      for (const { hash, seconds = 0 } of written) if (hash) this.#due.set(hash, now + seconds * 1_000)
    } catch (err) {
      for (const hash of hashes) this.#noted.delete(hash)
      this.#log.warn({ err }, 'The last use of credentials was not written.')
    }
  }
}
