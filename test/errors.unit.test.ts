import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operationErrors, viewingErrors } from '../src/cases/case.errors.ts'
import { requestErrors } from '../src/errors/request-errors.ts'
import { routes } from '../src/routes.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/errors.md'), 'utf8')

// Callers rely on these rows: add new ones, but do not change any.
const table: [status: number, rest: string, graphql: string][] = [
  [400, 'malformedRequest', 'BAD_USER_INPUT'],
  [401, 'unauthenticated', 'UNAUTHENTICATED'],
  [403, 'forbidden', 'FORBIDDEN'],
  [408, 'requestTimeout', 'REQUEST_TIMEOUT'],
  [409, 'conflict', 'CONFLICT'],
  [410, 'cursorExpired', 'CURSOR_EXPIRED'],
  [412, 'preconditionFailed', 'PRECONDITION_FAILED'],
  [413, 'payloadTooLarge', 'PAYLOAD_TOO_LARGE'],
  [415, 'unsupportedMediaType', 'UNSUPPORTED_MEDIA_TYPE'],
  [416, 'rangeNotSatisfiable', 'RANGE_NOT_SATISFIABLE'],
  [417, 'expectationFailed', 'EXPECTATION_FAILED'],
  [422, 'attachmentRejected', 'ATTACHMENT_REJECTED'],
  [429, 'tooManyRequests', 'RATE_LIMITED'],
  [431, 'requestHeaderFieldsTooLarge', 'REQUEST_HEADER_FIELDS_TOO_LARGE'],
  [500, 'internal', 'INTERNAL_SERVER_ERROR'],
  [503, 'unavailable', 'UNAVAILABLE'],
]

describe('a request error', () => {
  test('has the promised statuses and codes', () => {
    const rows = Object.entries(requestErrors).map(([graphql, { status, rest }]) => [status, rest, graphql])
    expect(rows.toSorted()).toEqual(table.toSorted())
  })

  test.each(table)('is described with %i, %s and %s', (status, rest, graphql) => {
    expect(page).toContain(`\n| ${status} | \`${rest}\` | \`${graphql}\` | `)
  })

  test.each([
    [404, 'notFound'],
    [405, 'methodNotAllowed'],
  ])('is described with %i and %s, which GraphQL does not have', (status, rest) => {
    expect(page).toContain(`\n| ${status} | \`${rest}\` |  | `)
  })

  test.each(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED'])('is described with %s', (code) => {
    expect(page).toContain(`\`${code}\``)
  })
})

describe('the problems of operations are described', () => {
  const sections = new Map(page.split(/^## /m).map((section) => [section.split('\n', 1)[0], section]))
  const rows = /^\| \d+ \| `(\w+)` \| [A-Z].+\. \|$/gm
  const codes = (heading: string) => [...(sections.get(heading) ?? '').matchAll(rows)].map(([, code]) => code)

  test('for updates, in the order of checks', () => {
    const codesOfCodes = ['CodeRequired', 'CategorySystemNode', 'InvalidCode']
    const update = codes('updateCase, `PUT /api/v4/cases/{caseInstanceId}`')
    expect(update).toEqual(['invalidId', ...codesOfCodes, 'InvalidName', 'invalidCaseField'])
  })

  test('for assignments, in the order of checks', () => {
    const ofOperators = ['operatorNotValid', 'blocked', 'isNotAuthorized']
    const assign = codes('assignCase, `PUT /api/v4/cases/{caseInstanceId}/assignment`')
    expect(assign).toEqual(['invalidId', 'invalid', 'missing', ...ofOperators, 'invalidName'])
  })

  test('for every other operation, with the method and the path', () => {
    const own = routes.filter(({ openapi }) => Object.keys(openapi.errors).length > 0)
    expect(own.map(({ operation }) => operation).toSorted()).toEqual(
      [
        ...Object.keys(operationErrors),
        ...Object.keys(viewingErrors),
        'configure',
        'createInvitation',
        'createSession',
        'createWebhookEndpoint',
        'erasePerson',
        'issueTouchpointSecret',
        'retryWebhookDelivery',
        'rotateWebhookSecret',
        'saveWebhookEndpoint',
        'testWebhookEndpoint',
      ].toSorted(),
    )
    for (const { operation, method, path, openapi } of own) {
      const heading = `${operation}, \`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``
      expect(codes(heading), heading).toEqual(Object.keys(openapi.errors))
    }
  })
})
