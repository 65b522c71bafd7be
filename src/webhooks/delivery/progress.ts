import { writeAudit } from '../../audit/write-audit.ts'
import { typed } from '../../database/columns.ts'
import type { Database } from '../../database/database.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import type { FeedPosition } from '../../events/feed-cursor.ts'
import { endpointTarget } from '../endpoints.ts'
import { type Health, isEnabled } from '../schedule.rules.ts'
import type { HeldEvent } from './held-cases.ts'

/** How many of the events that succeeded at once are listed. */
export const listedDeliveries = 100

/** What has happened since progress was last written. */
export interface Progress {
  endpointId: number
  token: number
  position: FeedPosition
  doneAhead: readonly number[]
  health: Health
  /** Those that succeeded at once, and those that wait or no longer wait. */
  events: ReadonlySet<HeldEvent>
  /** The IDs of those that need not be sent any more. */
  removed: readonly number[]
}

const givenColumns = `case_id bigint, version int, position bigint, status text, through_version int, attempts jsonb, failures int,
  next_attempt_at timestamptz`
const givenNames = 'case_id, version, position, status, through_version, attempts, failures, next_attempt_at'
const finishedAt = `case when status <> 'WAITING' then statement_timestamp() end`

// Nothing is written without the token. What is pruned was written before, so that what is added now takes its place.
const write = statement(
  `
with endpoint as (
  update webhook_endpoints
  set position = $3::bigint, position_case_id = $4::bigint, position_version = $5::int, done_ahead = $6::jsonb,
    state = $7, failures = $8::int, failing_since = $9::timestamptz
  where id = $1::bigint and lease_token = $2::bigint
  returning id
), updated as (
  update webhook_deliveries d
  set (status, through_version, attempts, failures, next_attempt_at, finished_at) =
    (u.status, u.through_version, u.attempts, u.failures, u.next_attempt_at, ${finishedAt.replace('status', 'u.status')})
  from endpoint, jsonb_to_recordset($10::jsonb) as u (id bigint, ${givenColumns})
  where d.id = u.id
), removed as (
  delete from webhook_deliveries d using endpoint where d.id = any($11::bigint[])
), pruned as (
  delete from webhook_deliveries d using endpoint
  where $13::int < ${listedDeliveries} and d.id in (
    select id from webhook_deliveries
    where endpoint_id = $1::bigint and status = 'DELIVERED'
      and not jsonb_path_exists(attempts, '$[*] ? (@.failure != null)')
    order by id desc
    offset $13::int
  )
), added as (
  insert into webhook_deliveries (endpoint_id, ${givenNames}, finished_at)
  select endpoint.id, ${givenNames}, ${finishedAt}
  from endpoint, rows from (jsonb_to_recordset($12::jsonb) as (${givenColumns})) with ordinality as a (${givenNames}, ordinal)
  order by ordinal
  returning id, case_id, version
)
select array_to_json(array(select id from added order by id)) as ids from endpoint`,
  { ids: typed<number[]>('json') },
)

/** Writes progress. Returns false, and writes nothing, if the lease has another token. */
export function writeProgress(database: Database, progress: Progress): Promise<boolean> {
  const { state } = progress.health
  if (isEnabled(state)) return written(database, progress)
  return database.transaction(async (db) => {
    const isWritten = await written(db, progress)
    const changes = [{ path: ['state'], from: null, to: state }]
    const target = endpointTarget(progress.endpointId)
    if (isWritten) await writeAudit(db, null, [{ action: 'WEBHOOK_ENDPOINT_DISABLED', target, changes }])
    return isWritten
  })
}

async function written(db: Queryable, progress: Progress): Promise<boolean> {
  const { endpointId, token, position, doneAhead, health, events, removed } = progress
  const all = [...events]
  const added = all.filter(({ id }) => id === null)
  const listed = added.filter(isUnheld).slice(-listedDeliveries)
  const toAdd = added.filter((event) => !isUnheld(event) || listed.includes(event))
  const [row] = await db.run(write, [
    endpointId,
    token,
    position.position,
    position.caseId,
    position.version,
    JSON.stringify(doneAhead),
    health.state,
    health.failures,
    health.failingSince === null ? null : new Date(health.failingSince),
    JSON.stringify(all.filter(({ id }) => id !== null).map(given)),
    removed,
    JSON.stringify(toAdd.map(given)),
    listedDeliveries - listed.length,
  ])
  for (const [index, id] of row?.ids.entries() ?? []) toAdd[index]!.id = id
  return row !== undefined
}

const isUnheld = ({ status, attempts }: HeldEvent) =>
  status === 'DELIVERED' && attempts.every(({ failure }) => failure === null)

function given(event: HeldEvent) {
  const { id, caseId, version, position, status, throughVersion, attempts, failures, nextAttemptAt } = event
  const isWaiting = status === 'WAITING'
  return {
    id,
    case_id: caseId,
    version,
    position,
    status,
    through_version: isWaiting ? throughVersion : null,
    attempts,
    failures,
    next_attempt_at: isWaiting && nextAttemptAt !== null ? new Date(nextAttemptAt).toISOString() : null,
  }
}
