import { expect, test } from 'vitest'
import { adminData, ada } from '../support/requests/configure.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ data: adminData })

async function patch(body: unknown, { query = '', caller = ada, headers = {} } = {}) {
  const response = await fetch(`${server.url}/api/v4/configuration${query}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...credentialHeaders(caller), ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('PATCH /configuration changes the configuration, or shows what it would change', async () => {
  const body = { categories: [{ code: 'NEW', name: 'New' }], unknown: 1 }
  const changes = [{ path: ['categories', '0'], kind: 'CREATED', version: 1, impact: [] }]
  expect(await patch(body, { query: '?dryRun=true' })).toMatchObject({ status: 200, body: { changes } })
  const headers = { 'idempotency-key': '"one"' }
  const first = await patch(body, { headers })
  expect(first).toMatchObject({ status: 200, body: { context: { simpleProfile: { firstname: 'Ada' } }, changes } })
  expect(await patch(body, { headers })).toEqual(first)
  expect(await patch({ ...body, categories: [] }, { headers })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect(await patch(body, { caller: olga })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

test('reports every problem with its pointer, also a value of a wrong type', async () => {
  const body = {
    categories: [{ code: 7, name: [] }, 'x'],
    types: {},
    touchpoints: [{ code: 'a', logins: ['NOBODY'], expectedVersion: '1' }],
  }
  const { status, body: problem } = await patch(body)
  expect({ status, code: problem['code'] }).toEqual({ status: 400, code: 'invalidValue' })
  expect((problem['problems'] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
    '#/categories/0/code',
    '#/categories/0/name',
    '#/categories/1',
    '#/types',
    '#/touchpoints/0/logins/0',
    '#/touchpoints/0/expectedVersion',
  ])
  const unknown = await patch({ typeCategories: [{ typeCode: 'NONE', categoryCode: 'BILLING' }] })
  expect(unknown.body).toMatchObject({
    code: 'unknownReference',
    problems: [{ pointer: '#/typeCategories/0/typeCode' }],
  })
})

test('who may not do it learns nothing about a value of a wrong type', async () => {
  const body = { categories: 7 }
  expect(await patch(body, { caller: olga })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await patch(body, { caller: { ...ada, token: 'unknown' } })).toMatchObject({ status: 401 })
})

test('a version that differs is 412 with the place and the current version', async () => {
  const { status, body } = await patch({ statuses: [{ name: 'Open', expectedVersion: 7 }] })
  expect({ status, ...body }).toMatchObject({
    status: 412,
    code: 'preconditionFailed',
    path: ['statuses', '0'],
    currentVersion: 1,
  })
})

test('strict handling accepts the members of items, and no others', async () => {
  const headers = { prefer: 'handling=strict' }
  const category = { code: 'STRICT', name: 'Strict', expectedVersion: 0 }
  expect((await patch({ categories: [category] }, { headers })).status).toBe(200)
  const problems = [{ pointer: '#/categories/0/nam' }]
  expect(await patch({ categories: [{ code: 'X', nam: 'x' }] }, { headers })).toMatchObject({
    status: 400,
    body: { problems },
  })
})
