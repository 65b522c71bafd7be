import * as fc from 'fast-check'
import { type GraphQLSchema, parse, visit } from 'graphql'
import { targetOf } from './answers.ts'
import { type GraphqlDocument, documentsOf } from './graphql-documents.ts'
import { accept, contentType, credentialHeaders, otherHeaders, queryOf } from './http.ts'
import { anyJson, bytesOf, objectOf } from './json.ts'
import type { WireRequest } from './wire.ts'

const json = (value: string) => fc.constant(JSON.stringify(value))

function bodyOf({ query, variables, operationName }: GraphqlDocument): fc.Arbitrary<Buffer> {
  const members = { query: json(query), ...(variables === '{}' ? {} : { variables: fc.constant(variables) }) }
  const named = operationName === undefined ? members : { ...members, operationName: json(operationName) }
  return bytesOf(
    fc.oneof(
      { weight: 12, arbitrary: objectOf(named, 40) },
      { weight: 1, arbitrary: objectOf({ ...named, extensions: anyJson }, 40) },
    ),
  )
}

function queryStringOf({ query, variables, operationName }: GraphqlDocument): string {
  const parameters = { query, variables, ...(operationName === undefined ? {} : { operationName }) }
  return new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, value.toWellFormed()])).toString()
}

const methods = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'QUERY']

/** Requests to /graphql: operations in a body or in the query string, and invalid input. */
export function graphqlRequests(schema: GraphQLSchema): fc.Arbitrary<WireRequest> {
  const documents = documentsOf(schema)
  const headers = fc.tuple(credentialHeaders, contentType, accept, otherHeaders).map((parts) => parts.flat())
  const chunked = fc.nat({ max: 9 }).map((n) => n === 0)
  const base = fc.oneof(
    { weight: 20, arbitrary: fc.constant('/graphql') },
    { weight: 1, arbitrary: fc.constantFrom('http://elsewhere.example/graphql', 'http://[/graphql') },
    {
      weight: 2,
      arbitrary: queryOf({ query: ['{__typename}'], extensions: ['{}'], variables: ['7'] }).map(
        (query) => `/graphql${query}`,
      ),
    },
  )
  const post = fc.record({ method: fc.constant('POST'), target: base, headers, body: documents.chain(bodyOf), chunked })
  const other = fc.record({
    method: fc.oneof(
      { weight: 6, arbitrary: fc.constant('GET') },
      { weight: 1, arbitrary: fc.constantFrom(...methods) },
    ),
    target: fc
      .tuple(base, documents)
      .map(([path, document]) => `${path}${path.includes('?') ? '&' : '?'}${queryStringOf(document)}`),
    headers,
    body: fc.constant(undefined),
    chunked,
  })
  return fc.oneof({ weight: 4, arbitrary: post }, { weight: 1, arbitrary: other })
}

/** Every text that a request may have stored: from its variables and from the literals of its document. */
export function textsOf(request: WireRequest): string[] {
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value.trim())
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  const attempt = (work: () => void) => {
    try {
      work()
    } catch {
      // Input that cannot be parsed is not executed.
    }
  }
  const collectFrom = (document: string) =>
    attempt(() => void visit(parse(document), { StringValue: ({ value }) => void texts.push(value.trim()) }))
  attempt(() => {
    const sent = JSON.parse(new TextDecoder().decode(request.body ?? Buffer.from('{}'))) as {
      query: string
      variables?: object
    }
    collect(sent.variables)
    collectFrom(sent.query)
  })
  collectFrom(targetOf(request).query.get('query') ?? '')
  return texts
}
