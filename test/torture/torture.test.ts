import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OwnPostgresServer, startPostgres } from '../../bench/servers/postgres.ts'
import { brokenConnections } from '../../torture/broken-connections.ts'
import type { CheckResult } from '../../torture/check-result.ts'
import { twoAdmins } from '../../torture/configure/two-admins.ts'
import { crash } from '../../torture/crash.ts'
import { canFollowGuides } from '../../torture/guide.ts'
import { lostField } from '../../torture/lost-field.ts'
import { lostUpdate } from '../../torture/lost-update.ts'
import { memoryAttack } from '../../torture/memory-attack.ts'
import { moveTenant } from '../../torture/move-tenant.ts'
import { overload } from '../../torture/overload.ts'
import { restore } from '../../torture/restore.ts'
import { revoke } from '../../torture/revoke/revoke.ts'
import { isInstalled, rollingRestart } from '../../torture/rolling-restart.ts'
import { safeRetries } from '../../torture/safe-retries.ts'
import { stop } from '../../torture/stop.ts'
import { createPostgresStore, type Store } from '../../torture/stores.ts'
import { takeNext } from '../../torture/take-next.ts'
import { sharedTmpdir } from '../support/folders.ts'
import { hasPgBouncer } from '../support/database/pgbouncer.ts'

// The tests crash PostgreSQL, so they start their own.
describe('no acknowledged change is lost', () => {
  // The operating system does not crash, so fsync is not needed.
  const settings = { fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  let folder: string
  let postgres: OwnPostgresServer
  let store: Store

  beforeAll(async () => {
    folder = mkdtempSync(join(sharedTmpdir(), 'casegate-torture-'))
    postgres = await startPostgres(folder, settings)
  })
  beforeEach(async () => {
    store = await createPostgresStore(postgres, 2_000)
  })
  afterAll(async () => {
    await postgres.stop('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  })

  const violated = (results: CheckResult[]) => results.filter(({ violations }) => violations > 0)

  test('when two servers are killed in turn and PostgreSQL crashes', async () => {
    const results = await crash(store, { kills: 2, crashes: 1, clients: 16, servers: 2 }, postgres)
    expect(violated(results)).toEqual([])
  })

  test.each([1, 2])('when 64 clients change two cases and any others, with %i servers', async (servers) => {
    const results = await lostUpdate(store, { changes: 1_000, clients: 64, servers })
    expect(violated(results)).toEqual([])
  })

  test.each([1, 2])('when five clients change one field each of the same case, with %i servers', async (servers) => {
    const results = await lostField(store, { changes: 500, cases: 4, servers })
    expect(violated(results)).toEqual([])
  })

  test.each(hasPgBouncer ? [false, true] : [false])('when connections break, behind PgBouncer: %s', async (pooled) => {
    const results = await brokenConnections(store, { breaks: 12, clients: 16, servers: 2, pooled })
    expect(violated(results)).toEqual([])
  })

  test('when mutations are sent again over connections that are cut', async () => {
    const results = await safeRetries(store, { mutations: 200, clients: 16, servers: 2 })
    expect(violated(results)).toEqual([])
  })

  test('when 64 clients of two servers take the cases of a queue', async () => {
    const results = await takeNext(await createPostgresStore(postgres, 300), { clients: 64, servers: 2 })
    expect(violated(results)).toEqual([])
  })

  test('when the server is stopped under load', async () => {
    const results = await stop(store, { stops: 1, clients: 16 })
    expect(violated(results)).toEqual([])
  })

  test.each((['haproxy', 'nginx'] as const).filter(isInstalled))(
    'when two servers behind %s are restarted in turn',
    async (loadBalancer) => {
      // nginx has been told before the signal.
      const shutdownDelayS = loadBalancer === 'nginx' ? 0 : 3
      const options = { loadBalancer, restarts: 2, clients: 16, shutdownDelayS, folder: join(folder, loadBalancer) }
      expect(violated(await rollingRestart(store, options))).toEqual([])
    },
  )

  test.runIf(process.platform === 'linux')('when PostgreSQL hangs and is restarted under load', async () => {
    const results = await overload(store, postgres, { clients: 100, pauseMs: 7_000 })
    expect(violated(results)).toEqual([])
  })

  test.runIf(canFollowGuides && isInstalled('haproxy'))('when a tenant moves to another server', async () => {
    const options = { clients: 8, cases: 500, folder: join(folder, 'tenant'), settings }
    const results = await moveTenant({ ...options, tenant: 'schema' })
    expect(violated(results.filter(({ claim }) => !claim.includes('within')))).toEqual([])
  })

  test.runIf(canFollowGuides)('when a lost server is restored', async () => {
    const results = await restore({ clients: 8, cases: 500, folder: join(folder, 'restore'), settings })
    expect(violated(results)).toEqual([])
  })

  test('and no caller is accepted who was locked out before', async () => {
    const ways = [
      'a grant is removed',
      'a member is removed from a group',
      'an authorisation is removed',
      'a person with a JWT is blocked',
      'a secret is revoked',
    ]
    const results = await revoke(store, { requests: 300, callers: 1, clients: 4, ways })
    expect(violated(results)).toEqual([])
  })

  test('when two admins change the same lists of the configuration', async () => {
    const results = await twoAdmins(postgres, { changes: 60, clients: 8 })
    expect(violated(results)).toEqual([])
  })

  test.runIf(process.platform === 'linux')('and memory is bounded when responses are not read', async () => {
    const results = await memoryAttack(store, {
      attackMs: 3_000,
      scale: 0.2,
      names: ['28 pages, unread', 'unfinished bodies'],
    })
    expect(violated(results)).toEqual([])
  })
})
