import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenConnections } from '../../torture/broken-connections.ts'
import { crash } from '../../torture/crash.ts'
import { canFollowGuides } from '../../torture/guide.ts'
import { restore } from '../../torture/restore.ts'
import { createEmbeddedStore } from '../../torture/stores.ts'
import { hasPgBouncer } from '../support/database/pgbouncer.ts'
import { trialSettings, useTrial, violated } from '../support/trial.ts'

describe('no acknowledged change is lost', () => {
  const trial = useTrial()

  // PGlite takes long to create the store.
  test('when a server on the embedded store is killed', { timeout: 300_000 }, async () => {
    const store = await createEmbeddedStore(join(trial.folder, 'embedded'), 500)
    expect(violated(await crash(store, { kills: 1, crashes: 0, clients: 16, servers: 1 }))).toEqual([])
  })

  test.each(hasPgBouncer ? [false, true] : [false])('when connections break, behind PgBouncer: %s', async (pooled) => {
    expect(violated(await brokenConnections(trial.store, { breaks: 12, clients: 16, servers: 2, pooled }))).toEqual([])
  })

  test.runIf(canFollowGuides)('when a lost server is restored', async () => {
    expect(
      violated(
        await restore({ clients: 8, cases: 500, folder: join(trial.folder, 'restore'), settings: trialSettings }),
      ),
    ).toEqual([])
  })
})
