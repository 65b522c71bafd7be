import { describe, expect, test } from 'vitest'
import { change, type ChangeName } from '../../support/requests/changes.ts'
import { type Credentials, olga, paula } from '../../support/requests/credentials.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
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
  test('writes at this version only, and with a key returns the first answer although the version is another now', async () => {
    const id = await server.addCase({ groupName: 'Billing team' })
    const sent = { caseInstanceId: `${id}`, ...input, expectedVersion: 1, idempotencyKey: `${mutation} ${id}` }
    const first = await send(mutation, sent)
    expect(first.case?.version).toBe(2)
    expect(await send(mutation, sent)).toEqual(first)
    const { error } = await send(mutation, { ...sent, idempotencyKey: `other ${mutation} ${id}` })
    expect(error).toMatchObject({ code: 'PRECONDITION_FAILED', currentVersion: 2 })
    expect(await server.version(id)).toBe(2)
  })

  test('that failed can be sent again with the same key once the version is right', async () => {
    const id = await server.addCase({ groupName: 'Billing team' })
    const sent = { caseInstanceId: `${id}`, ...input, idempotencyKey: `${mutation} ${id} later`, expectedVersion: 2 }
    expect((await send(mutation, sent)).error?.code).toBe('PRECONDITION_FAILED')
    await send('addComments', { caseInstanceId: `${id}`, comments: [{ text: 'Hello.' }] })
    expect((await send(mutation, sent)).case?.version).toBe(3)
  })
})
