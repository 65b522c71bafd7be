import { expect, test } from 'vitest'
import { carla, type Credentials, olga, paula, paulaOnApp } from '../../support/requests/credentials.ts'
import { graphqlData } from '../../support/requests/graphql.ts'
import { restClient } from '../../support/requests/rest-client.ts'
import { useServer } from '../../support/server/server.ts'

const odd = 'a/b ä%'
const server = useServer({ data: { types: [{ code: odd, name: odd, fields: [{ name: odd, kind: 'TEXT' }] }] } })

const { get } = restClient(server)
const read = (code: string, caller: Credentials, headers = {}) =>
  get(`types/${encodeURIComponent(code)}/schema`, headers, caller)

test('the schema of a type is the same over REST and GraphQL, with a tag', async () => {
  for (const code of ['REFUND', odd]) {
    const answer = await read(code, olga)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/schema+json'])
    const document = 'query ($code: String!) { caseType(code: $code) { name dataSchema } }'
    const { caseType } = await graphqlData<{ caseType: { name: string; dataSchema: object } }>(server.url, document, {
      code,
    })
    expect(caseType.dataSchema).toMatchObject({ title: caseType.name, type: 'object' })
    expect(JSON.parse(answer.body)).toEqual(caseType.dataSchema)
    expect((await read(code, olga, { 'if-none-match': answer.headers.etag! })).status).toBe(304)
  }
})

test.each<[string, Credentials, string, number]>([
  ['an operator', olga, 'INCIDENT', 200],
  ['a party', paula, 'REFUND', 200],
  ['a consumer', carla, 'REFUND', 200],
  ['a party on a touchpoint that has the type', paulaOnApp, 'INCIDENT', 200],
  ['a party on a touchpoint that does not', paulaOnApp, 'REFUND', 404],
  ['a consumer, of a type without a granted type category', carla, odd, 404],
  ['an operator, of an unknown type', olga, 'refund', 404],
  ['an operator, of a code that nothing can have', olga, 'a\0', 404],
])('%s gets the schema where it may see the type', async (_name, caller, code, status) => {
  expect((await read(code, caller)).status).toBe(status)
})
