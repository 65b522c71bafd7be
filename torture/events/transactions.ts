import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { random } from '../../bench/load/random-input.ts'
import { now } from './feed-client.ts'

/** A change of a case that was sent. Times are in milliseconds since 1970. */
export interface SentChange {
  /** "<case>:<version>" */
  event: string
  outcome: 'committed' | 'rolled back' | 'unknown'
  beganAt: number
  endedAt: number
}

// The rows that the service writes for a change.
const change = `
with changed as (update cases set version = version + 1, updated_at = now() where id = $1 returning id, version),
event as (
  insert into case_events (case_id, version, kind, at, changes) select id, version, 'UPDATED', now(), '[]' from changed
), outbox as (insert into case_outbox (case_id, version) select id, version from changed)
select id || ':' || version as event from changed`

interface WriterOptions {
  url: string
  /** The cases that only this writer changes. */
  cases: readonly number[]
  /** How long a transaction sleeps before it ends, at most. One in four does. */
  maximumSleepMs: number
  signal: AbortSignal
  onChange(change: SentChange): void
}

/** Changes cases in transactions with savepoints, that sleep and are rolled back, until it is stopped. Reconnects after each failure. */
export async function writeInTransactions(options: WriterOptions): Promise<void> {
  const { url, signal } = options
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: url })
    // A failure is that of the statement, too.
    client.on('error', () => {})
    try {
      await client.connect()
      while (!signal.aborted) await runTransaction(client, options)
    } catch {
      await sleep(50)
    }
    await client.end().catch(() => {})
  }
}

async function runTransaction(client: pg.Client, { cases, maximumSleepMs, signal, onChange }: WriterOptions) {
  const kept: string[] = []
  const undone: string[] = []
  let outcome: SentChange['outcome'] = 'rolled back'
  const beganAt = now()
  const changeOne = async () => {
    const { rows } = await client.query<{ event: string }>(change, [cases[random(0, cases.length - 1)]])
    return rows[0]!.event
  }
  try {
    await client.query('begin')
    for (let count = random(1, 3); count > 0; count--) kept.push(await changeOne())
    if (random(1, 4) === 1) {
      await client.query('savepoint attempt')
      undone.push(await changeOne())
      await client.query('rollback to attempt')
      if (random(1, 2) === 1) kept.push(await changeOne())
    }
    if (random(1, 4) === 1) await sleep(random(0, maximumSleepMs), undefined, { signal }).catch(() => {})
    if (random(1, 5) === 1) {
      await client.query('rollback')
    } else {
      outcome = 'unknown'
      await client.query('commit')
      outcome = 'committed'
    }
  } finally {
    const endedAt = outcome === 'committed' ? now() : Infinity
    for (const event of kept) onChange({ event, outcome, beganAt, endedAt })
    // The next change of the case has the same version.
    for (const event of undone) if (!kept.includes(event)) onChange({ event, outcome: 'rolled back', beganAt, endedAt })
  }
}
