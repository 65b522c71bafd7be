import { expect, test } from 'vitest'
import { graphql } from '../support/requests/graphql.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()

const update = 'mutation ($input: UpdateCaseInput!) { updateCase(input: $input) { __typename } }'
const assign = 'mutation ($input: AssignCaseInput!) { assignCase(input: $input) { __typename } }'
const complete = { caseInstanceId: '1001', categoryCode: 'BILLING', typeCode: 'REFUND', status: 'New' }

test.each<[string, object]>([
  [update, { ...complete, categoryCode: 7 }],
  [update, { ...complete, typeCode: true }],
  [update, { ...complete, status: [] }],
  [update, { ...complete, status: ['New', 'Open'] }],
  [update, { ...complete, resolution: {} }],
  [update, { ...complete, comments: 'Hello.' }],
  [update, { ...complete, comments: ['Hello.'] }],
  [update, { ...complete, comments: [null] }],
  [update, { ...complete, comments: [{ text: null }] }],
  [update, { ...complete, comments: [{ internal: true }] }],
  [update, { ...complete, comments: [{ text: 'Hello.', internal: 'yes' }] }],
  [update, { ...complete, comments: [{ text: 'Hello.', author: 'Olga' }] }],
  [update, { ...complete, caseInstanceId: null }],
  [update, { ...complete, caseInstanceId: 1.5 }],
  [update, { ...complete, owner: 'Olga' }],
  [assign, { caseInstanceId: '1001', email: {} }],
  [assign, { caseInstanceId: '1001', groupName: 1 }],
  [assign, { caseInstanceId: '1001', email: 'olga@example.com', reason: '' }],
  [assign, { email: 'olga@example.com' }],
])('%s rejects %j with BAD_USER_INPUT and writes nothing', async (document, input) => {
  const { data, errors } = await graphql(server.url, document, { input })
  expect(data ?? null).toBeNull()
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  expect(await server.version(1001)).toBe(1)
})

test.each([
  'mutation { updateCase(input: { caseInstanceId: 1001, categoryCode: 7 }) { __typename } }',
  'mutation { updateCase(input: { caseInstanceId: 1001, owner: "Olga" }) { __typename } }',
  'mutation { assignCase(input: { email: "olga@example.com" }) { __typename } }',
  'query { caseTypeCategories(visibility: "APP") { caseTypeCode } }',
  'query { caseTypeCategories(order: "name") { caseTypeCode } }',
])('%s fails validation', async (document) => {
  const { data, errors } = await graphql(server.url, document)
  expect(data ?? null).toBeNull()
  expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }])
})

test('null is the same as absent', async () => {
  const nothing = { status: null, resolution: null, comments: null, caseData: null }
  const { data } = await graphql(server.url, update, { input: { ...complete, ...nothing } })
  expect(data).toEqual({ updateCase: { __typename: 'UpdateCasePayload' } })
  expect(await server.version(1001)).toBe(1)
})

test.each([
  'query ($v: ID = "1001") { case(id: $v) { id } }',
  'query ($v: Boolean = true) { case(id: "1001") { id @include(if: $v) } }',
  'query ($v: Boolean = true) { case(id: "1001") @skip(if: $v) { id } }',
])('%s rejects null with BAD_USER_INPUT, although the variable has a default', async (document) => {
  const { errors } = await graphql(server.url, document, { v: null })
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
})
