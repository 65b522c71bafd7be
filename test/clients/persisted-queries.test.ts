import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Sent, apolloByHash, sha256 } from '../support/clients/apollo.ts'
import { olga } from '../support/requests/credentials.ts'
import { useServer, useSharedServer } from '../support/server/server.ts'

const manifest = join(import.meta.dirname, '../graphql/trusted-documents/persisted-documents.json')
const beside = useServer({ env: { TRUSTED_DOCUMENTS: manifest } })
const only = useServer({ env: { TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'on' } })
const none = useSharedServer()

const [[trustedId = '', trustedText = ''] = []] = Object.entries(
  JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>,
)
const trustedHash = trustedId.replace('sha256:', '')

const update = (id: number, status: string) => ({
  document: trustedText,
  variables: { input: { caseInstanceId: `${id}`, categoryCode: 'BILLING', typeCode: 'REFUND', status } },
  caller: olga,
})
const read = (id: number) => ({
  document: 'query Read($id: ID!) { case(id: $id) { id status } }',
  variables: { id: `${id}` },
  caller: olga,
})

/** What each request contained: the hash, the text, or both. */
const contents = (sent: Sent[]) =>
  sent.map(({ method, hasHash, hasText }) => [method, ...(hasHash ? ['hash'] : []), ...(hasText ? ['text'] : [])])

describe('Apollo Client with persisted queries', () => {
  test.each([
    ['beside others', beside],
    ['alone', only],
  ] as const)('has trusted documents executed, %s', async (_how, server) => {
    const sent: Sent[] = []
    const client = apolloByHash(sent, { generateHash: () => trustedHash })
    for (const status of ['Closed', 'Open']) {
      const outcome = await client.execute(server.url, update(await server.addCase(), status))
      expect(outcome).toMatchObject({ data: { updateCase: { case: { status } } } })
    }
    expect(contents(sent)).toEqual([
      ['POST', 'hash'],
      ['POST', 'hash'],
    ])
  })

  test('sends the text of a document that is not trusted, if other documents are allowed', async () => {
    const sent: Sent[] = []
    const id = await beside.addCase()
    const outcome = await apolloByHash(sent).execute(beside.url, read(id))
    expect(outcome).toMatchObject({ data: { case: { id: `${id}` } } })
    expect(contents(sent)).toEqual([
      ['POST', 'hash'],
      ['POST', 'hash', 'text'],
    ])
  })

  test('receives an error for a document that is not trusted, if other documents are not allowed', async () => {
    const { codes, data } = await apolloByHash([]).execute(only.url, read(1001))
    expect([data, codes]).toEqual([undefined, ['CANNOT_SEND_PQ_ID_AND_BODY']])
  })

  test.each([
    ['POST', false],
    ['GET', true],
  ])('sends texts only, after a first hash by %s, if there are no trusted documents', async (method, useGet) => {
    const sent: Sent[] = []
    const client = apolloByHash(sent, { sha256, useGETForHashedQueries: useGet })
    const id = await none.addCase()
    for (const status of ['Open', 'Closed']) {
      expect(await client.execute(none.url, read(id))).toMatchObject({ data: { case: { id: `${id}`, status } } })
      const change = await client.execute(none.url, update(id, 'Closed'))
      expect(change).toMatchObject({ data: { updateCase: { case: { status: 'Closed' } } } })
    }
    const text = ['POST', 'text']
    expect(contents(sent)).toEqual([[method, 'hash'], text, text, text, text])
    expect(await none.version(id)).toBe(2)
  })
})
