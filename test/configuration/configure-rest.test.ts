import { words } from '../support/words.ts'
import { describe, expect, test } from 'vitest'
import { adminData, ada } from '../support/requests/configure.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ data: adminData })
const client = restClient(server, '/api/v4/configuration')
async function patch(body: object | string, { query = '', caller = ada, headers = {} } = {}) {
  const answer = await client.send('PATCH', query, { body, headers, caller })
  return { status: answer.status, etag: answer.headers.etag, body: JSON.parse(answer.body) as Record<string, unknown> }
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
  expect((problem['problems'] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual(words`
    #/categories/0/code #/categories/0/name #/categories/1 #/types #/touchpoints/0/logins/0
    #/touchpoints/0/expectedVersion
  `)
  const { body: mixed } = await patch({
    categories: [{ code: 7, name: 'x' }],
    statuses: [{ name: 'Open', active: 'no', transitions: ['None'] }],
  })
  expect(mixed['problems']).toMatchObject([
    { code: 'invalidValue', pointer: '#/categories/0/code', detail: 'code must be a string.' },
    { code: 'invalidValue', pointer: '#/statuses/0/active' },
    { code: 'unknownReference', pointer: '#/statuses/0/transitions/0' },
  ])
  expect((await patch({ typeCategories: [{ typeCode: 'NONE', categoryCode: 'BILLING' }] })).body).toMatchObject({
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
  expect(await patch({ categories: [{ code: 'X', nam: 'x' }] }, { headers })).toMatchObject({
    status: 400,
    body: { problems: [{ pointer: '#/categories/0/nam' }] },
  })
})

describe('If-Match', () => {
  const read = async (accepted = 'identity') => {
    const headers = { ...credentialHeaders(ada), 'accept-encoding': accepted }
    const { headers: sent, body } = await sendRaw(server.url, { path: '/api/v4/configuration', headers })
    return { etag: String(sent.etag), body }
  }
  const nameOf = (name: string) => ({ categories: [{ code: 'MATCHED', name }] })
  const revisionOf = (tag: string) => tag.replaceAll('"', '').split('.')[0]!

  test('takes the tags of a read, in each encoding, and of a change', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { etag } = await read(encoding)
      expect(await patch(nameOf(encoding), { headers: { 'if-match': etag } })).toMatchObject({ status: 200 })
    }
    const { etag } = await patch(nameOf('first'))
    expect(revisionOf((await read()).etag)).toBe(revisionOf(etag!))
    const listed = { 'if-match': `W/"x", "00000000-0000-0000-0000-000000000000", ${etag}` }
    const second = await patch(nameOf('second'), { headers: listed })
    expect(second.status).toBe(200)
    expect(second.etag).not.toBe(etag)
    expect(second.body).not.toHaveProperty('tagRevision')
    expect((await patch(nameOf('third'), { headers: { 'if-match': second.etag! } })).status).toBe(200)
    for (const any of ['*', ' * ']) {
      expect((await patch(nameOf(any), { headers: { 'if-match': any } })).status).toBe(200)
    }
  })

  test('another revision is 412, also in a dry run, and nothing is written', async () => {
    const { etag } = await read()
    const { etag: current } = await patch(nameOf('changed'))
    const before = await read()
    for (const query of ['', '?dryRun=true']) {
      for (const tag of [etag, `"${revisionOf(etag)}"`, '"x"', `${current!.slice(0, -1)}.x"`]) {
        const { status, body } = await patch(nameOf('lost'), { query, headers: { 'if-match': tag } })
        expect({ status, ...body }, tag).toMatchObject({
          status: 412,
          code: 'preconditionFailed',
          currentRevision: revisionOf(current!),
        })
      }
    }
    expect(await read()).toEqual(before)
  })

  test('comes before the rules for the items, and after what the caller may not do', async () => {
    const headers = { 'if-match': '"x"' }
    for (const body of [{ categories: [{ code: 7 }] }, { categories: [{ code: '' }] }, nameOf('x')]) {
      expect((await patch(body, { headers })).status).toBe(412)
      expect((await patch(body, { headers, caller: olga })).status).toBe(403)
    }
  })

  test('weak tags never match, which the answer says, and text without quotes is malformedRequest', async () => {
    const { etag } = await read()
    const weak = await patch(nameOf('x'), { headers: { 'if-match': `W/${etag}` } })
    expect(weak).toMatchObject({ status: 412, body: { detail: expect.stringContaining('only weak tags') } })
    for (const tag of [revisionOf(etag), '']) {
      expect(await patch(nameOf('x'), { headers: { 'if-match': tag } })).toMatchObject({
        status: 400,
        body: { code: 'malformedRequest' },
      })
    }
  })

  test('of two changes at the same time with the same tag, one succeeds', async () => {
    const { etag } = await read()
    const names = ['one', 'two', 'three', 'four']
    const answers = await Promise.all(names.map((name) => patch(nameOf(name), { headers: { 'if-match': etag } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
  })

  test('a request that is repeated with its key gets the first answer and tag', async () => {
    const { etag } = await read()
    const headers = { 'if-match': etag, 'idempotency-key': '"matched"' }
    const first = await patch(nameOf('keyed'), { headers })
    expect(first.status).toBe(200)
    await patch(nameOf('after'))
    expect(await patch(nameOf('keyed'), { headers })).toEqual(first)
    expect(await patch(nameOf('keyed'), { headers: { ...headers, 'if-match': '"x"' } })).toMatchObject({ status: 409 })
  })

  test('what the revision does not count changes the tag of a read, which is still accepted', async () => {
    const { etag } = await read()
    const path = '/api/v4/touchpoints/desk/secrets'
    const headers = { ...credentialHeaders(ada), 'content-type': 'application/json' }
    expect((await sendRaw(server.url, { path, method: 'POST', headers, body: '{}' })).status).toBe(201)
    const { etag: later } = await read()
    expect([later === etag, revisionOf(later)]).toEqual([false, revisionOf(etag)])
    expect((await patch(nameOf('issued'), { headers: { 'if-match': etag } })).status).toBe(200)
  })

  test('dry runs and changes of persons keep the revision', async () => {
    const { etag } = await read()
    expect((await patch(nameOf('dry'), { query: '?dryRun=true' })).etag).toBeUndefined()
    const person = await patch({ persons: [{ login: 'PARTY', email: 'new@example.com', firstname: 'New' }] })
    expect([person.status, revisionOf(person.etag!)]).toEqual([200, revisionOf(etag)])
  })
})

test('at most 1,000 problems are reported, and looking for values of a wrong type stops there', async () => {
  const { status, body } = await patch({ touchpoints: [{ code: 'a', logins: Array.from({ length: 5_000 }, () => 1) }] })
  const problems = body['problems'] as { pointer: string }[]
  expect([status, problems.length, problems.at(-1)?.pointer]).toEqual([400, 1_000, '#/touchpoints/0/logins/999'])
  const keyless = await patch({ categories: Array.from({ length: 600 }, () => ({ code: 1, name: 1 })) })
  expect(keyless.body['problems']).toHaveLength(1_000)
  const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, 1]))
  const strict = await patch(unknown, { headers: { prefer: 'handling=strict' } })
  expect([strict.status, strict.body['problems']]).toEqual([400, expect.objectContaining({ length: 1_000 })])
})

test('names of sections in import files are refused, with the right ones', async () => {
  const { status, body } = await patch({
    operatorGroups: [{ name: 'A' }],
    admins: [],
    cases: [{ id: 1 }],
    categories: [{ code: 'X', name: 'X' }],
  })
  expect([status, body['code']]).toEqual([400, 'malformedRequest'])
  expect(body['problems']).toMatchObject([
    { pointer: '#/cases', detail: expect.stringContaining('POST /api/v4/cases') },
    { pointer: '#/operatorGroups', detail: 'operatorGroups is the name in import files. Here, it is groups.' },
    { pointer: '#/admins', detail: expect.stringContaining('persons, where each item has "login": "ADMIN"') },
  ])
  expect((await patch({ unknown: [], operatorGroups: null }, { query: '?dryRun=true' })).status).toBe(200)
})
