import { beforeAll, describe, expect, test } from 'vitest'
import { type Credentials, olga, paula } from '../../support/requests/credentials.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { useServer } from '../../support/server/server.ts'
import { recordStatements } from '../../support/database/statement-recorder.ts'

const server = useServer()

interface List {
  totalCount: number
  nodes: { id: string }[]
  edges: { cursor: string; node: { id: string } }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}
type Name = 'comments' | 'history'

let id: string

/** Five comments, of which two are internal, in three versions. The last version adds only an internal comment. */
beforeAll(async () => {
  const comment = (number: number) => ({ text: `${number}`, internal: number % 2 === 0 })
  const comments = [1, 2].map((number) => ({ ...comment(number), authorEmail: 'olga@example.com' }))
  id = `${await server.addCase({ comments })}`
  for (const added of [[comment(3), comment(5)], [comment(4)]]) {
    const input = { caseInstanceId: id, categoryCode: 'BILLING', typeCode: 'REFUND', comments: added }
    const document = 'mutation ($input: UpdateCaseInput!) { updateCase(input: $input) { __typename } }'
    await graphqlData(server.url, document, { input })
  }
})

async function read(list: Name, selection: string, page = '', caller: Credentials = olga): Promise<List> {
  const document = `query ($id: ID!) { case(id: $id) { list: ${list}${page} { ${selection} } } }`
  return (await graphqlData<{ case: { list: List } }>(server.url, document, { id }, caller)).case.list
}

const everything =
  'totalCount nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'
const totals = { comments: { olga: 5, paula: 3 }, history: { olga: 3, paula: 2 } }

describe.each<Name>(['comments', 'history'])('%s', (list) => {
  test('have the same items as nodes and as edges', async () => {
    const { nodes, edges, pageInfo } = await read(list, everything)
    expect(nodes).toEqual(edges.map(({ node }) => node))
    expect(nodes).toHaveLength(totals[list].olga)
    expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0]?.cursor, edges.at(-1)?.cursor])
  })

  test.each(['', '(first: 0)', '(first: 1)', '(last: 2)'])('have the number of visible items with %j', async (page) => {
    expect((await read(list, 'totalCount', page)).totalCount).toBe(totals[list].olga)
    expect((await read(list, 'totalCount', page, paula)).totalCount).toBe(totals[list].paula)
  })

  test('are only counted if it is selected', async () => {
    const texts = recordStatements()
    await read(list, 'nodes { id } pageInfo { hasNextPage }')
    expect(texts).toHaveLength(2)
    await read(list, 'nodes { id } totalCount')
    expect(texts).toHaveLength(5)
  })

  test('are counted for several fields and requests by one statement', async () => {
    const document = `query ($id: ID!) { case(id: $id) {
      ${['a', 'b', 'c', 'd'].map((alias) => `${alias}: ${list} { totalCount }`).join(' ')} } }`
    const texts = recordStatements()
    const { case: found } = await graphqlData<{ case: Record<string, List> }>(server.url, document, { id })
    expect(Object.values(found).map(({ totalCount }) => totalCount)).toEqual(Array(4).fill(totals[list].olga))
    expect(texts.filter((text) => text.includes('count(*)'))).toHaveLength(1)
  })

  test('have an empty page if 0 items are requested, and report whether there are items', async () => {
    const empty = { nodes: [], edges: [], totalCount: totals[list].olga }
    const ends = { startCursor: null, endCursor: null }
    const first = await read(list, everything, '(first: 0)')
    expect(first).toEqual({ ...empty, pageInfo: { ...ends, hasNextPage: true, hasPreviousPage: false } })
    const last = await read(list, everything, '(last: 0)')
    expect(last).toEqual({ ...empty, pageInfo: { ...ends, hasNextPage: false, hasPreviousPage: true } })
    const { endCursor, startCursor } = (await read(list, everything)).pageInfo
    const after = await read(list, everything, `(first: 0, after: "${endCursor}")`)
    expect(after.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    const before = await read(list, everything, `(last: 0, before: "${startCursor}")`)
    expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  })

  test('report for a party only items that it can see', async () => {
    const visible = totals[list].paula
    const { pageInfo } = await read(list, everything, `(first: ${visible})`, paula)
    expect(pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false })
    const after = await read(list, everything, `(first: 0, after: "${pageInfo.endCursor}")`, paula)
    expect(after.pageInfo.hasNextPage).toBe(false)
  })
})
