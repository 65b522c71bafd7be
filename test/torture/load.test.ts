import { describe, expect, test } from 'vitest'
import { memoryAttack } from '../../torture/memory-attack.ts'
import { overload } from '../../torture/overload.ts'
import { useTrial, violated } from '../support/trial.ts'

describe('the service withstands the load', () => {
  const trial = useTrial()

  test.runIf(process.platform === 'linux')('when PostgreSQL hangs and is restarted under load', async () => {
    expect(violated(await overload(trial.store, trial.postgres, { clients: 100, pauseMs: 7_000 }))).toEqual([])
  })

  test.runIf(process.platform === 'linux')('and memory is bounded when responses are not read', async () => {
    const results = await memoryAttack(trial.store, {
      attackMs: 3_000,
      scale: 0.2,
      names: ['28 pages, unread', 'unfinished bodies'],
    })
    expect(violated(results)).toEqual([])
  })
})
