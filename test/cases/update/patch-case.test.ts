import { describe, expect, test } from 'vitest'
import { type Credentials, carla, olga, paula } from '../../support/requests/credentials.ts'
import { problemOf, sendRaw } from '../../support/requests/http.ts'
import { change } from '../../support/requests/changes.ts'
import { sql } from '../../support/database/database.ts'
import { restClient } from '../../support/requests/rest-client.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()

const { get, send } = restClient(server, '/api/v4/cases/')
const patch = (id: number | string, body: object | string, headers = {}, caller: Credentials = olga) =>
  send('PATCH', id, { body, headers: { 'content-type': 'application/merge-patch+json', ...headers }, caller })
const codes = async (id: number, body: object) =>
  problemOf(await patch(id, body)).problems?.map(({ code, pointer }) => [code, pointer])

describe('PATCH /api/v4/cases/{id}', () => {
  test('changes what it contains, and returns what a read returns, with the same tag', async () => {
    const id = await server.addCase()
    const answer = await patch(id, { status: 'New', caseData: { amount: 7 }, comments: ['Why?'] })
    expect([answer.status, JSON.parse(answer.body).case]).toMatchObject([
      200,
      { id, version: 2, status: 'New', resolution: 'Unresolved', caseData: { ...refundData, amount: 7 } },
    ])
    const read = await get(id)
    expect([answer.body, answer.headers.etag]).toEqual([read.body, read.headers.etag])
    const next = await patch(id, { status: 'Open' }, { 'if-match': answer.headers.etag! })
    expect(JSON.parse(next.body).case).toMatchObject({ version: 3, status: 'Open', caseData: { amount: 7 } })
  })

  test.each([
    {},
    { caseData: {} },
    { comments: null },
    { status: 'Open' },
    { caseData: { amount: refundData.amount } },
    { caseData: { nothing: null } },
  ])('%j changes nothing and writes nothing', async (body) => {
    const id = await server.addCase()
    expect([(await patch(id, body)).status, await server.version(id)]).toEqual([200, 1])
  })

  test('null does not clear what every case has', async () => {
    const id = await server.addCase()
    expect(await codes(id, { categoryCode: null, typeCode: null, status: null, resolution: null })).toEqual([
      ['CodeRequired', '#/categoryCode'],
      ['CodeRequired', '#/typeCode'],
      ['InvalidName', '#/status'],
      ['InvalidName', '#/resolution'],
    ])
    expect(await codes(id, { caseData: { amount: null } })).toEqual([['invalidCaseField', '#/caseData/amount']])
    expect((await codes(id, { caseData: null }))?.length).toBe(3)
    expect(await server.version(id)).toBe(1)
  })

  test('wrong values are the problems of an update', async () => {
    const id = await server.addCase()
    expect(await codes(id, { status: 7, caseData: { nothing: 1 } })).toEqual([
      ['InvalidName', '#/status'],
      ['invalidCaseField', '#/caseData/nothing'],
    ])
    for (const caseData of [[], 'x', 7, true])
      expect(await codes(id, { caseData })).toEqual([['invalidCaseField', '#/caseData']])
    expect(await codes(1006, { status: 'New' })).toEqual([['CategorySystemNode', '#/categoryCode']])
    expect(problemOf(await patch(id, { comments: [7] })).code).toBe('malformedRequest')
    expect(problemOf(await patch(999_999, {})).code).toBe('invalidId')
    expect(problemOf(await patch(id, {}, {}, carla)).code).toBe('invalidId')
  })

  test('a stored field that the type no longer defines does not prevent a change, and can be removed', async () => {
    const id = await server.addCase()
    await sql(server.database, `update cases set case_data = case_data || '{"old": 1}' where id = $1`, [id])
    const { case: changed } = JSON.parse((await patch(id, { caseData: { amount: 8 } })).body)
    expect(changed.caseData).toEqual({ ...refundData, amount: 8 })
    await sql(server.database, `update cases set case_data = case_data || '{"old": 1}' where id = $1`, [id])
    const { case: cleared } = JSON.parse((await patch(id, { caseData: { old: null } })).body)
    expect(cleared.caseData).toEqual({ ...refundData, amount: 8 })
  })

  test('a new type takes the fields that it shares, and needs the others', async () => {
    const id = await server.addCase()
    const move = { categoryCode: 'NETWORK', typeCode: 'INCIDENT' }
    expect((await codes(id, { ...move, caseData: { severity: 2 } }))?.map(([, pointer]) => pointer)).toEqual([
      '#/caseData/signalDbm',
      '#/caseData/lineDown',
    ])
    const caseData = { severity: 2, signalDbm: -90, lineDown: true }
    const { case: moved } = JSON.parse((await patch(id, { ...move, caseData })).body)
    expect(moved).toMatchObject({ ...move, caseData })
    expect(moved.caseData).toEqual(caseData)
  })

  test('concurrent patches of different fields lose nothing', async () => {
    const id = await server.addCase()
    const bodies = [{ amount: 9 }, { invoiceCount: 9 }, { goodwill: true }].map((caseData) => ({ caseData }))
    const answers = await Promise.all([...bodies, { status: 'New' }].map((body) => patch(id, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(JSON.parse((await get(id)).body).case).toMatchObject({
      version: 5,
      status: 'New',
      caseData: { amount: 9, invoiceCount: 9, goodwill: true },
    })
  })

  test('takes the headers and the parameter of every change', async () => {
    const id = await server.addCase()
    const headers = { 'idempotency-key': `"patch-${id}"` }
    expect((await patch(`${id}?dryRun=true`, { status: 'New' })).status).toBe(200)
    expect(await server.version(id)).toBe(1)
    const first = await patch(id, { comments: ['Once.'] }, headers)
    expect((await patch(id, { comments: ['Once.'] }, headers)).body).toBe(first.body)
    expect(problemOf(await patch(id, { status: null, comments: ['Once.'] }, headers)).code).toBe('conflict')
    expect(problemOf(await patch(id, {}, { 'if-match': '"1"' }))).toMatchObject({ status: 412, currentVersion: 2 })
    expect(problemOf(await patch(id, '{"owner":1}', { prefer: 'handling=strict' })).problems).toMatchObject([
      { pointer: '#/owner' },
    ])
  })

  test('takes a merge patch or JSON, and says so', async () => {
    const id = await server.addCase()
    const accepted = 'application/merge-patch+json, application/json'
    for (const type of accepted.split(', '))
      expect((await patch(id, {}, { 'content-type': `${type}; charset=utf-8` })).status).toBe(200)
    const refused = await patch(id, {}, { 'content-type': 'application/json-patch+json' })
    expect([problemOf(refused).code, refused.headers['accept-patch']]).toEqual(['unsupportedMediaType', accepted])
    const { headers } = await sendRaw(server.url, { method: 'OPTIONS', path: `/api/v4/cases/${id}` })
    expect([headers.allow, headers['accept-patch']]).toEqual(['GET, HEAD, PUT, PATCH, OPTIONS', accepted])
    expect(problemOf(await patch(id, '[]')).code).toBe('malformedRequest')
  })
})

test('patchCase over GraphQL does the same', async () => {
  const id = await server.addCase()
  const answer = await change(server.url, 'patchCase', { caseInstanceId: `${id}`, caseData: { amount: 5 } }, paula)
  expect(answer.case).toMatchObject({ status: 'Open', caseData: { ...refundData, amount: 5 } })
  const refused = await change(server.url, 'patchCase', { caseInstanceId: `${id}`, status: null }, paula)
  expect(refused.problems).toMatchObject([{ code: 'InvalidName', path: ['status'] }])
})
