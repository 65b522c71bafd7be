import { expect, test } from 'vitest'
import { schema } from '../../src/schema.ts'
import { graphql } from '../support/requests/graphql.ts'
import { useServer } from '../support/server/server.ts'
import { assertGraphqlAnswer } from '../support/fuzz/graphql-answers.ts'
import { graphqlRequests, textsOf } from '../support/fuzz/graphql-requests.ts'
import { numberOfRequests, sendRandom, timeoutOf } from '../support/fuzz/send-random.ts'
import { storedComments } from '../support/fuzz/stored.ts'

const server = useServer({ env: { GRAPHIQL: 'off' } })

const numRuns = numberOfRequests(450, 600, 1_500)

const errors =
  'BAD_USER_INPUT UNAUTHENTICATED FORBIDDEN UNSUPPORTED_MEDIA_TYPE GRAPHQL_PARSE_FAILED GRAPHQL_VALIDATION_FAILED'
/** Too rare for few requests. */
const rare =
  'invalidId InvalidCode PRECONDITION_FAILED AssignCasePayload CreateCasePayload UpdateCasePayload AddCommentsPayload'
const everywhere = (numRuns >= 1_500 ? `${errors} ${rare}` : errors).split(' ')

test(
  'every response of /graphql conforms to GraphQL and the schema, regardless of the request',
  async () => {
    const texts = new Set(await storedComments(server.database))
    const before = texts.size
    const met = new Set<string>()
    // Few random mutations select only pages that exist, and the others write nothing.
    texts.add('Surely stored.')
    const change =
      'caseInstanceId: 1001, categoryCode: "BILLING", typeCode: "REFUND", comments: [{ text: "Surely stored." }]'
    await graphql(server.url, `mutation { updateCase(input: { ${change} }) { __typename } }`)
    await sendRandom(server, {
      requests: graphqlRequests(schema),
      numRuns,
      seed: 13,
      check: assertGraphqlAnswer,
      answered(request, answer) {
        for (const text of textsOf(request)) texts.add(text)
        for (const code of everywhere) if (answer?.body.includes(`"${code}"`)) met.add(code)
      },
    })
    // The requests are diverse enough to reach every outcome.
    expect([...met]).toEqual(expect.arrayContaining(everywhere))
    const stored = await storedComments(server.database)
    expect(stored.length).toBeGreaterThan(before)
    expect(stored.filter((text) => !texts.has(text))).toEqual([])
  },
  timeoutOf(numRuns),
)
