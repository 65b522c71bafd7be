import { describe, expect, test } from 'vitest'
import { olga } from '../support/requests/credentials.ts'
import { useSharedServer } from '../support/server/server.ts'
import { curl, hasCurl } from '../support/clients/curl.ts'

const server = useSharedServer()
const right = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const put = (path: string, body: object, caller = olga, ...more: string[]) =>
  curl(
    ['-X', 'PUT', '--data-binary', '@-', ...more, `${server.url}/api/v4/cases/${path}`],
    caller,
    JSON.stringify(body),
  )

describe.runIf(hasCurl)('curl --fail-with-body, over REST', () => {
  test('changes a case', async () => {
    const id = await server.addCase()
    const { exitCode, status, body } = await put(`${id}`, { ...right, status: 'Closed', comments: ['Größe: 🙂'] })
    expect([exitCode, status]).toEqual([0, 201])
    expect(JSON.parse(body)).toMatchObject({ case: { id, status: 'Closed' } })
  })

  test.each([
    ['a code of the operation', '1001', { ...right, status: 'Done' }, olga, 400, 'InvalidName'],
    ['a case that there is not', '0', right, olga, 400, 'invalidId'],
    ['an unknown caller', '1001', right, { ...olga, token: 'unknown' }, 401, 'unauthenticated'],
    ['an unknown path', '1001/nothing', right, olga, 404, 'notFound'],
    [
      'a body that is too large',
      '1001',
      { ...right, comments: ['x'.repeat(256 * 1024)] },
      olga,
      413,
      'payloadTooLarge',
    ],
  ])('ends with 22 and has the problem for %s', async (_what, path, body, caller, status, code) => {
    const outcome = await put(path, body, caller)
    expect([outcome.exitCode, outcome.status]).toEqual([22, status])
    expect(JSON.parse(outcome.body)).toMatchObject({ status, code })
  })

  test('exits with 28 if there is no response in time', async () => {
    const id = await server.addCase()
    await server.database.transaction(async (transaction) => {
      await transaction.run({ name: '', text: 'lock table cases in access exclusive mode' })
      expect(await put(`${id}`, right, olga, '--max-time', '0.5')).toMatchObject({ exitCode: 28, status: 0 })
    })
    expect(await put(`${id}`, { ...right, status: 'Closed' })).toMatchObject({ exitCode: 0, status: 201 })
  })
})
