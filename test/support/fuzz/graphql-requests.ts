import * as fc from 'fast-check'
import { type GraphQLSchema, parse, visit } from 'graphql'
import { randomDocuments } from '../graphql/random-documents.ts'
import { targetOf } from './answers.ts'
import { anyHeaders, queryOf } from './http.ts'
import { anyJson, bytesOf, objectOf, oneOf, quoted } from './json.ts'
import { anyText, idText, known, mostly, oneWord, withMistakes } from './texts.ts'
import type { WireRequest } from './wire.ts'

const often = (usual: readonly string[], all: readonly string[]) => mostly(4, oneOf(usual), oneOf(all), quoted(anyText))

const id = mostly(5, oneOf(known.caseIds), quoted(idText))
const typeCode = often(['QUESTION', 'COMPLAINT'], known.typeCodes)
const categoryCode = often(['BILLING'], known.categoryCodes)
const time = oneOf(['2026-07-02T09:15:00Z', '2030-01-01T00:00:00.000Z', '0001-01-01T00:00:00Z', 'today'])
const size = mostly(12, oneWord('1 2 20 100 0'), oneWord('-1 101 2147483647 -2147483648'))
const cursor = oneOf(['', ...'MQ Mg MS4w MS4x MS4wLjA LTE x = MjE0NzQ4MzY0OA MDE \0 Tm9wZQ=='.split(' ')])

/** Typical values of an argument or field with this name, as JSON. */
const byName: Record<string, fc.Arbitrary<string>> = {
  id,
  caseInstanceId: id,
  typeCode,
  caseTypeCode: typeCode,
  categoryCode,
  caseCategoryCode: categoryCode,
  status: often(['New', 'Open', 'In progress'], known.statuses),
  resolution: often(['Unresolved', 'Fixed'], known.resolutions),
  email: often(['olga@example.com'], known.emails),
  assigneeEmail: often(['olga@example.com'], known.emails),
  partyEmail: often(['paula@example.com'], known.emails),
  commentId: often(
    ['comment:1001:1:1', 'comment:1001:2:1', 'comment:1004:2:1'],
    ['comment:1001:1:2', 'comment:1001:0:1', 'comment:1001:1', 'event:1001:1', '1001', ''],
  ),
  search: often(['o', 'TEAM'], ['%', '_', '\\', 'lga@']),
  // Few keys, so that some are used again.
  idempotencyKey: often(['a', 'b', 'c', 'd'], ['x'.repeat(255), 'x'.repeat(256)]),
  expectedVersion: oneWord('1 2 3 -1 2147483647'),
  createdAfter: time,
  createdBefore: time,
  updatedAfter: time,
  updatedBefore: time,
  groupName: often(['Billing team'], known.groupNames),
  text: often(['Hello.', ' Trimmed. ', 'Zoë 😀', '\u2028'], ['a\nb', 'null']),
  first: size,
  last: size,
  after: cursor,
  before: cursor,
  caseData: mostly(
    8,
    fc.constant('{}'),
    fc.constantFrom('{"amount":42.5,"invoiceCount":1,"goodwill":false}', '{"amount":"1e2","goodwill":0}', '[]', '3'),
    fc.constant('{"amount":1e400,"invoiceCount":9007199254740993,"goodwill":true}'),
    fc.constant('{"__proto__":{"amount":1},"constructor":1,"7":2}'),
  ),
}

const anyScalar = (name: string, type: string) =>
  byName[name] ?? (type === 'Boolean' ? oneWord('true false') : quoted(anyText))
const wrongJson = fc.oneof(anyJson, oneWord('null 7 -0 1e400 true [] {} [[1]] "APP"'))
const wrongLiteral = fc.oneof(
  quoted(anyText),
  oneWord(
    'null 7 -0 1e400 3.5 true [] {} [[1]] APP $nobody {a:1,a:2} "\\u{110000}" "\\u{1F600}" "\\uD83D" 9007199254740993',
  ),
  fc.constantFrom('{ __proto__: { a: 1 }, constructor: [] }', '""" x\n  y """', '['.repeat(60) + ']'.repeat(60)),
)
const syntax = fc.oneof(
  oneWord(
    '{ } ( " """ @ $ ... & \0 \ud83d \ufeff # [[[[ ! = : _ unknown ID! [Int!] Case Person subscription __proto__ ...Nobody',
  ),
  fc.constantFrom(
    '{ '.repeat(200),
    '{ case(id: "1") '.repeat(100),
    'query Other { __typename }',
    '... @defer { __typename }',
  ),
  fc.constantFrom(
    '@skip',
    '@include(if: "x")',
    '@unknown',
    '@skip(if: true) @skip(if: true)',
    '__schema { types { name } }',
  ),
)

interface Operation {
  query: string
  variables: string
  operationName: string | undefined
}

function operationsOf(schema: GraphQLSchema): fc.Arbitrary<Operation> {
  const documents = randomDocuments(schema, {
    scalar: anyScalar,
    wrong: (style) => (style === 'json' ? wrongJson : wrongLiteral),
    // The mutations that have the most outcomes, and the outcomes.
    frequent: ['updateCase', 'assignCase', 'createCase', 'addComments', 'code', 'problems'],
    // They make most changes fail or write nothing.
    rare: [
      'idempotencyKey',
      'dryRun',
      'partyFirstname',
      'tags',
      'addTags',
      'removeTags',
      'attachmentIds',
      'expectedVersion',
    ],
  })
  const mistaken = documents.chain(({ query, variables }) =>
    fc.record({
      query: mostly(3, withMistakes(query, fc.oneof(syntax, wrongLiteral)), fc.constant(query)),
      variables: mostly(3, fc.constant(variables), withMistakes(variables, wrongJson)),
    }),
  )
  const operationName = mostly(20, fc.constant(undefined), fc.constantFrom('Main', 'Other', 'Nobody', ''))
  return fc
    .tuple(mostly(2, documents, mistaken), operationName)
    .map(([sent, name]) => ({ ...sent, operationName: name }))
}

const json = (value: string) => fc.constant(JSON.stringify(value))

function bodyOf({ query, variables, operationName }: Operation): fc.Arbitrary<Buffer> {
  const members = {
    query: json(query),
    ...(variables !== '{}' && { variables: fc.constant(variables) }),
    ...(operationName !== undefined && { operationName: json(operationName) }),
  }
  return bytesOf(mostly(12, objectOf(members, 40), objectOf({ ...members, extensions: anyJson }, 40)))
}

function queryStringOf({ query, variables, operationName }: Operation): string {
  const parameters = { query, variables, ...(operationName === undefined ? {} : { operationName }) }
  return new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, value.toWellFormed()])).toString()
}

/** Requests to /graphql: operations in a body or in the query string, and invalid input. */
export function graphqlRequests(schema: GraphQLSchema): fc.Arbitrary<WireRequest> {
  const operations = operationsOf(schema)
  const withQuery = queryOf({ query: ['{__typename}'], extensions: ['{}'], variables: ['7'] })
  const path = mostly(
    20,
    fc.constant('/graphql'),
    oneWord('http://elsewhere.example/graphql http://[/graphql'),
    withQuery.map((query) => `/graphql${query}`),
  )
  const common = { headers: anyHeaders, chunked: fc.nat({ max: 9 }).map((n) => n === 0) }
  const post: fc.Arbitrary<WireRequest> = fc.record({
    method: fc.constant('POST'),
    target: path,
    body: operations.chain(bodyOf),
    ...common,
  })
  const other = fc.record({
    method: mostly(6, fc.constant('GET'), oneWord('HEAD PUT DELETE PATCH OPTIONS TRACE QUERY')),
    target: fc
      .tuple(path, operations)
      .map(([to, operation]) => `${to}${to.includes('?') ? '&' : '?'}${queryStringOf(operation)}`),
    body: fc.constant(undefined),
    ...common,
  })
  return mostly(4, post, other)
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
