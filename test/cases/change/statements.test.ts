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
  test.each([0, 1, 50])('two statements for an update with %i comments', async (count) => {
    const id = await server.addCase()
    const comments = Array.from({ length: count }, (_, i) => ({ text: `Comment ${i}` }))
    await face.update({ id, body: codes })
    const texts = recordStatements()
    expect(await face.update({ id, body: { ...codes, status: 'New', caseData, comments } })).toMatchObject({
      outcome: 'ok',
    })
    expect(texts).toHaveLength(2)
  })

  test('two statements for an update with an idempotency key', async () => {
    const id = await server.addCase()
    await face.update({ id, body: codes })
    const texts = recordStatements()
    const body = { ...codes, status: 'New', idempotencyKey: crypto.randomUUID() }
    expect(await face.update({ id, body })).toMatchObject({ outcome: 'ok' })
    expect(texts).toHaveLength(2)
  })

  test.each([0, 50])('two statements for an assignment of a case with %i comments', async (count) => {
    const id = await server.addCase({ comments: written(count) })
    await face.update({ id, body: codes })
    const texts = recordStatements()
    expect(await face.assign({ id, body: { email: 'olga@example.com' } })).toMatchObject({ outcome: 'ok' })
    expect(texts).toHaveLength(2)
  })

  test('the same write statement for an update and an assignment', async () => {
    const id = await server.addCase()
    await face.update({ id, body: codes })
    const texts = recordStatements()
    await face.update({ id, body: { ...codes, status: 'New' } })
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

  test('only the load for an update that changes nothing', async () => {
    const id = await server.addCase()
    await face.update({ id, body: codes })
    const texts = recordStatements()
    await face.update({ id, body: codes })
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
