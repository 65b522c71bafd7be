import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { schema } from '../../src/schema.ts'
import { databaseKind, sql } from '../support/database/database.ts'
import { sendRaw } from '../support/requests/http.ts'
import { graphql } from '../support/requests/graphql.ts'
import { needsOneProcess } from '../support/server/load-balanced.ts'
import { times } from '../support/sampled.ts'
import { useServer } from '../support/server/server.ts'
import { exchange } from '../support/fuzz/exchange.ts'
import { assertGraphqlAnswer } from '../support/fuzz/graphql-answers.ts'
import { graphqlRequests, textsOf } from '../support/fuzz/graphql-requests.ts'
import { brokenHistories, storedComments } from '../support/fuzz/stored.ts'
import { Wire } from '../support/fuzz/wire.ts'

const server = useServer({ env: { GRAPHIQL: 'off' } })
let wire: Wire | undefined
afterAll(() => wire?.close())

const numRuns = Number(process.env['FUZZ_REQUESTS'] ?? (databaseKind === 'embedded' ? 450 : times(600, 1_500)))

const errors =
  'BAD_USER_INPUT UNAUTHENTICATED FORBIDDEN UNSUPPORTED_MEDIA_TYPE GRAPHQL_PARSE_FAILED GRAPHQL_VALIDATION_FAILED'
/** Too rare for few requests. */
const rare =
  'invalidId InvalidCode PRECONDITION_FAILED AssignCasePayload CreateCasePayload UpdateCasePayload AddCommentsPayload'
const everywhere = (numRuns >= 1_500 ? `${errors} ${rare}` : errors).split(' ')

test(
  'every response of /graphql conforms to GraphQL and the schema, regardless of the request',
  async () => {
    needsOneProcess('sends what load balancers reject or change')
    wire = new Wire(server.url)
    const sender = wire
    const comments = async () => (await sql<{ text: string }>(server.database, storedComments)).map(({ text }) => text)
    const texts = new Set(await comments())
    const before = texts.size
    const met = new Set<string>()
    // Few random mutations select only pages that exist, and the others write nothing.
    texts.add('Surely stored.')
    const change =
      'caseInstanceId: 1001, categoryCode: "BILLING", typeCode: "REFUND", comments: [{ text: "Surely stored." }]'
    await graphql(server.url, `mutation { updateCase(input: { ${change} }) { __typename } }`)
    await fc.assert(
      fc.asyncProperty(graphqlRequests(schema), async (request) => {
        for (const text of textsOf(request)) texts.add(text)
        const answer = await exchange(sender, request, assertGraphqlAnswer)
        for (const code of everywhere) if (answer?.body.includes(`"${code}"`)) met.add(code)
      }),
      { seed: Number(process.env['SEED'] ?? 13), numRuns },
    )
    // The requests are diverse enough to reach every outcome.
    expect([...met]).toEqual(expect.arrayContaining(everywhere))
    expect((await sendRaw(server.url, { path: '/readyz' })).status).toBe(200)
    expect(await sql(server.database, brokenHistories)).toEqual([])
    const stored = await comments()
    expect(stored.length).toBeGreaterThan(before)
    expect(stored.filter((text) => !texts.has(text))).toEqual([])
    expect(server.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([])
  },
  120_000 + 50 * numRuns,
)
