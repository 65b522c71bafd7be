import type { Transaction } from '../database/database.ts'
import { allowingLongStatements, long, statement } from '../database/statements/statement.ts'

/** How many events one run moves at most. Each run sorts all that wait, so that a smaller number takes longer for an import. */
const maximumMoved = 100_000

// The first number is arbitrary. The second is that of the table, so that tenants in schemas of one database do not wait for each other.
// PostgreSQL may keep a plan for the statement below from when the feed was small. Without the last setting, that plan would read the whole
// feed to find its last row.
const lock = statement(
  `select pg_try_advisory_xact_lock(4206221, 'case_feed'::regclass::oid::int) as locked, ${allowingLongStatements} as time_limit,
    set_config('enable_seqscan', 'off', true) as plans`,
  { locked: 'boolean', timeLimit: 'text', plans: 'text' },
)

/**
 * Moves committed events from the outbox to the end of the feed. `unread` is the condition on the rows of the outbox that are looked at.
 * An event comes after all events whose changes were committed before its own began, and after those of earlier versions of its case:
 * the order is that of the largest transaction among the waiting versions of the case up to its own. A run that leaves rows stores the
 * snapshot of the previous run again, so that the next one finds them.
 */
// The snapshot of a database that was restored in a new cluster may name transactions that have not begun there. The plan may date from
// when the outbox was almost empty: with `case`, the rows to remove are looked up in a hash table, whatever the planner expects.
const moving = (unread: string) =>
  statement(
    `
with previous as materialized (
  select position, case when pg_snapshot_xmax(snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) then snapshot end as snapshot
  from case_feed
  order by position desc
  limit 1
), chosen as materialized (
  select row, case_id, version, row_number() over (order by latest, case_id, version) as number
  from (
    select ctid as row, case_id, version,
      max(transaction::text::bigint) over (partition by case_id order by version) as latest
    from case_outbox
    where ${unread}
  ) waiting
  order by latest, case_id, version
  limit ${maximumMoved + 1}
), run as materialized (
  select coalesce((select position from previous), 0) as start, least(coalesce(max(number), 0), ${maximumMoved}) as moved,
    case when max(number) > ${maximumMoved} then (select snapshot from previous) else pg_current_snapshot() end as snapshot
  from chosen
), removed as (
  delete from case_outbox
  where (${unread})
    and case when ctid in (select row from chosen where number <= ${maximumMoved}) then true end
), added as (
  insert into case_feed (position, case_id, version, relayed_at, snapshot)
  select run.start + number, case_id, version, statement_timestamp(), case when number = run.moved then run.snapshot end
  from chosen, run
  where number <= run.moved
)
select start + moved as position, moved from run`,
    { position: 'bigint', moved: 'bigint' },
  )

/** What the snapshot of the previous run did not contain: later transactions, and those that had not ended. */
const moveUnread = moving(`transaction >= coalesce((select pg_snapshot_xmax(snapshot) from previous), '0')
      or transaction = any(array(select pg_snapshot_xip(snapshot) from previous))`)

/** Also rows that snapshots do not fit, because the database was restored in another cluster. */
const moveAll = moving('true')

/** What every run executes, or one instead of the other. */
export const relayStatements = [lock, moveUnread, moveAll]

/**
 * Runs the relay once. Returns how many events were moved, the position of the latest event, which is 0 if there is none, and whether
 * rows may be left that can be moved. Null if another one is running.
 */
export async function moveEvents(transaction: Transaction, isSweep: boolean) {
  // Two statements: the snapshot of one that also takes the lock could be older than the end of the previous run.
  const [lockRow] = await transaction.run(lock)
  if (!lockRow?.locked) return null
  const [run] = await transaction.run(long(isSweep ? moveAll : moveUnread))
  const { moved, position } = run!
  return { moved, position, isPartial: moved >= maximumMoved }
}
