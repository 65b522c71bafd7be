import { expect, test } from 'vitest'
import { commentPages } from '../../../src/cases/timeline/comment-pages.ts'
import { eventPages } from '../../../src/cases/timeline/event-pages.ts'
import { loadPage } from '../../../src/cases/timeline/page-loader.ts'
import { paula } from '../../support/requests/credentials.ts'
import { change } from '../../support/requests/changes.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { refundData, useSharedServer } from '../../support/server/server.ts'

const server = useSharedServer()

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const comment = (text: string, internal: boolean) => ({ text, internal, authorEmail: 'olga@example.com' })

async function update(id: number, input: object): Promise<void> {
  const target = { caseInstanceId: `${id}`, ...codes, ...input }
  expect(await change(server.url, 'updateCase', target)).toHaveProperty('case')
}

async function partysHistory(id: number): Promise<object> {
  const document = `{ case(id: ${id}) { history { nodes { sequence kind } totalCount } } }`
  return (await graphqlData<{ case: { history: object } }>(server.url, document, {}, paula)).case.history
}

test('a party sees the import of a case that has no comments, or only internal ones', async () => {
  for (const comments of [[], [comment('Secret.', true)]]) {
    const id = await server.addCase({ comments })
    expect(await partysHistory(id)).toEqual({ nodes: [{ sequence: 1, kind: 'IMPORTED' }], totalCount: 1 })
  }
})

test('a party does not see an internal event because another case has an open comment of that version', async () => {
  const [internal, open] = [await server.addCase(), await server.addCase()]
  await update(internal, { comments: [{ text: 'Secret.', internal: true }] })
  await update(open, { comments: [{ text: 'Hello.' }] })
  expect(await partysHistory(internal)).toMatchObject({ nodes: [{ sequence: 1 }], totalCount: 1 })
  expect(await partysHistory(open)).toMatchObject({ nodes: [{ sequence: 1 }, { sequence: 2 }], totalCount: 2 })
})

test.each([false, true])('no more rows are loaded than a page has (backward: %s)', async (inverted) => {
  const caseId = await server.addCase({
    caseData: refundData,
    comments: ['One.', 'Two.', 'Three.'].map((text) => comment(text, false)),
  })
  for (const status of ['New', 'Resolved']) await update(caseId, { status })
  const page = { after: undefined, before: undefined, limit: 2, inverted }
  const key = { caseId, version: 3, editsUntil: 3, internal: true, page, budget: undefined }
  const comments = await loadPage(server.database, commentPages, key)
  expect(comments.map(({ text }) => text)).toEqual(inverted ? ['Three.', 'Two.'] : ['One.', 'Two.'])
  const events = await loadPage(server.database, eventPages, key)
  expect(events.map(({ version }) => version)).toEqual(inverted ? [3, 2] : [1, 2])
})
