import { beforeAll, describe, expect, test } from 'vitest'
import { importData } from '../../../src/transfer/import/import.ts'
import { recordStatements } from '../../support/database/statement-recorder.ts'
import { describeFaces } from '../../support/requests/faces.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { useServer } from '../../support/server/server.ts'

const authors = Array.from({ length: 40 }, (_, i) => ({ email: `author${i}@example.com`, firstname: `Author ${i}` }))
const server = useServer({ data: { parties: authors } })

/** Existing comments, each by a different author than the one before it. */
const written = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ text: `${i}`, authorEmail: `author${i % authors.length}@example.com` }))

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const caseData = { amount: 1.5, invoiceCount: 2, goodwill: true }

describeFaces('the database gets', server, (face) => {
  const status = { ...codes, status: 'New' }
  const comments = (count: number) => Array.from({ length: count }, (_, i) => ({ text: `Comment ${i}` }))
  const olga = { email: 'olga@example.com' }

  test.each<[count: number, what: string, operation: 'update' | 'assign', body: object, existing?: number]>([
    [2, 'an update', 'update', { ...status, caseData }],
    [2, 'an update with a comment', 'update', { ...status, caseData, comments: comments(1) }],
    [2, 'an update with 50 comments', 'update', { ...status, caseData, comments: comments(50) }],
    [2, 'an update with an idempotency key', 'update', { ...status, idempotencyKey: `statements ${face.name}` }],
    [1, 'an update that changes nothing', 'update', codes],
    [2, 'an assignment', 'assign', olga],
    [2, 'an assignment of a case with 50 comments', 'assign', olga, 50],
  ])('%i statements for %s', async (count, _what, operation, body, existing = 0) => {
    const id = await server.addCase({ comments: written(existing) })
    await face.update({ id, body: codes })
    const texts = recordStatements()
    expect(await face[operation]({ id, body: { ...body } })).toMatchObject({ outcome: 'ok' })
    expect(texts).toHaveLength(count)
  })

  test('the same write statement for an update and an assignment', async () => {
    const id = await server.addCase()
    await face.update({ id, body: codes })
    const texts = recordStatements()
    await face.update({ id, body: status })
    await face.assign({ id, body: { groupName: 'Billing team' } })
    expect(texts).toHaveLength(4)
    expect(texts[3]).toBe(texts[1])
    expect(await server.version(id)).toBe(3)
  })

  test('one statement for a lookup', async () => {
    await face.lookup()
    const texts = recordStatements()
    expect(await face.lookup({ caseCategoryCode: 'BILLING' })).toMatchObject({ outcome: 'ok' })
    expect(texts).toHaveLength(1)
  })
})

test('a case and a page of 100 comments take two statements, with or without authors', async () => {
  const id = await server.addCase({ comments: written(100) })
  const document = (fields: string) =>
    `query ($id: ID!) { case(id: $id) { comments(first: 100) { edges { node { text ${fields} } } } } }`
  const read = async (fields: string) => {
    const { case: found } = await graphqlData<{ case: { comments: { edges: { node: object }[] } } }>(
      server.url,
      document(fields),
      { id },
    )
    return found.comments.edges.map(({ node }) => node)
  }
  await read('')
  const texts = recordStatements()
  await read('')
  expect(texts).toHaveLength(2)
  const comments = written(100).map(({ text, authorEmail }) => ({ text, author: { email: authorEmail } }))
  expect(await read('author { email }')).toEqual(comments)
  expect(texts).toHaveLength(4)
})

test('the comments of 20 cases in one request take one statement, and so do the actors of their events', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => server.addCase({ comments: written(2) })))
  const fields = 'comments { edges { node { text } } } history { edges { node { actor { email } } } }'
  const document = `{ ${ids.map((id) => `c${id}: case(id: ${id}) { ${fields} }`).join(' ')} }`
  await graphqlData(server.url, document)
  const texts = recordStatements()
  const cases = await graphqlData<Record<string, { comments: { edges: object[] } }>>(server.url, document)
  expect(Object.values(cases).map(({ comments }) => comments.edges)).toEqual(
    ids.map(() => written(2).map(({ text }) => ({ node: { text } }))),
  )
  expect(texts.length).toBeLessThanOrEqual(4)
})

describe('a list of 50 cases', () => {
  const fields = `id version status resolution createdAt updatedAt caseData
    caseType { name } category { name } caseStatus { closed }
    assignee { firstname email } group { name } party { firstname email }
    comments(last: 3) { nodes { text createdAt author { firstname email } } }
    permissions { update { allowed reason } assign { allowed } comment { allowed } }`
  const document = (filter: string) => `{ cases(first: 50, filter: ${filter}) { nodes { ${fields} } } }`

  beforeAll(async () => {
    const assignments = [
      { assigneeEmail: 'olga@example.com' },
      { groupName: 'Billing team' },
      { assigneeEmail: 'omar@example.com' },
    ]
    const cases = Array.from({ length: 51 }, (_, i) => ({
      ...assignments[i % 3],
      ...codes,
      id: 20_000 + i,
      status: 'Open',
      resolution: 'Unresolved',
      partyEmail: `author${i % 40}@example.com`,
      caseData,
      comments: written(5),
    }))
    await importData(server.database, { cases })
  })

  test.each([
    ['that is read in order', '{}', 50],
    ['that is searched for', '{ groupName: ["Billing team"] }', 17],
  ])('%s takes at most six statements', async (_name, filter, length) => {
    await graphqlData(server.url, document(filter))
    const texts = recordStatements()
    const { cases } = await graphqlData<{ cases: { nodes: { comments: { nodes: object[] } }[] } }>(
      server.url,
      document(filter),
    )
    expect(cases.nodes.length).toBeGreaterThanOrEqual(length)
    expect(cases.nodes.filter(({ comments }) => comments.nodes.length === 3).length).toBeGreaterThanOrEqual(17)
    expect(texts.length).toBeLessThanOrEqual(6)
  })
})
