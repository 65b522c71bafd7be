import { describe, expect, test } from 'vitest'
import { assertConforms } from '../support/openapi/conformance.ts'

const requestId = 'x'
const headers = { 'x-request-id': requestId, 'cache-control': 'no-store', 'content-type': 'application/json' }
const changed = {
  context: { simpleProfile: { firstname: 'Olga', email: 'olga@example.com' } },
  case: { id: 1, categoryCode: 'A', typeCode: 'B', status: 'C', resolution: 'D' },
}
const problem = (code: string, status: number, others: object = {}) => ({
  status,
  headers: { ...headers, 'content-type': 'application/problem+json', 'retry-after': '2', link: '</x>' },
  body: JSON.stringify({
    type: `urn:casegate:problem:${code}`,
    title: 'T',
    status,
    detail: 'D',
    code,
    problems: [{ code, detail: 'D' }],
    requestId,
    ...others,
  }),
})
const put = { method: 'PUT', target: '/api/v4/cases/1', body: '{"categoryCode":"A","typeCode":"B"}' }
const assign = { method: 'PUT', target: '/api/v4/cases/1/assignment', body: '{"email":"a@b"}' }
const lookup = { method: 'GET', target: '/api/v4/cases/typecategory' }
const success = { status: 201, headers, body: JSON.stringify(changed) }

// All other tests rely on assertConforms being strict.
describe('assertConforms', () => {
  test.each<[string, Parameters<typeof assertConforms>]>([
    ['a success', [put, success]],
    ['a code of the operation', [put, problem('InvalidName', 400)]],
    ['503', [lookup, problem('unavailable', 503)]],
    ['an unknown path', [{ method: 'GET', target: '/api/v4/x' }, problem('notFound', 404)]],
    [
      'a GraphQL response',
      [
        { method: 'GET', target: '/graphql' },
        { status: 299, headers: {}, body: 'x' },
      ],
    ],
  ])('accepts %s', (_what, [sent, answered]) => {
    expect(() => assertConforms(sent, answered)).not.toThrow()
  })

  test.each<[string, RegExp, Parameters<typeof assertConforms>]>([
    ['another status', /answered 200, which is not described/, [put, { ...success, status: 200 }]],
    ["another operation's code", /must be equal to one of the allowed values/, [put, problem('missing', 400)]],
    ["another status's code", /must be equal to one of the allowed values/, [put, problem('unauthenticated', 400)]],
    [
      'a status that only another operation has',
      /answered 403, which is not described/,
      [assign, problem('forbidden', 403)],
    ],
    [
      'a path that is not described',
      /answered 200, which/,
      [
        { method: 'GET', target: '/api/v4/x' },
        { ...success, status: 200 },
      ],
    ],
    [
      'a method that is not described',
      /answered 404, which/,
      [{ method: 'POST', target: put.target }, problem('notFound', 404)],
    ],
    ['another media type', /as application\/json/, [put, { ...problem('InvalidName', 400), headers }]],
    ['an additional member', /must NOT have additional properties/, [put, problem('InvalidName', 400, { stack: 'x' })]],
    [
      'a missing member',
      /must have required property/,
      [put, { ...success, body: JSON.stringify({ case: changed.case }) }],
    ],
    [
      'a member of the wrong type',
      /must be integer/,
      [put, { ...success, body: JSON.stringify({ ...changed, case: { ...changed.case, id: '1' } }) }],
    ],
    [
      'a missing header',
      /without Cache-Control/,
      [put, { ...success, headers: { ...headers, 'cache-control': undefined } }],
    ],
    [
      'a wrong header value',
      /Cache-Control where .* must be equal/,
      [put, { ...success, headers: { ...headers, 'cache-control': 'public' } }],
    ],
    ['a body in a response to HEAD', /with a body/, [{ ...lookup, method: 'HEAD' }, problem('unauthenticated', 400)]],
    [
      'a success for a body that is not described',
      /The request body/,
      [{ ...put, body: '{"categoryCode":"A"}' }, success],
    ],
    [
      'a success for two assignees',
      /must match exactly one schema/,
      [{ ...assign, body: '{"email":"a","groupName":"b"}' }, success],
    ],
    ['a success for an ID that is not described', /caseInstanceId/, [{ ...put, target: '/api/v4/cases/x' }, success]],
  ])('rejects %s', (_what, message, [sent, answered]) => {
    expect(() => assertConforms(sent, answered)).toThrow(message)
  })
})
