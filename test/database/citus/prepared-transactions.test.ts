import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/auth/viewer.ts'
import { caseFacts } from '../../../src/cases/case-facts.ts'
import type { Database } from '../../../src/database/database.ts'
import { afterFile } from '../../support/cleanup.ts'
import { freshDatabase, isDistributed, sql, urlOf } from '../../support/database/database.ts'
import { olga } from '../../support/requests/credentials.ts'

const key = { tokenHash: hashToken(olga.token), caseId: 1001 }
let database: Database
let worker: pg.Client
let shard: string
/** The names of the copies of tables that every server has. */
const copies = new Map<string, string>()
const copyOf = (table: string) => copies.get(table)!

/** The server of the case, and its shard of `cases`. */
async function connectToShard(): Promise<void> {
  const [place] = await sql<{ shard: string; host: string; port: number }>(
    database,
    `select shard_name::text as shard, nodename as host, nodeport as port from citus_shards
where shardid = get_shard_id_for_distribution_column('cases', 1001)`,
  )
  const url = new URL(urlOf(database)!)
  url.hostname = place!.host
  url.port = `${place!.port}`
  shard = place!.shard
  worker = new pg.Client({ connectionString: url.href })
  await worker.connect()
  afterFile(() => worker.end())
  const { rows } = await worker.query<{ table: string; copy: string }>(
    `select logicalrelid::text as "table", format('%s_%s', logicalrelid, shardid) as copy
from pg_dist_shard where shardminvalue is null`,
  )
  for (const { table, copy } of rows) copies.set(table, copy)
}

const isOther = `token_hash <> '\\x${key.tokenHash}'`
const newEvent = () =>
  `insert into ${copyOf('audit_events')} (id, at, action, target, changes)
    values (1000000, now(), 'SESSIONS_REVOKED', 'sessions', '[]')`
let newSession: string

// After a crash, Citus has not yet committed on this server what other servers have acknowledged.
describe.runIf(isDistributed)('while a transaction is prepared on the server of a case', () => {
  beforeAll(async () => {
    database = await freshDatabase()
    await connectToShard()
    newSession = `insert into ${copyOf('sessions')} (token_hash, touchpoint_code, person_id, origin, created_at)
      select '\\x${hashToken('new')}', touchpoint_code, person_id, origin, now() from ${copyOf('sessions')}
      where token_hash = '\\x${key.tokenHash}'`
  })

  test.each([
    ['has changed the case', () => `update ${shard} set version = version + 1 where id = 1001`, 'case'],
    ['has revoked the session', () => `update ${copyOf('sessions')} set revoked_at = now()`, 'session'],
    ['has blocked the person', () => `update ${copyOf('persons')} set blocked = true`, 'session'],
  ])('that %s, a load is unavailable and never returns the state before', async (_title, change, changed) => {
    const before = await database.load(caseFacts, key)
    await worker.query(`begin; ${change()}; prepare transaction 'in doubt'`)
    await expect(database.load(caseFacts, key)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const load = database.load(caseFacts, key)
    await worker.query(`commit prepared 'in doubt'`)
    const after = await load
    expect(after?.case?.version ?? after).toBe(changed === 'case' ? before!.case!.version + 1 : undefined)
    await worker.query(`update ${copyOf('sessions')} set revoked_at = null`)
    await worker.query(`update ${copyOf('persons')} set blocked = false`)
  })

  test.each([
    ['has revoked another session', () => `update ${copyOf('sessions')} set revoked_at = now() where ${isOther}`],
    ['has created another session', () => newSession],
  ])('that %s, a load does not wait', async (_title, change) => {
    await worker.query(`begin; ${change()}; ${newEvent()}; prepare transaction 'of another session'`)
    expect(await database.load(caseFacts, key)).toBeDefined()
    await worker.query(`rollback prepared 'of another session'`)
  })

  test('that has created a session, a load of this session is unavailable, and the session is never unknown', async () => {
    await worker.query(`begin; ${newSession}; prepare transaction 'new session'`)
    const keyOfNew = { ...key, tokenHash: hashToken('new') }
    await expect(database.load(caseFacts, keyOfNew)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await worker.query(`commit prepared 'new session'`)
    expect(await database.load(caseFacts, keyOfNew)).toBeDefined()
  })

  test('that has changed a case of another shard, a load does not wait', async () => {
    const { rows } = await worker.query<{ name: string }>(
      `select shard_name::text as name from citus_shards where table_name::text = 'cases' and shard_name <> $1
        and nodeport = inet_server_port()`,
      [shard],
    )
    await worker.query(`begin; update ${rows[0]!.name} set version = version; prepare transaction 'of another shard'`)
    expect(await database.load(caseFacts, key)).toBeDefined()
    await worker.query(`rollback prepared 'of another shard'`)
  })

  test('a load does not wait for transactions that are prepared after it began', async () => {
    await worker.query(`begin; update ${shard} set version = version where id = 1001; prepare transaction 'earlier'`)
    const load = database.load(caseFacts, key)
    const waits = `select from pg_stat_activity where wait_event = 'PgSleep' and query like '%case_facts%'`
    await expect.poll(async () => (await worker.query(waits)).rowCount, { interval: 5 }).toBeGreaterThan(0)
    await worker.query(`begin; update ${copyOf('persons')} set blocked = blocked; prepare transaction 'later'`)
    await worker.query(`commit prepared 'earlier'`)
    expect(await load).toBeDefined()
    await worker.query(`rollback prepared 'later'`)
  })
})
