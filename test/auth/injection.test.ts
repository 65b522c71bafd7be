import { parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/routes.ts'
import { dumpRows } from '../support/database/dump-rows.ts'
import { highLimits, type SchemaDocument, textInputs, wholeDocuments } from '../support/graphql/schema-documents.ts'
import { sampled } from '../support/sampled.ts'
import { credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { type RawRequest, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { RATE_LIMIT: 'off' }, limits: highLimits })
let before: string
beforeAll(async () => (before = await dumpRows(server.database)))
const writable = useServer()

const injections = [
  `' or '1'='1`,
  `'; drop table cases; --`,
  `" or ""="`,
  `') union select encode(token_hash, 'hex') from sessions --`,
  `\\'; select pg_sleep(60); --`,
  `$$; delete from sessions; $$`,
  `{"$gt": ""}`,
  `%' or code like '%`,
  `1001 or 1=1`,
  `1001; update persons set blocked = true`,
  `1001/**/or/**/true--`,
  `E'\\x27' or true`,
  `$1`,
  `= any(select code from case_types)`,
  `＇ or 1=1 --`,
  `' or 1=1\r\n--`,
]
/** A value without special meaning. */
const unknown = 'nothing of this name'
const inputs = textInputs().map(({ operation, path }) => ({ operation, input: path.join('.'), name: path.at(-1)! }))
/** Any text is allowed in these. */
const isFreeText = (input: string) => /comments|subject|text|idempotencyKey/.test(input)
const callerOf = (operation: string) => (operation === 'caseTypeCategories' ? paula : olga)
/** The other required values. */
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

/** A response without the parts that differ between equal requests. */
async function answerTo(request: RawRequest): Promise<object> {
  const { status, headers, body } = await sendRaw(server.url, request)
  const { 'x-request-id': requestId, date: _, ...others } = headers
  return { status, headers: others, body: body.replaceAll(String(requestId), '') }
}

/** Documents that show what is found, but not all of it, by the name of the input. Validating larger ones takes long. */
const documentsWith = new Map<string, SchemaDocument[]>()
const placeholder = 'the value'

function overGraphql(operation: string, name: string, value: string): RawRequest {
  const documents = documentsWith.get(name) ?? wholeDocuments({ ...codes, [name]: placeholder }, 3)
  documentsWith.set(name, documents)
  const text = documents.find((each) => each.operation === operation)!.text('1001')
  const query = text.replace(JSON.stringify(placeholder), () => JSON.stringify(value))
  const caller = credentialHeaders(callerOf(operation))
  const headers = { ...caller, 'content-type': 'application/json', accept: 'application/json' }
  return { method: 'POST', path: '/graphql', headers, body: JSON.stringify({ query }) }
}

describe('SQL in an argument finds nothing over GraphQL', () => {
  test.each(inputs.filter(({ input }) => !isFreeText(input)))(
    'as $input of $operation',
    async ({ operation, name }) => {
      const nothing = await answerTo(overGraphql(operation, name, unknown))
      for (const injection of sampled(injections, 8, (operation + name).length)) {
        expect(await answerTo(overGraphql(operation, name, injection)), injection).toEqual(nothing)
      }
    },
  )
})

// DELETE takes its input from the path: own-sessions.test.ts sends other IDs.
const byRoute = routes
  .filter(({ operation }) => !operation.startsWith('revokeSession'))
  .flatMap((route) => {
    const [definition] = parse(route.document).definitions
    const field = definition?.kind === 'OperationDefinition' ? definition.selectionSet.selections[0] : undefined
    const operation = field?.kind === 'Field' ? field.name.value : ''
    const names = inputs
      .filter((each) => each.operation === operation && !isFreeText(each.input))
      .map(({ name }) => name)
    const credentials = ['token', 'touchpoint', 'Service-Token', 'Service-Touchpoint']
    return [...names, ...credentials].map((name) => ({ route, operation, name }))
  })

function overRest({ route, operation, name }: (typeof byRoute)[number], value: string): RawRequest {
  const id = name === 'caseInstanceId' ? encodeURIComponent(value) : '1001'
  const isHeader = name.startsWith('Service-')
  const isQuery = route.method === 'GET' || name === 'token' || name === 'touchpoint'
  const query = isQuery && !isHeader ? `?${new URLSearchParams({ [name]: value })}` : ''
  const path = `${route.path.replace(':caseInstanceId', id)}${query}`
  const caller = credentialHeaders(callerOf(operation))
  const headers: Record<string, string> = { ...caller, 'content-type': 'application/json' }
  if (name === 'token' || name === 'touchpoint') delete headers[`service-${name}`]
  if (isHeader) headers[name.toLowerCase()] = Buffer.from(value.replaceAll(/[\r\n]/g, ' ')).toString('latin1')
  if (route.method === 'GET') return { method: 'GET', path, headers }
  const fields = isHeader || isQuery || name === 'caseInstanceId' ? {} : { [name]: value }
  return { method: route.method, path, headers, body: JSON.stringify({ ...codes, ...fields }) }
}

describe('SQL in a parameter finds nothing over REST', () => {
  test.each(byRoute.map((each) => ({ ...each, what: `${each.name} of ${each.operation}` })))(
    'as $what',
    async (each) => {
      const nothing = await answerTo(overRest(each, unknown))
      for (const injection of sampled(injections, 8, each.what.length)) {
        expect(await answerTo(overRest(each, injection)), injection).toEqual(nothing)
      }
    },
  )

  test('as the name of a field of caseData', async () => {
    const headers = { ...credentialHeaders(olga), 'content-type': 'application/json' }
    for (const injection of injections) {
      const sent = JSON.stringify({ ...codes, caseData: { [injection]: injection } })
      const change = { method: 'PUT', path: '/api/v4/cases/1001', headers, body: sent }
      const { status, body } = await sendRaw(server.url, change)
      const { problems } = JSON.parse(body) as { problems: { code: string }[] }
      expect([status, problems.map(({ code }) => code)]).toEqual([400, Array(4).fill('invalidCaseField')])
    }
  })
})

test('no such request changes any table', async () => expect(await dumpRows(server.database)).toBe(before))

describe('SQL', () => {
  test('is stored unchanged in a comment', async () => {
    const id = await writable.addCase()
    const comments = injections.map((text) => ({ text }))
    const change = `mutation ($input: UpdateCaseInput!) { updateCase(input: $input) { __typename } }`
    const input = { caseInstanceId: `${id}`, ...codes, comments }
    expect(await graphqlData(writable.url, change, { input })).toEqual({
      updateCase: { __typename: 'UpdateCasePayload' },
    })
    const { case: found } = await graphqlData<{ case: { comments: { edges: { node: { text: string } }[] } } }>(
      writable.url,
      `{ case(id: ${id}) { comments(first: 100) { edges { node { text } } } } }`,
    )
    expect(found.comments.edges.map(({ node }) => node.text)).toEqual(injections)
  })
})
