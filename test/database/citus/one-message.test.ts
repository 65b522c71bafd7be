import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/auth/viewer.ts'
import { caseFacts, type ModifiableFacts } from '../../../src/cases/case-facts.ts'
import { CaseQueue } from '../../../src/cases/change/case-queue.ts'
import { type Change, writeChange } from '../../../src/cases/change/write-change.ts'
import { createFacts } from '../../../src/cases/create/create-facts.ts'
import { newCases } from '../../../src/cases/create/write-new-case.ts'
import type { RequestContext } from '../../../src/context.ts'
import type { Loader } from '../../../src/database/batched.ts'
import { shardKeyOf } from '../../../src/database/citus/shard-key.ts'
import type { Database } from '../../../src/database/database.ts'
import { freshDatabase, isDistributed, sql, urlOf } from '../../support/database/database.ts'
import { afterFile } from '../../support/cleanup.ts'
import { olga } from '../../support/requests/credentials.ts'

const context = { telemetry: {}, services: { caseQueue: new CaseQueue() } } as RequestContext
const tokenHash = hashToken(olga.token)
let database: Database
let client: pg.Client
let commands: string[]

/** Runs each statement once more, on a connection that reports what it sends to other servers. */
async function commandsOf(work: (db: Loader) => Promise<unknown>): Promise<string[]> {
  commands = []
  const run: Loader['run'] = async (statement, values) => {
    await client.query(statement.text, values as unknown[])
    return []
  }
  await work({ ...database, run })
  return commands
}

const oneCall = (name: string) => [expect.stringMatching(new RegExp(`^SELECT .*FROM public\\.${name}_`))]

// A change that is committed in two phases leaves a prepared transaction if a server crashes, and needs all servers.
describe.runIf(isDistributed)('on Citus, one message to one server', () => {
  beforeAll(async () => {
    database = await freshDatabase()
    client = new pg.Client({
      connectionString: urlOf(database),
      options: '-c citus.log_remote_commands=on -c client_min_messages=log',
    })
    client.on('notice', ({ message = '' }) => {
      const [, command] = /^issuing ([\s\S]*)/.exec(message) ?? []
      if (command) commands.push(command.trim())
    })
    await client.connect()
    afterFile(() => client.end())
    commands = []
    // The first statement opens connections.
    await client.query('select from cases')
  })

  test('loads a case', async () => {
    const key = { tokenHash, caseId: 1001, idempotencyKey: 'key' }
    expect(await commandsOf((db) => db.load(caseFacts, key))).toEqual(oneCall('case_facts'))
  })

  test('loads what a creation depends on', async () => {
    const codes = { partyEmailKey: null, typeCode: 'REFUND', categoryCode: 'BILLING' }
    const key = { tokenHash, idempotencyKey: 'key', ...codes }
    expect(await commandsOf((db) => db.load(createFacts, key))).toEqual(oneCall('create_facts'))
  })

  test.each([
    ['a change', false],
    ['a change with a key', true],
  ])('writes %s, and commits it there in one phase', async (_title, isKeyed) => {
    const facts = (await database.load(caseFacts, { tokenHash, caseId: 1001 })) as ModifiableFacts
    const comments = [{ text: 'One.', internal: false }]
    const change: Change = { kind: 'UPDATED', values: facts.case, changes: [], comments }
    const keyed = { tokenHash, key: 'key', requestHash: tokenHash, shardKey: 1001 }
    const sent = await commandsOf((db) => writeChange(context, db, facts, change, isKeyed ? keyed : null))
    expect(sent).toEqual(oneCall('write_change'))
    expect(await sql(database, 'select version from cases where id = 1001')).toEqual([
      { version: facts.case.version + 1 },
    ])
  })

  test.each([
    ['a case', null],
    ['a case with a key', 'key'],
  ])('writes %s, and commits it there in one phase', async (_title, idempotencyKey) => {
    const { viewer, case: row } = (await database.load(caseFacts, { tokenHash, caseId: 1001 })) as ModifiableFacts
    const shardKey = shardKeyOf({ tokenHash, idempotencyKey })
    const keyed = idempotencyKey === null ? null : { tokenHash, key: idempotencyKey, requestHash: tokenHash, shardKey }
    const newCase = { ...row, groupName: null, comments: [], visible: true }
    expect(await commandsOf((db) => db.load(newCases, { viewer, newCase, keyed }))).toEqual(oneCall('new_case'))
    const [placed] = await sql<{ same: boolean; id: number }>(
      database,
      `select max(id)::bigint as id, get_shard_id_for_distribution_column('cases', max(id))
        = get_shard_id_for_distribution_column('cases', $1::bigint) as same from cases where id > 2^48`,
      [shardKey],
    )
    expect(placed).toMatchObject(keyed ? { same: true } : {})
    // Only workers have shards, and the IDs of worker n start at n times 2^48.
    expect(placed!.id).toBeGreaterThan(2 ** 48)
  })
})
