import { beforeEach, describe, expect, test } from 'vitest'
import { type Credentials, olga, paula } from '../../support/requests/credentials.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { highLimits, wholeDocuments } from '../../support/graphql/schema-documents.ts'
import { useServer } from '../../support/server/server.ts'

/** A party at a touchpoint that may modify all cases of the type category. */
const paulaAtPartner: Credentials = { token: 'paula at partner', touchpoint: 'partner' }
const server = useServer({
  env: highLimits,
  data: {
    sessions: [{ token: paulaAtPartner.token, touchpointCode: 'partner', login: 'PARTY', email: 'paula@example.com' }],
  },
})

const documents = wholeDocuments({ categoryCode: 'NETWORK', typeCode: 'INCIDENT' }).filter(
  ({ takesCase, logins }) => takesCase && logins.includes('PARTY'),
)
const secret = 'qvxzj, between us'
let own: string
let foreign: string

beforeEach(async () => {
  const imported = { text: secret, authorEmail: 'olga@example.com', internal: true }
  const open = { text: 'For all.', authorEmail: 'olga@example.com' }
  const incident = {
    typeCode: 'INCIDENT',
    categoryCode: 'NETWORK',
    caseData: { severity: 3, signalDbm: -97, lineDown: true },
  }
  const comments = [imported, open, imported, open, imported]
  own = `${await server.addCase({ ...incident, comments })}`
  foreign = `${await server.addCase({ ...incident, partyEmail: 'pedro@example.com', comments })}`
  const update = `mutation ($id: ID!) { updateCase(input: {
    caseInstanceId: $id, categoryCode: "NETWORK", typeCode: "INCIDENT", comments: [{ text: "${secret}", internal: true }]
  }) { __typename } }`
  for (const id of [own, foreign]) {
    await graphqlData(server.url, update, { id })
  }
})

const cursor = (...key: number[]) => Buffer.from(key.join('.')).toString('base64url')
const pages = [
  '',
  '(first: 100)',
  '(last: 100)',
  '(last: 1)',
  `(first: 1, after: "${cursor(1, 2)}")`,
  `(last: 1, before: "${cursor(1, 4)}")`,
  `(after: "${cursor(1, 5)}")`,
]

describe('an internal comment', () => {
  test.each([
    ['its own case', paula, () => own],
    ['a case that its touchpoint may modify', paulaAtPartner, () => foreign],
  ] as const)('never reaches a party that reads %s, through any field or page', async (_which, party, id) => {
    for (const { leaf, text } of documents) {
      for (const page of pages) {
        const { data, errors } = await graphql(server.url, text(id(), { comments: page }), {}, party)
        expect(errors, `${leaf} ${page}`).toBeUndefined()
        const answer = JSON.stringify(data)
        expect(answer, `${leaf} ${page}`).not.toContain(secret)
        expect(answer, `${leaf} ${page}`).not.toContain('"internal":true')
      }
    }
  })

  test('is not on any page for a party, and does not count as a further item', async () => {
    const read = (page: string, caller: Credentials) =>
      graphqlData<{ case: { comments: object } }>(
        server.url,
        `{ case(id: ${own}) { comments(${page}) { edges { node { text } } pageInfo { hasNextPage hasPreviousPage } } } }`,
        {},
        caller,
      )
    const edges = Array.from({ length: 2 }, () => ({ node: { text: 'For all.' } }))
    const pageInfo = { hasNextPage: false, hasPreviousPage: false }
    for (const page of ['first: 2', 'last: 2']) {
      expect((await read(page, paula)).case.comments).toEqual({ edges, pageInfo })
      expect((await read(page, olga)).case.comments).not.toEqual({ edges, pageInfo })
    }
  })

  test('is visible to operators', async () => {
    expect([await server.version(Number(own)), await server.version(Number(foreign))]).toEqual([2, 2])
    expect(documents.length).toBeGreaterThan(1)
    for (const { leaf, text } of documents) {
      expect(JSON.stringify(await graphql(server.url, text(own), {}, olga)), leaf).toContain(secret)
    }
  })
})
