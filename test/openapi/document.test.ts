import { beforeAll, describe, expect, test } from 'vitest'
import { createConfig, lint } from '@redocly/openapi-core'
import { fileURLToPath } from 'node:url'
import { describeRest, type Sources } from '../../scripts/openapi/document.ts'
import { type Example, runExamples } from '../../scripts/openapi/examples.ts'
import { operationErrors } from '../../src/cases/case.errors.ts'
import { requestErrors } from '../../src/errors/request-errors.ts'
import { routes } from '../../src/routes.ts'
import { schema } from '../../src/schema.ts'
import { freshDatabase } from '../support/database/database.ts'
import {
  openapiDocument,
  type OperationObject,
  resolveReference,
  type ResponseObject,
} from '../support/openapi/document.ts'

const version = openapiDocument.info.version

let examples: Example[]
beforeAll(async () => {
  examples = await runExamples(await freshDatabase())
})

type Paths = Record<string, Record<string, OperationObject>>
const operationsOf = ({ paths }: { paths: Paths }) => Object.values(paths).flatMap((item) => Object.values(item))
const operationOf = (document: typeof openapiDocument, id: string) =>
  operationsOf(document).find(({ operationId }) => operationId === id)!

interface ProblemSchema {
  properties: { code: { enum: string[] }; problems: { items: { properties: { code: { enum: string[] } } } } }
}

/** The codes of an operation's responses with a status. Document and problem schemas must have the same codes. */
function codesOf(document: typeof openapiDocument, id: string, status: number): string[] {
  const response = resolveReference<ResponseObject>(operationOf(document, id).responses[status], document)
  const { code, problems } = resolveReference<ProblemSchema>(
    response?.content!['application/problem+json']!.schema as never,
    document,
  )!.properties
  const codes = resolveReference(code, document)!.enum
  expect(resolveReference(problems.items.properties.code, document)!.enum).toEqual(codes)
  return codes
}

describe('openapi.json', () => {
  test('is up to date with the code, including the responses of the examples', () => {
    const openapi = describeRest({ schema, routes, requestErrors, examples, version })
    expect(JSON.parse(JSON.stringify(openapi))).toEqual(openapiDocument)
  })

  test('passes the recommended rules of an OpenAPI linter', async () => {
    // Casegate is not licensed to the public.
    const config = await createConfig({ extends: ['recommended'], rules: { 'info-license': 'off' } })
    const ref = fileURLToPath(new URL('../../openapi.json', import.meta.url))
    const problems = await lint({ ref, config })
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
  })

  test('has every route, without HEAD and OPTIONS', () => {
    const operations = Object.entries(openapiDocument.paths as Paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
    )
    const own = routes.map(({ operation, method, path }) => [operation, method, path.replaceAll(/:(\w+)/g, '{$1}')])
    expect(operations.toSorted()).toEqual(own.toSorted())
  })

  test('has every status that an operation can return', () => {
    const statuses = (id: string) => Object.keys(operationOf(openapiDocument, id).responses).map(Number)
    const change = [201, 400, 401, 404, 408, 409, 412, 413, 415, 429, 431, 500, 503]
    expect(statuses('updateCase')).toEqual([...change, 403, 405].toSorted())
    expect(statuses('assignCase')).toEqual(change)
    expect(statuses('createCase')).toEqual([201, 400, 401, 403, 408, 409, 413, 415, 429, 431, 500, 503])
    expect(statuses('caseTypeCategories')).toEqual([200, 304, 400, 401, 403, 408, 429, 431, 500, 503])
  })

  test('has every code of the tables for each operation that can return it', () => {
    for (const id of ['updateCase', 'createCase', 'assignCase'] as const) {
      const codes = Object.keys(operationErrors[id])
      expect(codesOf(openapiDocument, id, 400)).toEqual([...codes, 'malformedRequest'])
    }
    expect(codesOf(openapiDocument, 'caseTypeCategories', 400)).toEqual(['malformedRequest'])
    for (const { rest, status, scope } of Object.values(requestErrors)) {
      const bodies = ['updateCase', 'assignCase', 'patchCase', 'addComments', 'editComment']
      const logins = ['createCase', 'updateCase', 'addComments', 'takeNextCase', 'caseTypeCategories', 'operators']
      const wanted = { every: [...bodies, 'caseTypeCategories'], bodies, logins }
      const operations = typeof scope === 'string' ? wanted[scope] : 'field' in scope ? bodies : scope
      for (const id of operations) expect(codesOf(openapiDocument, id, status), id).toContain(rest)
    }
  })

  test('has a schema for the content of every response, except 204 and 304', () => {
    const without = operationsOf(openapiDocument).flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([, response]) => {
          const contents = Object.values(resolveReference<ResponseObject>(response, openapiDocument)?.content ?? {})
          return contents.length === 0 || contents.some(({ schema }) => !schema)
        })
        .map(([status]) => `${operationId} ${status}`)
        .filter((each) => !each.endsWith(' 204')),
    )
    const reads = operationsOf(openapiDocument).filter(({ responses }) => 304 in responses)
    expect(without).toEqual(reads.map(({ operationId }) => `${operationId} 304`))
  })

  test('has no list of types except with null, which generators of validators misread', () => {
    const lists = [...JSON.stringify(openapiDocument).matchAll(/"type":(\[[^\]]*\])/g)].map(([, list]) =>
      JSON.parse(list!),
    )
    expect(lists.filter((list) => list.length !== 2 || !list.includes('null'))).toEqual([])
  })

  test('lists every request error in its overview', () => {
    for (const { rest, status, description } of Object.values(requestErrors)) {
      expect(openapiDocument.info.description).toContain(`| ${status} | \`${rest}\` | ${description} |`)
    }
  })

  test('has credentials in headers only, so that generated clients put no token into URLs', () => {
    const { securitySchemes } = openapiDocument.components
    expect(openapiDocument.security).toEqual([{ touchpointHeader: [], tokenHeader: [] }, { bearer: [] }])
    expect(Object.values(securitySchemes)).toMatchObject([
      { in: 'header', name: 'Service-Touchpoint' },
      { in: 'header', name: 'Service-Token' },
      { type: 'http', scheme: 'bearer' },
      { in: 'header', name: 'Service-Secret' },
    ])
    expect(openapiDocument.info.description).toMatch(/as a query parameter instead, `touchpoint` and `token`/)
    const others = operationsOf(openapiDocument).filter(({ security }) => security !== undefined)
    expect(others).toMatchObject([
      { operationId: 'createSession', security: [{ touchpointHeader: [], secretHeader: [] }] },
    ])
  })

  test('has a type for every member, and no format beside a single value', () => {
    const schemas = Object.entries<{ properties?: Record<string, object> }>(openapiDocument.components.schemas)
    const untyped = schemas.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, member]) => !['type', '$ref', 'oneOf', 'enum'].some((keyword) => keyword in member))
        .map(([member]) => `${name}.${member}`),
    )
    expect(untyped).toEqual([])
    expect(JSON.stringify(openapiDocument)).not.toContain('"format":"uri"')
  })

  test('says of every list what its items are, and of every object what its members are', () => {
    const schemas: Record<string, unknown>[] = []
    JSON.stringify(openapiDocument, (name, value) => {
      if (typeof value === 'object' && value !== null) schemas.push(value)
      return ['example', 'examples'].includes(name) ? undefined : value
    })
    const ofType = (type: string) => schemas.filter((schema) => [schema['type']].flat().includes(type))
    expect(ofType('array').filter(({ items }) => items === undefined)).toEqual([])
    // Generators of types read an object without either as one that must be empty.
    const empty = ofType('object').filter((schema) => !('properties' in schema || 'additionalProperties' in schema))
    expect(empty).toEqual([])
  })

  test('has limits where they are known', () => {
    const { Case, CommentInput, UpdateCaseInput } = openapiDocument.components.schemas
    const text = { type: 'string', minLength: 1, maxLength: 10_000 }
    const [comments] = UpdateCaseInput.properties.comments.oneOf
    expect(comments).toMatchObject({ maxItems: 50, items: { oneOf: [text, {}] } })
    // The text of a comment with files may be empty.
    expect(CommentInput.properties.text).toMatchObject({ type: 'string', maxLength: 10_000 })
    expect(CommentInput.properties.attachmentIds).toMatchObject({ maxItems: 10 })
    expect(Case.properties.id).toMatchObject({ format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
    expect(openapiDocument.components.headers.RequestId.schema.maxLength).toBe(128)
  })

  test('describes the response headers', () => {
    const headersOf = (id: string, status: number) =>
      Object.keys(
        resolveReference<ResponseObject>(operationOf(openapiDocument, id).responses[status], openapiDocument)!.headers!,
      )
    const general = ['X-Request-Id', 'Cache-Control']
    const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Preference-Applied']
    expect(headersOf('updateCase', 201)).toEqual([...general, ...limits, 'ETag'])
    expect(headersOf('updateCase', 405)).toContain('Allow')
    expect(headersOf('updateCase', 401)).toContain('WWW-Authenticate')
    for (const status of [429, 503]) expect(headersOf('assignCase', status)).toContain('Retry-After')
    for (const status of [200, 304]) {
      expect(headersOf('caseTypeCategories', status)).toEqual([...general, 'Vary', 'ETag', ...limits])
    }
    expect(operationOf(openapiDocument, 'caseTypeCategories').parameters).toContainEqual({
      $ref: '#/components/parameters/IfNoneMatch',
    })
  })

  test('describes every member in a sentence', () => {
    const schemas: [string, { properties?: object }][] = Object.entries(openapiDocument.components.schemas)
    const members = schemas.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([member, { description, $ref }]) => [
        `${name}.${member}`,
        $ref ? 'It refers.' : description,
      ]),
    )
    expect(members.length).toBeGreaterThan(50)
    expect(members.filter(([, text]) => !/^[A-Z].*\.$/s.test(text ?? ''))).toEqual([])
    expect(JSON.stringify(openapiDocument)).not.toMatch(/GraphQL error/)
  })
})

describe('an example', () => {
  test.each(['updateCase', 'assignCase', 'createCase', 'patchCase', 'addComments'])(
    'shows every code of %s in a real response',
    (id) => {
      const codes = examples
        .filter(({ operation, status }) => operation === id && status === 400)
        .map(({ answer }) => (answer as { code: string }).code)
      expect(codes.toSorted()).toEqual(codesOf(openapiDocument, id, 400).toSorted())
    },
  )

  test('shows every status except 500 and 503', () => {
    expect([...new Set(examples.map(({ status }) => status))].sort()).toEqual([
      200, 201, 400, 401, 403, 404, 405, 409, 412, 413, 415, 429,
    ])
  })

  test('is named after its code', () => {
    const refused = examples.filter(({ status }) => status >= 400)
    expect(refused.filter(({ name, answer }) => (answer as { code: string }).code !== name)).toEqual([])
  })

  test('is reproducible', async () => {
    expect(await runExamples(await freshDatabase())).toEqual(examples)
  })
})

describe('additions to the tables are described automatically:', () => {
  const openapiWith = (changes: Partial<Sources>) =>
    JSON.parse(JSON.stringify(describeRest({ schema, routes, requestErrors, examples: [], version, ...changes })))
  const route = (name: string) => routes.find(({ operation }) => operation === name)!
  const [lookup, update, assign] = [route('caseTypeCategories'), route('updateCase'), route('assignCase')]

  test('a code of an operation', () => {
    const errors = { ...update.openapi.errors, caseIsFrozen: { title: 'Frozen', description: 'The case is frozen.' } }
    const document = openapiWith({
      routes: [lookup, { ...update, openapi: { ...update.openapi, errors } }, assign],
    })
    expect(codesOf(document, 'updateCase', 400)).toContain('caseIsFrozen')
    expect(codesOf(document, 'assignCase', 400)).not.toContain('caseIsFrozen')
    expect(document.components.schemas.UpdateCaseProblemCode.description).toContain(
      '`caseIsFrozen`: The case is frozen.',
    )
  })

  test.each([
    ['every', ['updateCase', 'assignCase', 'caseTypeCategories']],
    ['bodies', ['updateCase', 'assignCase']],
    ['logins', ['updateCase', 'caseTypeCategories']],
    [{ field: 'expectedVersion' }, ['updateCase', 'assignCase']],
    [['assignCase'], ['assignCase']],
    [[], []],
  ] as const)('a request error for %j', (scope, expected) => {
    const LOCKED = { rest: 'locked', status: 423, scope, title: 'Locked', description: 'The service is locked.' }
    const document = openapiWith({ requestErrors: { ...requestErrors, LOCKED } })
    const having = ['updateCase', 'assignCase', 'caseTypeCategories'].filter(
      (id) => 423 in operationOf(document, id).responses,
    )
    expect(having).toEqual(expected)
    for (const id of having) expect(codesOf(document, id, 423)).toEqual(['locked'])
    expect(document.info.description).toContain('| 423 | `locked` | The service is locked. |')
  })

  test('a second code with the same status', () => {
    const SHUT = { rest: 'shut', status: 403, scope: ['updateCase'], title: 'Shut', description: 'The office is shut.' }
    const document = openapiWith({ requestErrors: { ...requestErrors, SHUT } })
    expect(codesOf(document, 'updateCase', 403)).toEqual(['forbidden', 'shut'])
    expect(codesOf(document, 'caseTypeCategories', 403)).toEqual(['forbidden'])
  })

  test('a member that a document selects', () => {
    const document = openapiWith({
      routes: [lookup, update, assign].map((each) => ({
        ...each,
        document: each.document.replace('status resolution', 'status resolution version'),
      })),
    })
    expect(document.components.schemas.Case.properties.version).toEqual({
      description: 'Increases by one with every change.',
      type: 'integer',
      format: 'int32',
    })
  })
})

describe('the REST API is described', () => {
  const text = JSON.stringify(openapiDocument)

  test('with the limits of page sizes', () => {
    const sizes = operationsOf(openapiDocument).flatMap(({ parameters = [] }) =>
      (parameters as unknown as { name?: string; schema?: { minimum?: number; maximum?: number } }[]).filter(
        ({ name }) => name === 'first' || name === 'last',
      ),
    )
    expect(sizes.length).toBeGreaterThan(10)
    for (const { schema: size } of sizes)
      expect(size).toMatchObject({ minimum: expect.any(Number), maximum: expect.any(Number) })
  })

  test('without null in enums, which generators of validators do not take, and in its own terms', () => {
    expect(text).not.toMatch(/"enum":\[[^\]]*null/)
    const { description: overview } = openapiDocument.info as unknown as { description: string }
    const descriptions = [...text.matchAll(/"description":"((?:[^"\\]|\\.)*)"/g)].map(([, each]) => each!)
    const others = descriptions.filter((each) => each !== JSON.stringify(overview).slice(1, -1))
    expect(
      others.filter((each) => /GraphQL|extensions contain|connection|`[A-Z]+_[A-Z]+`[^(]*error/.test(each)),
    ).toEqual([])
  })
})
