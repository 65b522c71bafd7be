import { afterEach, expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { createPostgresDatabase, openUntilEnd, sql } from '../support/database/database.ts'

const all = [...migrations]
afterEach(() => void migrations.splice(0, migrations.length, ...all))

test('an endpoint keeps what it is still to get, in the order of each case', async () => {
  const url = await createPostgresDatabase()
  const before = migrations.findIndex(({ name }) => name.endsWith('_webhook_deliveries'))
  migrations.splice(before)
  const database = await openUntilEnd(url)
  // Without statistics, which also tables of later migrations would get.
  await database.orm.migrator.up()
  await sql(
    database,
    `insert into persons (kind, email, email_key, firstname, active, blocked) values ('OPERATOR', 'o@x', 'o@x', 'O', true, false)`,
  )
  await sql(database, `insert into touchpoints (code, name, all_type_categories) values ('desk', 'Desk', true)`)
  // Of case 1, version 2 failed, and 3 and 4 wait behind it. Of cases 2 to 5, one position after that of the endpoint is done.
  await sql(
    database,
    `insert into case_feed (position, case_id, version, relayed_at) values
    (1, 1, 2, now()), (2, 1, 3, now()), (3, 2, 1, now()), (4, 1, 4, now()), (5, 3, 1, now()), (6, 4, 1, now()), (7, 5, 1, now())`,
  )
  await sql(
    database,
    `insert into webhook_endpoints
      (url, description, person_id, touchpoint_code, filter, state, position, position_case_id, position_version, done_ahead)
    select 'https://example.com/', '', id, 'desk', '{}', 'ACTIVE', 4, 1, 4, '[6]' from persons`,
  )
  const attempts = `[{"at": "2026-01-01T00:00:00Z", "durationMs": 1, "httpStatus": 500, "failure": "HTTP_STATUS"}]`
  await sql(
    database,
    `insert into webhook_deliveries
      (endpoint_id, case_id, version, position, status, through_version, attempts, failures, next_attempt_at, finished_at)
    select id, 1, 2, 1, 'WAITING', 4, $1::jsonb, 1, timestamptz '2099-01-01', null::timestamptz from webhook_endpoints
    union all select id, 2, 1, 3, 'DELIVERED', null, '[]'::jsonb, 0, null, now() from webhook_endpoints`,
    [attempts],
  )
  migrations.splice(0, migrations.length, ...all)
  await migrate(await openUntilEnd(url))
  expect(await sql(database, 'select position, position_case_id, claimed_by from webhook_endpoints')).toMatchObject([
    { position: 6, positionCaseId: 4, claimedBy: null },
  ])
  const rows = await sql<object>(
    database,
    `select case_id || ':' || version as event, position, status, failures, jsonb_array_length(attempts) as attempts,
      case when next_attempt_at > now() then 'later' when next_attempt_at is not null then 'now' end as due
    from webhook_deliveries order by position`,
  )
  const untried = { status: 'WAITING', failures: 0, attempts: 0 }
  expect(rows).toMatchObject([
    { event: '1:2', position: 1, status: 'WAITING', failures: 1, attempts: 1, due: 'later' },
    { event: '1:3', position: 2, ...untried, due: null },
    { event: '2:1', position: 3, status: 'DELIVERED' },
    { event: '1:4', position: 4, ...untried, due: null },
    { event: '3:1', position: 5, ...untried, due: 'now' },
  ])
})
