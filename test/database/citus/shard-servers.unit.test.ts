import { BrokenCircuitError } from 'cockatiel'
import { expect, test } from 'vitest'
import { type ShardServer, ShardServers } from '../../../src/database/citus/shard-servers.ts'
import { type Queryable, statement } from '../../../src/database/statement.ts'
import { DatabaseUnavailable } from '../../../src/database/unavailable.ts'
import { afterFile } from '../../support/cleanup.ts'

const call = statement('select', {})
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** A server that fails for this reason, and the number of calls and look-ups that other servers get. */
async function failing(reason: Error) {
  const forwarded = { calls: 0, lookUps: 0 }
  const others = {
    run: (statement: unknown) => {
      forwarded[statement === call ? 'calls' : 'lookUps']++
      return Promise.resolve(statement === call ? [] : [{ max: 2 ** 31 - 1, host: 'worker', port: 5432 }])
    },
  } as Queryable
  const server: ShardServer = {
    host: 'worker',
    port: 5432,
    close: () => Promise.resolve(),
    pool: () => ({ total: 0, idle: 0, waiting: 0, max: 1 }),
    run: () => Promise.reject(reason),
  }
  const servers = new ShardServers(others, [server])
  afterFile(() => servers.close())
  await servers.refresh()
  return { server: servers.serverOf(1)!, forwarded }
}

test('a call is forwarded by another server if the server of its shard refuses connections', async () => {
  const { server, forwarded } = await failing(new DatabaseUnavailable(refused))
  expect(await server.run(call)).toEqual([])
  expect(forwarded.calls).toBe(1)
})

// The other server would wait for the one that hangs, with a connection that requests for other servers need.
test.each([
  ['did not respond', new Error('Query read timeout')],
  ['has no free connection', new Error('timeout exceeded when trying to connect')],
  ['is not asked, because it did not respond before', new BrokenCircuitError()],
  ['rejected it', Object.assign(new Error('starting up'), { code: '57P03', routine: 'ProcessStartupPacket' })],
])('a call is not forwarded if the server of its shard %s', async (_what, cause) => {
  const { server, forwarded } = await failing(new DatabaseUnavailable(cause))
  await expect(server.run(call)).rejects.toMatchObject({ code: 'UNAVAILABLE', cause })
  expect(forwarded.calls).toBe(0)
})

test('the shards are looked up once for all calls that fail together', async () => {
  const { server, forwarded } = await failing(new DatabaseUnavailable(refused))
  await Promise.all(Array.from({ length: 100 }, () => server.run(call)))
  expect(forwarded.lookUps).toBe(2)
})
