import { expect, test } from 'vitest'
import { carla, paula } from '../../support/requests/credentials.ts'
import type { ChangeOutcome } from '../../support/requests/face.ts'
import { describeFaces, failure, invalidId, refused } from '../../support/requests/faces.ts'
import { refundData, useSharedServer } from '../../support/server/server.ts'

const server = useSharedServer()

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

describeFaces('updateCase', server, (face) => {
  test('returns the updated case and the session', async () => {
    const id = await server.addCase()
    const body = { ...codes, status: 'In progress', resolution: 'Refunded' }
    expect(await face.update({ id, body })).toEqual({
      outcome: 'ok',
      case: { id, ...body },
      context: { simpleProfile: { firstname: 'Olga', email: 'olga@example.com' } },
    })
    expect(await server.version(id)).toBe(2)
  })

  test('writes nothing if nothing changes', async () => {
    const id = await server.addCase()
    const body = { ...codes, status: 'Open', resolution: null, caseData: refundData, comments: [] }
    expect(await face.update({ id, body })).toMatchObject({ outcome: 'ok', case: { status: 'Open' } })
    expect(await server.version(id)).toBe(1)
  })

  const wrongType = failure(['InvalidCode', 'typeCode'])
  const rejected: [string, Record<string, unknown>, ChangeOutcome][] = [
    ['missing codes', {}, failure(['CodeRequired', 'categoryCode'], ['CodeRequired', 'typeCode'])],
    ['an unknown category', { ...codes, categoryCode: 'X' }, failure(['InvalidCode', 'categoryCode'])],
    ['an inactive category', { ...codes, categoryCode: 'TELEX' }, failure(['InvalidCode', 'categoryCode'])],
    ['an inactive type', { categoryCode: 'ACCOUNT', typeCode: 'FAX' }, wrongType],
    ['an inactive type category', { ...codes, categoryCode: 'NETWORK', typeCode: 'COMPLAINT' }, wrongType],
    ['a system category', { ...codes, categoryCode: 'SYSTEM' }, failure(['CategorySystemNode', 'categoryCode'])],
    ['an inactive status', { ...codes, status: 'Escalated by telex' }, failure(['InvalidName', 'status'])],
    ['an inactive resolution', { ...codes, resolution: 'Answered by telex' }, failure(['InvalidName', 'resolution'])],
    [
      'several problems, all reported in the order of checks',
      { ...codes, status: 'x', resolution: '', caseData: { amount: '1.234', goodwill: 'no', size: 1 } },
      failure(
        ['InvalidName', 'status'],
        ['InvalidName', 'resolution'],
        ['invalidCaseField', 'caseData', 'amount'],
        ['invalidCaseField', 'caseData', 'invoiceCount'],
        ['invalidCaseField', 'caseData', 'goodwill'],
        ['invalidCaseField', 'caseData', 'size'],
      ),
    ],
  ]
  test.each(rejected)('rejects %s and writes nothing', async (_name, body, expected) => {
    const id = await server.addCase()
    expect(await face.update({ id, body: { comments: [{ text: 'Lost?' }], ...body } })).toEqual(expected)
    expect(await server.version(id)).toBe(1)
  })

  test.each(['0', '01', '1e3', ' 1', '9007199254740992', 'x', '-1', '1.0', '999999'])(
    'returns invalidId for %s, regardless of other problems',
    async (id) => {
      expect(await face.update({ id: encodeURIComponent(id).replace('%20', ' '), body: {} })).toEqual(invalidId)
    },
  )

  test('lets the party of the case update it, but not add an internal comment', async () => {
    const id = await server.addCase()
    expect(await face.update({ id, ...paula, body: { ...codes, comments: [{ text: 'Hello' }] } })).toMatchObject({
      outcome: 'ok',
      context: { simpleProfile: { firstname: 'Paula' } },
    })
    const internal = { ...codes, comments: [{ text: 'Hello', internal: true }] }
    expect(await face.update({ id, ...paula, body: internal })).toEqual(refused('forbidden'))
    expect(await face.update({ id: 999_999, ...paula, body: internal })).toEqual(refused('forbidden'))
    expect(await face.update({ id, ...carla, body: internal })).toEqual(invalidId)
  })

  test('accepts at most 50 comments and 10,000 code points', async () => {
    const id = await server.addCase()
    const comments = Array.from({ length: 50 }, () => ({ text: '😀' }))
    comments[0] = { text: ` ${'😀'.repeat(10_000)} ` }
    expect(await face.update({ id, body: { ...codes, comments } })).toMatchObject({ outcome: 'ok' })
    expect(await face.update({ id, body: { ...codes, comments: [...comments, { text: 'x' }] } })).toEqual(
      refused('malformedRequest', ['comments']),
    )
  })
})
