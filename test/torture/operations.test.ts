import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canFollowGuides } from '../../torture/guide.ts'
import { moveTenant } from '../../torture/move-tenant.ts'
import { isInstalled, rollingRestart } from '../../torture/rolling-restart.ts'
import { trialSettings, useTrial, violated } from '../support/trial.ts'

describe('no acknowledged change is lost', () => {
  const trial = useTrial()

  test.each((['haproxy', 'nginx'] as const).filter(isInstalled))(
    'when two servers behind %s are restarted in turn',
    async (loadBalancer) => {
      // nginx has been told before the signal.
      const shutdownDelayS = loadBalancer === 'nginx' ? 0 : 3
      const options = {
        loadBalancer,
        restarts: 2,
        clients: 16,
        shutdownDelayS,
        folder: join(trial.folder, loadBalancer),
      }
      expect(violated(await rollingRestart(trial.store, options))).toEqual([])
    },
  )

  test.runIf(canFollowGuides && isInstalled('haproxy'))('when a tenant moves to another server', async () => {
    const options = { clients: 8, cases: 500, folder: join(trial.folder, 'tenant'), settings: trialSettings }
    const results = await moveTenant({ ...options, tenant: 'schema' })
    expect(violated(results.filter(({ claim }) => !claim.includes('within')))).toEqual([])
  })
})
