import { describe, expect, test } from 'vitest'
import { sql } from '../support/database/database.ts'
import { olga, omar, paula } from '../support/requests/credentials.ts'
import { problemOf } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { refundData, useServer } from '../support/server/server.ts'

const server = useServer()
const question = { categoryCode: 'BILLING', typeCode: 'QUESTION' }
const { get, send } = restClient(server)
const create = (body: object, { query = '', headers = {}, caller = olga } = {}) =>
  send('POST', `cases${query}`, { body, headers, caller })

const countCases = async () => {
  const [row] = await sql<{ count: number }>(server.database, 'select count(*)::int from cases')
  return row?.count
}

describe('POST /api/v4/cases', () => {
  test('creates a case and returns its path', async () => {
    const comments = ['First.', { text: 'Second.', internal: true }]
    const { status, headers, body } = await create({ ...question, partyEmail: 'paula@example.com', comments })
    const { context, case: created } = JSON.parse(body)
    expect([status, headers.location]).toEqual([201, `/api/v4/cases/${created.id}`])
    expect(created).toEqual({ id: expect.any(Number), ...question, status: 'New', resolution: 'Unresolved' })
    expect(context).toEqual({ simpleProfile: { firstname: 'Olga', email: 'olga@example.com' } })
    const selection = 'select text, internal from case_comments where case_id = $1 order by position'
    expect(await sql(server.database, selection, [created.id])).toEqual([
      { text: 'First.', internal: false },
      { text: 'Second.', internal: true },
    ])
  })

  test('reports every problem with its pointer', async () => {
    const answer = problemOf(await create({ ...question, status: 'Done', partyEmail: 7, caseData: { x: 1 } }))
    expect(answer.problems?.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['InvalidName', '#/status'],
      ['invalidCaseField', '#/caseData/x'],
      ['partyNotValid', '#/partyEmail'],
    ])
    expect(problemOf(await create({})).problems?.map(({ code }) => code)).toEqual(['CodeRequired', 'CodeRequired'])
  })

  test('lets a party create its own case, and no case of others', async () => {
    expect((await create(question, { caller: paula })).status).toBe(201)
    const { code } = problemOf(await create({ ...question, partyEmail: 'pedro@example.com' }, { caller: paula }))
    expect(code).toBe('partyNotValid')
  })

  test('has no Location if the caller may create the case but not read it', async () => {
    const answer = await create({ categoryCode: 'BILLING', typeCode: 'REFUND', caseData: refundData }, { caller: omar })
    const { id } = JSON.parse(answer.body).case
    expect([answer.status, answer.headers.location, answer.headers.etag]).toEqual([201, undefined, expect.any(String)])
    expect([(await get(`cases/${id}`, {}, omar)).status, (await get(`cases/${id}`)).status]).toEqual([404, 200])
    expect(Object.keys(JSON.parse(answer.body).case)).toEqual(['id', ...Object.keys(question), 'status', 'resolution'])
  })

  test('in a dry run, creates nothing and has no Location', async () => {
    const before = await countCases()
    const { status, headers, body } = await create(question, { query: '?dryRun=true' })
    expect([status, headers.location, JSON.parse(body).case.id]).toEqual([201, undefined, 0])
    expect(problemOf(await create({ ...question, status: 'Done' }, { query: '?dryRun=true' })).code).toBe('InvalidName')
    expect(await countCases()).toBe(before)
  })

  test('with the same key, creates one case and returns the same path', async () => {
    const before = (await countCases())!
    const headers = { 'idempotency-key': '"one case"' }
    const answers = await Promise.all([1, 2, 3].map(() => create(question, { headers })))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(new Set(answers.map((answer) => answer.headers.location)).size).toBe(1)
    expect(await countCases()).toBe(before + 1)
  })
})
