import { describe, expect, test } from 'vitest'
import { sql } from '../../support/database/database.ts'
import { ada, adminData, configure } from '../../support/requests/configure.ts'
import { type Credentials, olga, paula } from '../../support/requests/credentials.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { bodyOf, restClient } from '../../support/requests/rest-client.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const many = Array.from({ length: 21 }, (_, index) => ({ code: `N${index}`, label: `Number ${index}` }))
const tags = [
  { code: 'VIP', label: 'Very important' },
  { code: 'CALL', label: 'Call back' },
  { code: 'OLD', label: 'Old', active: false },
]
const others = ['A5', 'A6', 'A7', 'A8'].map((code) => ({ code, label: `Number ${code}` }))
const server = useServer({ data: { ...adminData, tags: [...tags, ...many, ...others] } })
const rest = restClient(server)
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

type Change = 'createCase' | 'updateCase' | 'patchCase'

/** Sends a change. Returns the ID of the case, or the codes and the paths of what is wrong. */
type Send = (change: Change, input: Record<string, unknown>, caller?: Credentials) => Promise<number | string>

const overGraphql: Send = async (change, input, caller = olga) => {
  const type = change[0]!.toUpperCase() + change.slice(1)
  const { data, errors } = await graphql<{ result: { case?: { id: string }; code?: string } | null }>(
    server.url,
    `mutation($input: ${type}Input!) { result: ${change}(input: $input) { ... on ${type}Payload { case { id } } ... on ${type}Error { code } } }`,
    { input },
    caller,
  )
  if (data?.result) return data.result.case ? Number(data.result.case.id) : data.result.code!
  const { code, problems = [] } = errors![0]!.extensions as { code: string; problems?: { path: string[] }[] }
  return [code, ...problems.map(({ path }) => path.join('/'))].join(' ')
}

const overRest: Send = async (change, { caseInstanceId, ...body }, caller = olga) => {
  const method = { createCase: 'POST', updateCase: 'PUT', patchCase: 'PATCH' }[change]
  const answer = await rest.send(method, caseInstanceId === undefined ? 'cases' : `cases/${String(caseInstanceId)}`, {
    body,
    caller,
  })
  const {
    case: changed,
    code,
    problems = [],
  } = JSON.parse(answer.body) as {
    case?: { id: number }
    code: string
    problems?: { pointer?: string }[]
  }
  if (changed) return changed.id
  const name = { malformedRequest: 'BAD_USER_INPUT', forbidden: 'FORBIDDEN' }[code] ?? code
  return [name, ...problems.flatMap(({ pointer }) => pointer?.slice(2) ?? [])].join(' ')
}

async function tagsOf(id: number | string, caller = olga, asOf?: string): Promise<string[]> {
  const query = 'query($id: ID!, $asOf: DateTime) { case(id: $id, asOf: $asOf) { tags { code } } }'
  const { case: found } = await graphqlData<{ case: { tags: { code: string }[] } }>(
    server.url,
    query,
    { id, asOf },
    caller,
  )
  return found.tags.map(({ code }) => code)
}

async function newCase(codesOfTags: string[] = []): Promise<number> {
  const id = await server.addCase()
  if (codesOfTags.length > 0) await overGraphql('patchCase', { caseInstanceId: id, tags: codesOfTags })
  return id
}

describe.each([
  ['GraphQL', overGraphql],
  ['REST', overRest],
])('tags over %s', (_name, send) => {
  const create = { ...codes, caseData: refundData, comments: [{ text: 'Hello' }] }

  test('are set when a case is created and updated, in the order of the configuration', async () => {
    const id = await send('createCase', { ...create, tags: ['VIP', 'CALL'] })
    expect(await tagsOf(id)).toEqual(['CALL', 'VIP'])
    await send('updateCase', { caseInstanceId: id, ...codes, tags: ['VIP'] })
    expect(await tagsOf(id)).toEqual(['VIP'])
    await send('updateCase', { caseInstanceId: id, ...codes, subject: 'Kept' })
    expect(await tagsOf(id)).toEqual(['VIP'])
    await send('updateCase', { caseInstanceId: id, ...codes, tags: [] })
    expect(await tagsOf(id)).toEqual([])
  })

  test.each<[string[] | null]>([[null], [[]]])('are cleared by a patch with %j, and kept without', async (none) => {
    const id = await newCase(['VIP'])
    await send('patchCase', { caseInstanceId: id, subject: 'Kept' })
    expect(await tagsOf(id)).toEqual(['VIP'])
    await send('patchCase', { caseInstanceId: id, tags: none })
    expect(await tagsOf(id)).toEqual([])
  })

  test('are added and removed without the others, which others may change', async () => {
    const id = await newCase(['VIP'])
    await send('patchCase', { caseInstanceId: id, addTags: ['CALL', 'VIP'], removeTags: ['N1'] })
    expect(await tagsOf(id)).toEqual(['CALL', 'VIP'])
    await send('updateCase', { caseInstanceId: id, ...codes, addTags: ['N2'], removeTags: ['VIP'] })
    expect(await tagsOf(id)).toEqual(['CALL', 'N2'])
  })

  test('must be active ones of the configuration, unless the case has them', async () => {
    const id = await newCase(['VIP'])
    await sql(server.database, `update cases set tags = '{OLD,VIP}' where id = ${id}`)
    expect(await send('patchCase', { caseInstanceId: id, tags: ['OLD'] })).toBe(id)
    const other = await newCase()
    expect(await send('patchCase', { caseInstanceId: other, tags: ['VIP', 'OLD', 'NONE'] })).toBe(
      'BAD_USER_INPUT tags/1 tags/2',
    )
    expect(await send('updateCase', { caseInstanceId: other, ...codes, addTags: ['NONE'] })).toBe(
      'BAD_USER_INPUT addTags/0',
    )
    expect(await send('patchCase', { caseInstanceId: other, removeTags: ['OLD', 'NONE'] })).toBe(
      'BAD_USER_INPUT removeTags/1',
    )
    expect(await send('createCase', { ...create, tags: ['OLD'] })).toBe('BAD_USER_INPUT tags/0')
    expect(await send('patchCase', { caseInstanceId: 9_999_999, tags: ['NONE'] })).toContain('invalidId')
  })

  test('are at most 20, each once', async () => {
    const all = many.map(({ code }) => code)
    const id = await newCase()
    expect(await send('patchCase', { caseInstanceId: id, tags: all })).toBe('BAD_USER_INPUT tags')
    expect(await send('patchCase', { caseInstanceId: id, tags: ['VIP', 'VIP'] })).toBe('BAD_USER_INPUT tags/1')
    expect(await send('patchCase', { caseInstanceId: id, tags: all.slice(0, 20) })).toBe(id)
    expect(await send('patchCase', { caseInstanceId: id, addTags: ['VIP'] })).toBe('BAD_USER_INPUT addTags')
    expect(await send('patchCase', { caseInstanceId: id, addTags: ['VIP'], removeTags: ['N0'] })).toBe(id)
    // Null clears the others first.
    expect(await send('patchCase', { caseInstanceId: id, tags: null, addTags: ['CALL', 'N0'] })).toBe(id)
    expect(await tagsOf(id)).toEqual(['CALL', 'N0'])
  })

  test('of a party are forbidden, and parties see none', async () => {
    const id = await newCase(['VIP'])
    for (const input of [{ tags: ['CALL'] }, { addTags: ['CALL'] }, { removeTags: ['VIP'] }]) {
      expect(await send('updateCase', { caseInstanceId: id, ...codes, ...input }, paula)).toBe('FORBIDDEN')
      expect(await send('updateCase', { caseInstanceId: 9_999_999, ...codes, ...input }, paula)).toBe('FORBIDDEN')
    }
    expect(await send('createCase', { ...create, tags: ['VIP'] }, paula)).toBe('FORBIDDEN')
    // What a party reads and sends back changes nothing.
    expect(await send('updateCase', { caseInstanceId: id, ...codes, tags: [] }, paula)).toBe(id)
    expect(await tagsOf(id, paula)).toEqual([])
    expect(await tagsOf(id)).toEqual(['VIP'])
  })
})

test('the history and earlier states have the tags, and parties no event of them', async () => {
  const id = await newCase(['VIP'])
  const query = `query($id: ID!) { case(id: $id) { updatedAt history(last: 1) { nodes { kind internal changes { path from to } } } } }`
  interface Found {
    case: { updatedAt: string; history: { nodes: { internal: boolean; changes: object[] }[] } }
  }
  const { case: tagged } = await graphqlData<Found>(server.url, query, { id }, olga)
  expect(tagged.history.nodes).toEqual([
    { kind: 'UPDATED', internal: true, changes: [{ path: ['tags'], from: [], to: ['VIP'] }] },
  ])
  // Both are checked against the description of the API.
  for (const path of [`cases/${id}/history`, `events?caseId=${id}`])
    expect((await rest.get(path)).body).toContain('["VIP"]')
  await overRest('patchCase', { caseInstanceId: id, tags: ['CALL'] })
  expect(await tagsOf(id, olga, tagged.updatedAt)).toEqual(['VIP'])
  const { case: seen } = await graphqlData<Found>(server.url, query, { id }, paula)
  expect(seen.history.nodes).toMatchObject([{ kind: 'IMPORTED' }])
  const conflict = await rest.send('PATCH', `cases/${id}`, { body: { subject: 'New' }, headers: { 'if-match': '"1"' } })
  expect(JSON.parse(conflict.body)).toMatchObject({ code: 'preconditionFailed', changedFields: [['tags']] })
})

test('a request with the tags in another order is the same request', async () => {
  const id = await newCase()
  for (const tags of [
    ['VIP', 'CALL'],
    ['CALL', 'VIP'],
  ]) {
    const input = { caseInstanceId: id, addTags: tags, removeTags: [...tags], tags, idempotencyKey: 'in-any-order' }
    expect(await overGraphql('patchCase', input)).toBe(id)
  }
})

test('a list has the cases with one of the tags, and none for a party', async () => {
  const [a, b] = [await newCase(['A5']), await newCase(['A6', 'VIP'])]
  const query = 'query($tag: [String!]) { cases(first: 50, filter: { tag: $tag }) { nodes { id tags { label } } } }'
  const list = async (tag: string[], caller = olga) =>
    (await graphqlData<{ cases: { nodes: { id: string; tags: object[] }[] } }>(server.url, query, { tag }, caller))
      .cases.nodes
  expect((await list(['A5', 'A6'])).map(({ id }) => Number(id)).sort()).toEqual([a, b].sort())
  expect(await list(['A6'])).toEqual([{ id: `${b}`, tags: [{ label: 'Number A6' }, { label: 'Very important' }] }])
  expect(await list([])).toEqual([])
  expect(await list(['A6'], paula)).toEqual([])
  const answer = bodyOf(await rest.get('cases?tag=A5&tag=A7'))
  expect(answer.cases).toMatchObject([{ id: a, tags: [{ code: 'A5', label: 'Number A5', active: true }] }])
})

test('a label is shown at once everywhere, and its change writes no case', async () => {
  const id = await newCase(['A8'])
  const version = await server.version(id)
  const dryRun = await configure(server.url, { tags: [{ code: 'A8', active: false }], dryRun: true })
  expect(dryRun.changes![0]!.impact).toMatchObject([{ kind: 'OPEN_CASES', count: 1 }])
  const { changes } = await configure(server.url, { tags: [{ code: 'A8', label: 'Renamed' }] })
  expect(changes).toMatchObject([{ path: ['tags', '0'], kind: 'UPDATED', version: 2, impact: [] }])
  const { case: found } = bodyOf(await rest.get(`cases/${id}`))
  expect(found.tags).toEqual([{ code: 'A8', label: 'Renamed', active: true }])
  expect(await server.version(id)).toBe(version)
  const names = async (caller: Credentials) => bodyOf(await rest.get('tags', {}, caller)).tags as { code: string }[]
  expect((await names(olga)).find(({ code }) => code === 'A8')).toEqual({ code: 'A8', label: 'Renamed', active: true })
  expect(await names(ada)).toHaveLength(tags.length + many.length + others.length)
  expect(await names(paula)).toEqual([])
})
