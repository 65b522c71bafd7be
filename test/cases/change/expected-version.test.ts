import { describe, expect, test } from 'vitest'
import { pedro } from '../../support/requests/credentials.ts'
import { mutate } from '../../support/requests/mutations.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

describe.each([
  ['updateCase', { ...codes, status: 'In progress' }],
  ['assignCase', { groupName: 'Billing team' }],
] as const)('%s with an expected version', (mutation, change) => {
  test('writes if the case has this version', async () => {
    const caseInstanceId = `${await server.addCase()}`
    const { data } = await mutate(server.url, mutation, { caseInstanceId, ...change, expectedVersion: 1 })
    expect(data?.result?.case?.version).toBe(2)
  })

  test('names the present version and what changed since, and writes nothing', async () => {
    const id = await server.addCase()
    const input = { caseInstanceId: `${id}`, ...codes, resolution: 'Fixed', caseData: { ...refundData, amount: 1 } }
    await mutate(server.url, 'updateCase', input)
    await mutate(server.url, 'updateCase', { ...input, resolution: 'Rejected' })
    const { data, errors } = await mutate(server.url, mutation, {
      caseInstanceId: `${id}`,
      ...change,
      expectedVersion: 1,
    })
    expect(data?.result).toBeNull()
    expect(errors?.[0]?.extensions).toEqual({
      code: 'PRECONDITION_FAILED',
      currentVersion: 3,
      changedFields: [['resolution'], ['caseData', 'amount']],
      commentsAdded: 0,
    })
    expect(await server.version(id)).toBe(3)
  })

  test.each([0, -1, 2, 2_147_483_647])(
    'refuses version %i of a case with version 1, and does not say what changed since',
    async (expectedVersion) => {
      const caseInstanceId = `${await server.addCase()}`
      const { errors } = await mutate(server.url, mutation, { caseInstanceId, ...change, expectedVersion })
      expect(errors?.[0]?.extensions).toEqual({ code: 'PRECONDITION_FAILED', currentVersion: 1 })
    },
  )

  test('tells callers without permission nothing', async () => {
    const caseInstanceId = `${await server.addCase()}`
    const { data } = await mutate(server.url, mutation, { caseInstanceId, ...change, expectedVersion: 7 }, pedro)
    expect(data?.result?.code).toBe('invalidId')
  })

  test('is checked for a change that would change nothing', async () => {
    const caseInstanceId = `${await server.addCase({ status: 'In progress', groupName: 'Billing team' })}`
    const { errors } = await mutate(server.url, mutation, { caseInstanceId, ...change, expectedVersion: 7 })
    expect(errors?.[0]?.extensions?.code).toBe('PRECONDITION_FAILED')
  })
})

test('of several writers who saw the same version, one succeeds', async () => {
  const caseInstanceId = `${await server.addCase()}`
  const answers = await Promise.all(
    ['Open', 'New', 'In progress', 'Waiting for customer'].map((status, i) =>
      mutate(server.url, 'updateCase', {
        caseInstanceId,
        ...codes,
        status,
        comments: [{ text: `${i}` }],
        expectedVersion: 1,
      }),
    ),
  )
  expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
  expect(answers.filter(({ errors }) => errors?.[0]?.extensions?.code === 'PRECONDITION_FAILED')).toHaveLength(3)
})
