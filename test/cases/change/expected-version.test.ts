import { describe, expect, test } from 'vitest'
import { change, type ChangeName } from '../../support/requests/changes.ts'
import { type Credentials, olga, paula, pedro } from '../../support/requests/credentials.ts'
import { refundData, useSharedServer } from '../../support/server/server.ts'

const server = useSharedServer()
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const send = (mutation: ChangeName, input: Record<string, unknown>, caller: Credentials = olga) =>
  change(server.url, mutation, input, caller)

/** What changed since version 1, as a caller who saw version 1 is told. */
async function detailsSince(id: string, caller: Credentials): Promise<Record<string, unknown>> {
  const input = { caseInstanceId: id, comments: [{ text: 'Late.' }], expectedVersion: 1 }
  const { error } = await send('addComments', input, caller)
  expect(error?.code).toBe('PRECONDITION_FAILED')
  expect(error?.['currentVersion']).toBe(await server.version(Number(id)))
  return error!
}
const changedSince = async (id: string, caller: Credentials) => (await detailsSince(id, caller))['changedFields']

describe('the changed fields of a conflict', () => {
  test('are those of all changes since, each once, the latest first', async () => {
    const id = `${await server.addCase()}`
    const target = { caseInstanceId: id }
    await send('updateCase', { ...target, ...codes, status: 'New', caseData: { ...refundData, amount: 1 } })
    await send('updateCase', { ...target, ...codes, status: 'Open', caseData: { ...refundData, amount: 2 } })
    await send('assignCase', { ...target, groupName: 'Billing team' })
    await send('assignCase', { ...target, email: 'olga@example.com' })
    await send('addComments', { ...target, comments: [{ text: 'Hello.' }] })
    const expected = [['assignee'], ['group'], ['status'], ['caseData', 'amount']]
    for (const caller of [olga, paula]) expect(await changedSince(id, caller)).toEqual(expected)
  })

  test('are those of a move, and of the case data that it dropped', async () => {
    const id = `${await server.addCase()}`
    await send('updateCase', { caseInstanceId: id, categoryCode: 'ACCOUNT', typeCode: 'QUESTION' })
    const dropped = Object.keys(refundData).map((name) => ['caseData', name])
    const fields = await changedSince(id, olga)
    expect(new Set(fields as string[][])).toEqual(new Set([['categoryCode'], ['typeCode'], ...dropped]))
  })

  test('are none if only comments were added, which are counted as far as the caller sees them', async () => {
    const seen = { text: 'Before.', authorEmail: 'olga@example.com' }
    const id = `${await server.addCase({ comments: [seen, seen] })}`
    const comments = [{ text: 'Secret.', internal: true }, { text: 'Hello.' }, { text: 'Gone.' }]
    await send('addComments', { caseInstanceId: id, comments })
    await send('updateCase', { caseInstanceId: id, ...codes, comments: [{ text: 'Once more.' }] })
    for (const [caller, commentsAdded] of [
      [olga, 4],
      [paula, 3],
    ] as const) {
      expect(await detailsSince(id, caller)).toMatchObject({ changedFields: [], commentsAdded })
    }
    await send('removeComment', { commentId: `comment:${id}:2:3` })
    expect(await detailsSince(id, paula)).toMatchObject({
      changedFields: [['comments', `comment:${id}:2:3`]],
      commentsAdded: 2,
    })
  })

  test('include edited and removed comments, but for a party no internal ones', async () => {
    const id = `${await server.addCase()}`
    const comments = [{ text: 'Hello.' }, { text: 'Secret.', internal: true }]
    await send('addComments', { caseInstanceId: id, comments })
    await send('editComment', { commentId: `comment:${id}:2:2`, text: 'Very secret.' })
    await send('removeComment', { commentId: `comment:${id}:2:2` })
    await send('editComment', { commentId: `comment:${id}:2:1`, text: 'Good morning.' })
    const path = (position: number) => ['comments', `comment:${id}:2:${position}`]
    expect(await changedSince(id, olga)).toEqual([path(1), path(2)])
    expect(await changedSince(id, paula)).toEqual([path(1)])
  })
})

const changes: [ChangeName, object][] = [
  ['updateCase', { ...codes, status: 'In progress' }],
  ['assignCase', { email: 'olga@example.com' }],
  ['addComments', { comments: [{ text: 'Hello.' }] }],
  ['unassignCase', {}],
]

describe.each(changes)('%s with an expected version', (mutation, input) => {
  const newCase = async (values = {}) => `${await server.addCase({ groupName: 'Billing team', ...values })}`

  test('writes at this version only, and with a key returns the first answer although the version is another now', async () => {
    const caseInstanceId = await newCase()
    const sent = { caseInstanceId, ...input, expectedVersion: 1, idempotencyKey: `${mutation} ${caseInstanceId}` }
    const first = await send(mutation, sent)
    expect(first.case?.version).toBe(2)
    expect(await send(mutation, sent)).toEqual(first)
    const { error } = await send(mutation, { ...sent, idempotencyKey: `other ${sent.idempotencyKey}` })
    expect(error).toMatchObject({ code: 'PRECONDITION_FAILED', currentVersion: 2 })
    expect(await server.version(Number(caseInstanceId))).toBe(2)
  })

  test('that failed can be sent again with the same key once the version is right', async () => {
    const caseInstanceId = await newCase()
    const sent = { caseInstanceId, ...input, idempotencyKey: `${mutation} ${caseInstanceId}`, expectedVersion: 2 }
    expect((await send(mutation, sent)).error?.code).toBe('PRECONDITION_FAILED')
    await send('addComments', { caseInstanceId, comments: [{ text: 'Hello.' }] })
    expect((await send(mutation, sent)).case?.version).toBe(3)
  })

  test.each([0, -1, 2, 2_147_483_647])(
    'refuses version %i of a case with version 1, and does not say what changed since',
    async (expectedVersion) => {
      const { error } = await send(mutation, { caseInstanceId: await newCase(), ...input, expectedVersion })
      expect(error).toEqual({ code: 'PRECONDITION_FAILED', currentVersion: 1, message: expect.any(String) })
    },
  )

  test('tells callers without permission nothing', async () => {
    const sent = { caseInstanceId: await newCase(), ...input, expectedVersion: 7 }
    expect((await send(mutation, sent, pedro)).code).toBe('invalidId')
  })
})

test.each<[ChangeName, object]>([
  ['updateCase', codes],
  ['assignCase', { groupName: 'Billing team' }],
])('the expected version of %s is checked for a change that would change nothing', async (mutation, input) => {
  const caseInstanceId = `${await server.addCase({ groupName: 'Billing team' })}`
  const { error } = await send(mutation, { caseInstanceId, ...input, expectedVersion: 7 })
  expect(error?.code).toBe('PRECONDITION_FAILED')
})

test('of several writers who saw the same version, one succeeds', async () => {
  const caseInstanceId = `${await server.addCase()}`
  const answers = await Promise.all(
    ['Open', 'New', 'In progress', 'Waiting for customer'].map((status) =>
      send('updateCase', { caseInstanceId, ...codes, status, comments: [{ text: status }], expectedVersion: 1 }),
    ),
  )
  expect(answers.filter((answer) => answer.case)).toHaveLength(1)
  expect(answers.filter(({ error }) => error?.code === 'PRECONDITION_FAILED')).toHaveLength(3)
})
