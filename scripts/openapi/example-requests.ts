import type { Route } from '../../src/rest/route.ts'

export interface ExampleRequest {
  /** Unique among the examples of its operation. */
  name: string
  summary: string
  operation: Route['operation']
  method: Route['method']
  path: string
  caller: { touchpoint: string; token: string } | undefined
  /** Sent as JSON. */
  body?: Record<string, unknown>
  /** Sent unchanged, as plain text. */
  text?: string
  headers?: Record<string, string>
}

const olga = { touchpoint: 'desk', token: 'demo-operator-olga' }
const paula = { touchpoint: 'web', token: 'demo-party-paula' }
const carla = { touchpoint: 'web', token: 'demo-consumer-carla' }

const cases = '/api/v4/cases'
type Rest = Partial<Pick<ExampleRequest, 'caller' | 'text' | 'headers'>>

function update(
  name: string,
  summary: string,
  id: number | string,
  body?: ExampleRequest['body'],
  rest: Rest = {},
): ExampleRequest {
  const sent = body ? { body } : {}
  return {
    name,
    summary,
    operation: 'updateCase',
    method: 'PUT',
    path: `${cases}/${id}`,
    caller: olga,
    ...sent,
    ...rest,
  }
}

function create(
  name: string,
  summary: string,
  body: Record<string, unknown>,
  query = '',
  rest: Rest = {},
): ExampleRequest {
  return {
    name,
    summary,
    operation: 'createCase',
    method: 'POST',
    path: `${cases}${query}`,
    caller: olga,
    body,
    ...rest,
  }
}

function assign(
  name: string,
  summary: string,
  id: number,
  body: Record<string, unknown>,
  rest: Rest = {},
): ExampleRequest {
  return {
    name,
    summary,
    operation: 'assignCase',
    method: 'PUT',
    path: `${cases}/${id}/assignment`,
    caller: olga,
    body,
    ...rest,
  }
}

function lookup(
  name: string,
  summary: string,
  query: string,
  caller: ExampleRequest['caller'] = carla,
): ExampleRequest {
  return {
    name,
    summary,
    operation: 'caseTypeCategories',
    method: 'GET',
    path: `${cases}/typecategory${query}`,
    caller,
  }
}

const refund = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const incident = { categoryCode: 'NETWORK', typeCode: 'INCIDENT' }

const retryable = { headers: { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' } }

/**
 * In the order in which they are sent. Each request sees the changes of the ones before it. The changes that succeed
 * concern the same case, so that they succeed in any order and more than once.
 */
export const exampleRequests: readonly ExampleRequest[] = [
  update('comment', 'A new status and a comment', 1001, {
    ...refund,
    status: 'In progress',
    comments: ['Looking into it.'],
  }),
  update('caseData', 'Complete case data and an internal comment', 1001, {
    ...refund,
    comments: [{ text: 'Both invoices were paid.', internal: true }],
    caseData: { amount: 42.5, invoiceCount: 2, goodwill: true },
  }),
  update('preconditionFailed', 'A version that the case no longer has', 1001, refund, {
    headers: { 'if-match': '"1"' },
  }),
  update('invalidId', 'An unknown or inaccessible case', 1, refund),
  update('CodeRequired', 'Missing codes', 1001, { status: 'Resolved' }),
  update('CategorySystemNode', 'A system category', 1006, { categoryCode: 'SYSTEM', typeCode: 'MAINTENANCE' }),
  update('InvalidCode', 'An unknown type', 1001, { ...refund, typeCode: 'REPAIR' }),
  update('InvalidName', 'Several problems, of which the first determines the code', 1002, {
    ...incident,
    status: 'Done',
    caseData: { severity: 9 },
  }),
  update('invalidCaseField', 'Missing case data fields', 1001, { ...refund, caseData: { amount: 19.9 } }),
  update('malformedRequest', 'An invalid comment', 1001, { ...refund, comments: [7] }),
  update('unauthenticated', 'No credentials', 1001, refund, { caller: undefined }),
  update(
    'forbidden',
    'An internal comment by a party',
    1001,
    { ...refund, comments: [{ text: 'Psst.', internal: true }] },
    { caller: paula },
  ),
  update('notFound', 'No case ID in the path', '', refund),
  update('methodNotAllowed', 'A PUT request to the path of the lookup', 'typecategory', refund),
  update('payloadTooLarge', 'A body that is too large', 1001, { ...refund, comments: ['x'.repeat(256 * 1024)] }),
  update('unsupportedMediaType', 'A body that is not JSON', 1001, undefined, { text: 'status=Resolved' }),
  create('case', 'A case of a party', {
    ...incident,
    partyEmail: 'paula@example.com',
    caseData: { severity: 3, signalDbm: -97.5, lineDown: false },
    comments: ['The line is slow since Monday.'],
  }),
  create('dryRun', 'A dry run', { categoryCode: 'BILLING', typeCode: 'QUESTION' }, '?dryRun=true'),
  create('keyed', 'A request that can be sent again', { categoryCode: 'BILLING', typeCode: 'QUESTION' }, '', retryable),
  create('conflict', 'The same key with another request', { ...refund }, '', retryable),
  create('CodeRequired', 'Missing codes', {}),
  create('CategorySystemNode', 'A system category', { categoryCode: 'SYSTEM', typeCode: 'MAINTENANCE' }),
  create('InvalidCode', 'An unknown type', { ...refund, typeCode: 'REPAIR' }),
  create('InvalidName', 'An unknown status', { categoryCode: 'BILLING', typeCode: 'QUESTION', status: 'Done' }),
  create('invalidCaseField', 'Missing case data', incident),
  create('partyNotValid', 'An unknown party', {
    categoryCode: 'BILLING',
    typeCode: 'QUESTION',
    partyEmail: 'nobody@example.com',
  }),
  create('malformedRequest', 'An invalid query parameter', refund, '?dryRun=maybe'),
  assign('operator', 'An assignment to an operator', 1001, { email: 'olga@example.com' }),
  assign('group', 'An assignment to a group', 1001, { groupName: 'Billing team' }),
  assign('invalidId', 'An unknown or inaccessible case', 1, { groupName: 'Billing team' }),
  assign('invalid', 'Both email and groupName', 1001, { email: 'olga@example.com', groupName: 'Billing team' }),
  assign('missing', 'Neither email nor groupName', 1001, {}),
  assign('operatorNotValid', 'An unknown operator', 1001, { email: 'nobody@example.com' }),
  assign('blocked', 'A blocked operator', 1001, { email: 'oona@example.com' }),
  assign('isNotAuthorized', 'An operator not authorised for the case type', 1001, { email: 'omar@example.com' }),
  assign('invalidName', 'An unknown group', 1001, { groupName: 'Telex desk' }),
  assign('malformedRequest', 'A body that is not an object', 1001, [] as never),
  lookup('all', 'All pairs granted to the touchpoint', ''),
  lookup(
    'filtered',
    'The pairs of a category that are visible in applications',
    '?visibility=app&caseCategoryCode=NETWORK',
  ),
  lookup('malformedRequest', 'An invalid visibility', '?visibility=none'),
  lookup('forbidden', 'A lookup by an operator', '', olga),
]

/** Sent three times to a server that allows one request per minute and session. */
export const limitedRequest = lookup('tooManyRequests', "A session's limit is used up", '')
