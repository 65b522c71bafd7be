import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenConnections } from '../../torture/broken-connections.ts'
import { twoAdmins } from '../../torture/configure/two-admins.ts'
import { crash } from '../../torture/crash.ts'
import { lostField } from '../../torture/lost-field.ts'
import { lostUpdate } from '../../torture/lost-update.ts'
import { revoke } from '../../torture/revoke/revoke.ts'
import { safeRetries } from '../../torture/safe-retries.ts'
import { stop } from '../../torture/stop.ts'
import { createEmbeddedStore, createPostgresStore } from '../../torture/stores.ts'
import { takeNext } from '../../torture/take-next.ts'
import { hasPgBouncer } from '../support/database/pgbouncer.ts'
import { useTrial, violated } from '../support/trial.ts'

describe('no acknowledged change is lost', () => {
  const trial = useTrial()

  test('when two servers are killed in turn and PostgreSQL crashes', async () => {
    expect(
      violated(await crash(trial.store, { kills: 2, crashes: 1, clients: 16, servers: 2 }, trial.postgres)),
    ).toEqual([])
  })

  // PGlite takes long to create the store.
  test('when a server on the embedded store is killed', { timeout: 300_000 }, async () => {
    const store = await createEmbeddedStore(join(trial.folder, 'embedded'), 500)
    expect(violated(await crash(store, { kills: 1, crashes: 0, clients: 16, servers: 1 }))).toEqual([])
  })

  test('when 64 clients of two servers change two cases and any others', async () => {
    expect(violated(await lostUpdate(trial.store, { changes: 1_000, clients: 64, servers: 2 }))).toEqual([])
  })

  test('when five clients of two servers change one field each of the same case', async () => {
    expect(violated(await lostField(trial.store, { changes: 500, cases: 4, servers: 2 }))).toEqual([])
  })

  test.each(hasPgBouncer ? [false, true] : [false])('when connections break, behind PgBouncer: %s', async (pooled) => {
    expect(violated(await brokenConnections(trial.store, { breaks: 12, clients: 16, servers: 2, pooled }))).toEqual([])
  })

  test('when mutations are sent again over connections that are cut', async () => {
    expect(violated(await safeRetries(trial.store, { mutations: 200, clients: 16, servers: 2 }))).toEqual([])
  })

  test('when 64 clients of two servers take the cases of a queue', async () => {
    expect(
      violated(await takeNext(await createPostgresStore(trial.postgres, 300), { clients: 64, servers: 2 })),
    ).toEqual([])
  })

  test('when the server is stopped under load', async () => {
    expect(violated(await stop(trial.store, { stops: 1, clients: 16 }))).toEqual([])
  })

  test('and no caller is accepted who was locked out before', async () => {
    const ways = [
      'a grant is removed',
      'a member is removed from a group',
      'an authorisation is removed',
      'a person with a JWT is blocked',
      'a secret is revoked',
    ]
    expect(violated(await revoke(trial.store, { requests: 300, callers: 1, clients: 4, ways }))).toEqual([])
  })

  test('when two admins change the same lists of the configuration', async () => {
    expect(violated(await twoAdmins(trial.postgres, { changes: 60, clients: 8 }))).toEqual([])
  })
})
