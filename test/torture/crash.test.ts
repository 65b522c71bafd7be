import { expect, test } from 'vitest'
import { crash } from '../../torture/crash.ts'
import { useTrial, violated } from '../support/trial.ts'

const trial = useTrial()

test('no acknowledged change is lost when one of two servers is killed and PostgreSQL crashes', async () => {
  const options = { kills: 1, crashes: 1, clients: 8, servers: 2 }
  expect(violated(await crash(trial.store, options, trial.postgres))).toEqual([])
})
