import { beforeAll, describe, expect, test } from 'vitest'
import { type Credentials, olga, paula } from '../../support/requests/credentials.ts'
import { change } from '../../support/requests/changes.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { restFace } from '../../support/requests/rest-face.ts'
import { recordStatements } from '../../support/database/statement-recorder.ts'
import { useServer } from '../../support/server/server.ts'

const server = useServer()
const face = restFace(server)
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

interface Arguments {
  first?: number | null
  last?: number | null
  after?: string | null
  before?: string | null
}

interface Page {
  /** The keys of the items: the texts of comments, the sequences of events. */
  items: number[]
  cursors: string[]
  hasNextPage: boolean
  hasPreviousPage: boolean
  startCursor: string | null
  endCursor: string | null
}

type List = 'comments' | 'history'
const keys = { comments: 'key: text', history: 'key: sequence' }

const document = (list: List) => `
query ($id: ID!, $first: Int, $last: Int, $after: String, $before: String) {
  case(id: $id) {
    list: ${list}(first: $first, last: $last, after: $after, before: $before) {
      edges { cursor node { ${keys[list]} } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
}`

interface Answer {
  case: {
    list: { edges: { cursor: string; node: { key: string | number } }[]; pageInfo: Omit<Page, 'items' | 'cursors'> }
  }
}

async function read(list: List, id: number, page: Arguments = {}, caller: Credentials = olga): Promise<Page> {
  const data = await graphqlData<Answer>(server.url, document(list), { id, ...page }, caller)
  const { edges, pageInfo } = data.case.list
  return { ...pageInfo, items: edges.map(({ node }) => Number(node.key)), cursors: edges.map(({ cursor }) => cursor) }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** A case with comments 1 to 45. Every third is internal. One is imported, the others come from four versions. */
async function longCase(): Promise<number> {
  const comment = (number: number) => ({ text: `${number}`, internal: number % 3 === 0 })
  const id = await server.addCase({ comments: [{ ...comment(1), authorEmail: 'olga@example.com' }] })
  for (const start of [2, 13, 24, 35]) {
    const body = { ...codes, comments: range(start, start + 10).map(comment) }
    expect(await face.update({ id, body })).toMatchObject({ outcome: 'ok' })
  }
  return id
}

describe('the comments of a case', () => {
  test.each<[Arguments, number[], Partial<Page>]>([
    [{}, range(1, 20), { hasNextPage: true, hasPreviousPage: false }],
    [{ first: null, last: null, after: null, before: null }, range(1, 20), { hasNextPage: true }],
    [{ first: 1 }, [1], { hasNextPage: true, hasPreviousPage: false }],
    [{ first: 44 }, range(1, 44), { hasNextPage: true }],
    [{ first: 45 }, range(1, 45), { hasNextPage: false }],
    [{ first: 100 }, range(1, 45), { hasNextPage: false }],
    [{ last: 1 }, [45], { hasPreviousPage: true, hasNextPage: false }],
    [{ last: 3 }, [43, 44, 45], { hasPreviousPage: true }],
    [{ last: 100 }, range(1, 45), { hasPreviousPage: false }],
  ])('requested with %j are exactly %j', async (page, items, pageInfo) => {
    expect(await read('comments', await longCase(), page)).toMatchObject({ items, ...pageInfo })
  })

  test('lie between the cursors of after and before, both exclusive', async () => {
    const id = await longCase()
    const { cursors } = await read('comments', id, { first: 100 })
    const [after, before] = [cursors[9] ?? '', cursors[14] ?? '']
    expect((await read('comments', id, { after })).items).toEqual(range(11, 30))
    expect((await read('comments', id, { after, before })).items).toEqual(range(11, 14))
    expect((await read('comments', id, { after, before, first: 2 })).items).toEqual([11, 12])
    expect((await read('comments', id, { after, before, last: 2 })).items).toEqual([13, 14])
    expect((await read('comments', id, { before, last: 100 })).items).toEqual(range(1, 14))
    expect((await read('comments', id, { after: before, before: after })).items).toEqual([])
  })

  const everything = range(1, 45)
  const withoutInternal = everything.filter((number) => number % 3 !== 0)
  test.each([
    ['an operator', olga, everything],
    ['a party, without internal comments and without gaps in the pages', paula, withoutInternal],
  ])('are the same in both directions for %s', async (_who, caller, expected) => {
    const id = await longCase()
    const forward: number[] = []
    for (let page: Page | undefined; page?.hasNextPage !== false; forward.push(...page.items)) {
      page = await read('comments', id, { first: 7, after: page?.endCursor ?? null }, caller)
      expect(page.items).toEqual(expected.slice(forward.length, forward.length + 7))
    }
    const backward: number[] = []
    for (let page: Page | undefined; page?.hasPreviousPage !== false; backward.unshift(...page.items)) {
      page = await read('comments', id, { last: 7, before: page?.startCursor ?? null }, caller)
      expect(page.items).toEqual(expected.slice(-7 - backward.length, expected.length - backward.length))
    }
    expect(forward).toEqual(expected)
    expect(backward).toEqual(expected)
  })

  test('may be empty', async () => {
    const nothing = { items: [], hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null }
    expect(await read('comments', await server.addCase())).toMatchObject(nothing)
  })

  test('that are internal do not count for a party, not even in hasNextPage', async () => {
    const text = (number: number) => ({ text: `${number}`, authorEmail: 'olga@example.com', internal: number > 2 })
    const id = await server.addCase({ comments: range(1, 30).map(text) })
    expect(await read('comments', id, { first: 2 }, paula)).toMatchObject({ items: [1, 2], hasNextPage: false })
    const { cursors } = await read('comments', id, { first: 10 })
    const after = cursors[5] ?? ''
    expect(await read('comments', id, { after }, paula)).toMatchObject({ items: [], hasNextPage: false })
  })
})

test('the history has pages like the comments', async () => {
  const id = await server.addCase({ version: 7 })
  for (const number of range(1, 24)) await face.update({ id, body: { ...codes, comments: [`${number}`] } })
  expect(await server.version(id)).toBe(31)
  expect(await read('history', id)).toMatchObject({ items: range(7, 26), hasNextPage: true, hasPreviousPage: false })
  const { endCursor } = await read('history', id, { first: 3 })
  expect((await read('history', id, { after: endCursor, first: 2 })).items).toEqual([10, 11])
  expect(await read('history', id, { last: 2 })).toMatchObject({ items: [30, 31], hasPreviousPage: true })
  expect(await read('history', id, { before: endCursor, last: 5 })).toMatchObject({
    items: [7, 8],
    hasPreviousPage: false,
  })
  expect(await read('history', id, { first: 100 })).toMatchObject({ items: range(7, 31), hasNextPage: false })
})

describe.each<List>(['comments', 'history'])('%s', (list) => {
  const cursor = (text: string) => Buffer.from(text).toString('base64url')

  test.each<Arguments>([
    { first: -1 },
    { first: 101 },
    { first: 2 ** 31 - 1 },
    { last: -1 },
    { last: 101 },
    { first: 1, last: 1 },
    { after: '' },
    { before: '' },
    { after: 'x' },
    { after: '💥' },
    { before: 'not a cursor' },
    { after: cursor('1.1.1') },
    { after: cursor('-1') },
    { after: cursor('a.b') },
    { after: cursor(`${2 ** 31}.${2 ** 31}`) },
    { after: cursor(`${2 ** 31}`) },
    { after: cursor("1'.1") },
  ])('reject %j', async (page) => {
    const { data, errors } = await graphql(server.url, document(list), { id: '1001', ...page })
    expect(data).toEqual({ case: null })
    expect(errors).toMatchObject([{ path: ['case', 'list'], extensions: { code: 'BAD_USER_INPUT' } }])
  })

  test('reject a cursor of the other list', async () => {
    const [other = list] = (['comments', 'history'] as const).filter((name) => name !== list)
    const { endCursor } = await read(other, 1001)
    expect(endCursor).not.toBeNull()
    const { errors } = await graphql(server.url, document(list), { id: '1001', after: endCursor })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })
})

interface Counted {
  totalCount: number
  nodes: { id: string }[]
  edges: { cursor: string; node: { id: string } }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}
let counted: string

/** Five comments, of which two are internal, in three versions. The last version adds only an internal comment. */
beforeAll(async () => {
  const comment = (number: number) => ({ text: `${number}`, internal: number % 2 === 0 })
  const comments = [1, 2].map((number) => ({ ...comment(number), authorEmail: 'olga@example.com' }))
  counted = `${await server.addCase({ comments })}`
  for (const added of [[comment(3), comment(5)], [comment(4)]]) {
    const input = { caseInstanceId: counted, categoryCode: 'BILLING', typeCode: 'REFUND', comments: added }
    await change(server.url, 'updateCase', input)
  }
})

async function count(list: List, selection: string, page = '', caller: Credentials = olga): Promise<Counted> {
  const document = `query ($id: ID!) { case(id: $id) { list: ${list}${page} { ${selection} } } }`
  return (await graphqlData<{ case: { list: Counted } }>(server.url, document, { id: counted }, caller)).case.list
}

const everything =
  'totalCount nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'
const totals = { comments: { olga: 5, paula: 3 }, history: { olga: 3, paula: 2 } }

describe.each<List>(['comments', 'history'])('%s', (list) => {
  test('have the same items as nodes and as edges', async () => {
    const { nodes, edges, pageInfo } = await count(list, everything)
    expect(nodes).toEqual(edges.map(({ node }) => node))
    expect(nodes).toHaveLength(totals[list].olga)
    expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0]?.cursor, edges.at(-1)?.cursor])
  })

  test.each(['', '(first: 0)', '(first: 1)', '(last: 2)'])('have the number of visible items with %j', async (page) => {
    expect((await count(list, 'totalCount', page)).totalCount).toBe(totals[list].olga)
    expect((await count(list, 'totalCount', page, paula)).totalCount).toBe(totals[list].paula)
  })

  test('are only counted if it is selected', async () => {
    const texts = recordStatements()
    await count(list, 'nodes { id } pageInfo { hasNextPage }')
    expect(texts).toHaveLength(2)
    await count(list, 'nodes { id } totalCount')
    expect(texts).toHaveLength(5)
  })

  test('are counted for several fields and requests by one statement', async () => {
    const document = `query ($id: ID!) { case(id: $id) {
      ${['a', 'b', 'c', 'd'].map((alias) => `${alias}: ${list} { totalCount }`).join(' ')} } }`
    const texts = recordStatements()
    const { case: found } = await graphqlData<{ case: Record<string, Counted> }>(server.url, document, { id: counted })
    expect(Object.values(found).map(({ totalCount }) => totalCount)).toEqual(Array(4).fill(totals[list].olga))
    expect(texts.filter((text) => text.includes('count(*)'))).toHaveLength(1)
  })

  test('have an empty page if 0 items are requested, and report whether there are items', async () => {
    const empty = { nodes: [], edges: [], totalCount: totals[list].olga }
    const ends = { startCursor: null, endCursor: null }
    const first = await count(list, everything, '(first: 0)')
    expect(first).toEqual({ ...empty, pageInfo: { ...ends, hasNextPage: true, hasPreviousPage: false } })
    const last = await count(list, everything, '(last: 0)')
    expect(last).toEqual({ ...empty, pageInfo: { ...ends, hasNextPage: false, hasPreviousPage: true } })
    const { endCursor, startCursor } = (await count(list, everything)).pageInfo
    const after = await count(list, everything, `(first: 0, after: "${endCursor}")`)
    expect(after.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    const before = await count(list, everything, `(last: 0, before: "${startCursor}")`)
    expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  })
})
