import { describe, expect, test } from 'vitest'
import { twoAdmins } from '../../torture/configure/two-admins.ts'
import { lostField } from '../../torture/lost-field.ts'
import { lostUpdate } from '../../torture/lost-update.ts'
import { revoke } from '../../torture/revoke/revoke.ts'
import { safeRetries } from '../../torture/safe-retries.ts'
import { createPostgresStore } from '../../torture/stores.ts'
import { takeNext } from '../../torture/take-next.ts'
import { useTrial, violated } from '../support/trial.ts'

describe('no change of concurrent clients is lost', () => {
  const trial = useTrial()

  test('when 64 clients of two servers change two cases and any others', async () => {
    expect(violated(await lostUpdate(trial.store, { changes: 1_000, clients: 64, servers: 2 }))).toEqual([])
  })

  test('when five clients of two servers change one field each of the same case', async () => {
    expect(violated(await lostField(trial.store, { changes: 500, cases: 4, servers: 2 }))).toEqual([])
  })

  test('when mutations are sent again over connections that are cut', async () => {
    expect(violated(await safeRetries(trial.store, { mutations: 200, clients: 16, servers: 2 }))).toEqual([])
  })

  test('when 64 clients of two servers take the cases of a queue', async () => {
    expect(
      violated(await takeNext(await createPostgresStore(trial.postgres, 300), { clients: 64, servers: 2 })),
    ).toEqual([])
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
