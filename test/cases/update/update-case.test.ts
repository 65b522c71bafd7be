import { expect, test } from 'vitest'
import { carla, olga, omarAtPartner, paula, pedro } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import type { ChangeOutcome } from '../../support/requests/face.ts'
import { describeFaces, failure, refused } from '../../support/requests/faces.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const invalidId = failure(['invalidId', 'caseInstanceId'])

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

  test('adds comments to existing ones, in one change', async () => {
    const id = await server.addCase({ comments: [{ text: 'Old', authorEmail: 'paula@example.com' }] })
    await face.update({ id, body: { ...codes, comments: [{ text: ' One ' }, { text: 'Two', internal: true }] } })
    const comments = 'select version, position, text, internal from case_comments where case_id = $1 order by 1, 2'
    const rows = await sql(server.database, comments, [id])
    expect(rows).toEqual([
      { version: 1, position: 1, text: 'Old', internal: false },
      { version: 2, position: 1, text: 'One', internal: false },
      { version: 2, position: 2, text: 'Two', internal: true },
    ])
  })

  const rejected: [string, Record<string, unknown>, ChangeOutcome][] = [
    ['missing codes', {}, failure(['CodeRequired', 'categoryCode'], ['CodeRequired', 'typeCode'])],
    ['an unknown category', { ...codes, categoryCode: 'X' }, failure(['InvalidCode', 'categoryCode'])],
    ['an inactive category', { ...codes, categoryCode: 'TELEX' }, failure(['InvalidCode', 'categoryCode'])],
    ['an inactive type', { categoryCode: 'ACCOUNT', typeCode: 'FAX' }, failure(['InvalidCode', 'typeCode'])],
    [
      'an inactive type category',
      { categoryCode: 'NETWORK', typeCode: 'COMPLAINT' },
      failure(['InvalidCode', 'typeCode']),
    ],
    ['a system category', { ...codes, categoryCode: 'SYSTEM' }, failure(['CategorySystemNode', 'categoryCode'])],
    ['an inactive status', { ...codes, status: 'Escalated by telex' }, failure(['InvalidName', 'status'])],
    ['an inactive resolution', { ...codes, resolution: 'Answered by telex' }, failure(['InvalidName', 'resolution'])],
    ['case data that is not an object', { ...codes, caseData: 3 }, failure(['invalidCaseField', 'caseData'])],
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

  test('does not move a case out of a system category', async () => {
    const id = await server.addCase({ typeCode: 'MAINTENANCE', categoryCode: 'SYSTEM' })
    const body = { categoryCode: 'ACCOUNT', typeCode: 'QUESTION' }
    expect(await face.update({ id, body })).toEqual(failure(['CategorySystemNode', 'categoryCode']))
  })

  test('lets a closed case only be reopened', async () => {
    const id = await server.addCase({ status: 'Closed' })
    expect(await face.update({ id, body: { ...codes, status: 'New' } })).toEqual(failure(['InvalidName', 'status']))
    expect(await face.update({ id, body: { ...codes, status: 'Closed' } })).toMatchObject({ outcome: 'ok' })
    expect(await face.update({ id, body: { ...codes, status: 'Open' } })).toMatchObject({ outcome: 'ok' })
  })

  test('only moves a case to a type category that is granted to the touchpoint', async () => {
    const id = await server.addCase()
    const outage = { categoryCode: 'NETWORK', typeCode: 'OUTAGE', caseData: { subscribersAffected: 1 } }
    expect(await face.update({ id, ...paula, body: outage })).toEqual(failure(['InvalidCode', 'typeCode']))
    expect(await face.update({ id, ...olga, body: outage })).toMatchObject({ outcome: 'ok' })
  })

  test('accepts an unchanged type category even if it is inactive', async () => {
    const id = await server.addCase({ typeCode: 'COMPLAINT', categoryCode: 'NETWORK' })
    const body = { categoryCode: 'NETWORK', typeCode: 'COMPLAINT', status: 'Resolved' }
    expect(await face.update({ id, body })).toMatchObject({ outcome: 'ok', case: body })
  })

  test('keeps the data that the new type also defines, or rejects data that does not fit', async () => {
    const id = await server.addCase()
    expect(await face.update({ id, body: { categoryCode: 'ACCOUNT', typeCode: 'CHANGE_REQUEST' } })).toEqual(
      failure(['invalidCaseField', 'caseData', 'confirmed']),
    )
    expect(await face.update({ id, body: { categoryCode: 'ACCOUNT', typeCode: 'QUESTION' } })).toMatchObject({
      outcome: 'ok',
    })
    const stored = await sql(server.database, 'select case_data from cases where id = $1', [id])
    expect(stored).toEqual([{ caseData: {} }])
  })

  test.each(['0', '01', '1e3', ' 1', '9007199254740992', 'x', '-1', '1.0', '999999'])(
    'returns invalidId for %s, regardless of other problems',
    async (id) => {
      expect(await face.update({ id: encodeURIComponent(id).replace('%20', ' '), body: {} })).toEqual(invalidId)
    },
  )

  test('returns invalidId to other parties and to consumers', async () => {
    const id = await server.addCase()
    for (const caller of [pedro, carla, omarAtPartner]) {
      expect(await face.update({ id, ...caller, body: codes })).toEqual(invalidId)
    }
  })

  test('lets the party of the case update it, but not add an internal comment', async () => {
    const id = await server.addCase()
    expect(await face.update({ id, ...paula, body: { ...codes, comments: [{ text: 'Hello' }] } })).toMatchObject({
      outcome: 'ok',
      context: { simpleProfile: { firstname: 'Paula' } },
    })
    const internal = { ...codes, comments: [{ text: 'Hello', internal: true }] }
    expect(await face.update({ id, ...paula, body: internal })).toEqual({ outcome: 'refused', code: 'forbidden' })
    expect(await face.update({ id: 999_999, ...paula, body: internal })).toEqual({
      outcome: 'refused',
      code: 'forbidden',
    })
    expect(await face.update({ id, ...carla, body: internal })).toEqual(invalidId)
  })

  test('lets callers update a case at a touchpoint that may modify the type category', async () => {
    const id = await server.addCase({
      typeCode: 'OUTAGE',
      categoryCode: 'NETWORK',
      caseData: { subscribersAffected: 3 },
    })
    const body = { categoryCode: 'NETWORK', typeCode: 'OUTAGE', status: 'Resolved' }
    expect(await face.update({ id, ...omarAtPartner, body })).toMatchObject({ outcome: 'ok' })
  })

  test.each([
    ['empty', ''],
    ['blank', ' \t\n\u2003'],
    ['too long', 'x'.repeat(10_001)],
    ['text with a NUL', 'a\0b'],
    ['text with a lone surrogate', 'a\ud800b'],
  ])('rejects a comment that is %s', async (_name, text) => {
    const id = await server.addCase()
    const outcome = await face.update({ id, body: { ...codes, comments: [{ text }] } })
    expect(outcome).toEqual(refused('malformedRequest', ['comments', '0', 'text']))
    expect(await server.version(id)).toBe(1)
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
