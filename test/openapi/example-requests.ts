import {
  assign,
  create,
  example,
  type ExampleRequest,
  lookup,
  olga,
  omarAtPartner,
  patch,
  paula,
  update,
  webhooks,
} from './example-request.ts'

const refund = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const incident = { categoryCode: 'NETWORK', typeCode: 'INCIDENT' }

const outage = { categoryCode: 'NETWORK', typeCode: 'OUTAGE', caseData: { subscribersAffected: 40 } }
const byPartner = { caller: omarAtPartner, headers: { 'idempotency-key': '"c0f2a3c4-7f0e-4c43-9d59-6f8f6b1c8a11"' } }
/** The third case that is created, after those of the demonstration data. */
const idOfGrant = 1011

const receiver = {
  url: 'https://archive.example.com/webhooks',
  login: 'OPERATOR',
  email: 'olga@example.com',
  touchpointCode: 'desk',
}
const oldCursor = 'aRRnKgbIXhJ0M8aLO4yqjMEmLsZBNhHbIkeqZpgXxxVfKp1hQAAKbTtcULs'

const retryable = { headers: { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' } }

/**
 * In the order in which they are sent. Each request sees the changes of the ones before it. The changes that succeed
 * concern the same case, so that they succeed in any order and more than once.
 */
export const exampleRequests: readonly ExampleRequest[] = [
  example('readCase', 'case', 'A case', '/cases/1002'),
  example('readCase', 'notFound', 'An unknown or inaccessible case', '/cases/1'),
  example('readCaseForm', 'form', 'What a form needs', '/cases/1002/form'),
  example('caseComments', 'comments', 'The comments', '/cases/1001/comments'),
  example('caseComments', 'malformedRequest', 'A page that is too large', '/cases/1001/comments?first=1000'),
  example('readComment', 'comment', 'A comment', '/cases/1001/comments/comment:1001:1:1'),
  example('readComment', 'notFound', 'An unknown or inaccessible comment', '/cases/1001/comments/comment:1001:1:9'),
  example('caseHistory', 'history', 'The history', '/cases/1001/history'),
  example(
    'cases',
    'open',
    'A page of the open cases of a party',
    '/cases?closed=false&partyEmail=paula@example.com&first=1',
  ),
  example(
    'cases',
    'counted',
    'Two filters and the number of cases',
    '/cases?status=Open&status=New&totalCount=true&first=0',
  ),
  example('cases', 'malformedRequest', 'An invalid filter', '/cases?closed=maybe'),
  example('assignableOperators', 'operators', 'The operators for a case', '/cases/1001/assignable-operators'),
  example('assignableGroups', 'groups', 'The groups for a case', '/cases/1001/assignable-groups'),
  example('readViewer', 'party', 'A party', '/viewer', undefined, { caller: paula }),
  example('statuses', 'statuses', 'All statuses', '/statuses'),
  example('readDataSchema', 'refund', 'The data of refunds', '/types/REFUND/schema'),
  example('resolutions', 'resolutions', 'All resolutions', '/resolutions'),
  example('operators', 'search', 'The operators with a part of their name', '/operators?search=ol'),
  example('groups', 'groups', 'All groups', '/groups'),
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
  create('grant', 'A case that the touchpoint may modify', outage, '', byPartner),
  patch('typeCategory', 'Another type category', idOfGrant, { categoryCode: 'BILLING', typeCode: 'COMPLAINT' }),
  create('invalidId', 'The same request again, after the caller lost access to the case', outage, '', byPartner),
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
  patch('status', 'A new status', 1001, { status: 'In progress' }),
  patch('caseData', 'A field of the case data and a comment', 1001, {
    caseData: { amount: 40 },
    comments: ['Corrected.'],
  }),
  patch('invalidId', 'An unknown or inaccessible case', 1, {}),
  patch('CodeRequired', 'A code that is null', 1001, { typeCode: null }),
  patch('CategorySystemNode', 'A system category', 1001, { categoryCode: 'SYSTEM' }),
  patch('InvalidCode', 'An unknown type', 1001, { typeCode: 'REPAIR' }),
  patch('InvalidName', 'A status that is null', 1001, { status: null }),
  patch('invalidCaseField', 'A mandatory field that is null', 1001, { caseData: { amount: null } }),
  patch('malformedRequest', 'An invalid comment', 1001, { comments: [7] }),
  example('addComments', 'comment', 'A comment', '/cases/1001/comments', { comments: ['We will call you.'] }),
  example('addComments', 'invalidId', 'An unknown or inaccessible case', '/cases/1/comments', { comments: ['x'] }),
  example('addComments', 'malformedRequest', 'No comments', '/cases/1001/comments', {}),
  example('editComment', 'text', 'A new text', '/cases/1001/comments/comment:1001:1:1', {
    text: 'I was charged twice.',
  }),
  example('editComment', 'invalidId', 'An unknown comment', '/cases/1001/comments/comment:1001:1:9', { text: 'x' }),
  example('editComment', 'malformedRequest', 'No text', '/cases/1001/comments/comment:1001:1:1', {}),
  example('removeComment', 'dryRun', 'A dry run', '/cases/1001/comments/comment:1001:1:1?dryRun=true'),
  example('removeComment', 'invalidId', 'An unknown comment', '/cases/1001/comments/comment:1001:1:9'),
  example('unassignCase', 'case', 'A case', '/cases/1001/assignment'),
  example('unassignCase', 'invalidId', 'An unknown or inaccessible case', '/cases/1/assignment'),
  example('takeNextCase', 'none', 'No case is waiting', '/cases/take-next', { groupName: 'Billing team' }),
  example('takeNextCase', 'invalidName', 'An unknown group', '/cases/take-next', { groupName: 'Telex desk' }),
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
  lookup('all', 'All type categories granted to the touchpoint', ''),
  lookup(
    'filtered',
    'The type categories of a category that are visible in applications',
    '?visibility=app&caseCategoryCode=NETWORK',
  ),
  lookup('malformedRequest', 'An invalid visibility', '?visibility=none'),
  lookup('forbidden', 'A lookup by an operator', '', olga),
  webhooks('createWebhookEndpoint', 'dryRun', 'A dry run', '?dryRun=true', receiver),
  webhooks('createWebhookEndpoint', 'invalidUrl', 'No https', '', { ...receiver, url: 'http://receiver.example' }),
  webhooks('createWebhookEndpoint', 'personNotValid', 'An unknown person', '', { ...receiver, email: 'x@example.com' }),
  webhooks('createWebhookEndpoint', 'touchpointNotValid', 'No touchpoint', '', { ...receiver, touchpointCode: 'x' }),
  webhooks('createWebhookEndpoint', 'cursorExpired', 'A cursor of another database', '', {
    ...receiver,
    after: oldCursor,
  }),
  webhooks('webhookEndpoints', 'none', 'No endpoints', ''),
  webhooks('saveWebhookEndpoint', 'invalidId', 'An unknown endpoint', '/1', { enabled: true }),
  webhooks('readWebhookEndpoint', 'notFound', 'An unknown endpoint', '/1'),
  webhooks('removeWebhookEndpoint', 'notFound', 'An unknown endpoint', '/1'),
  webhooks('rotateWebhookSecret', 'invalidId', 'An unknown endpoint', '/1/secrets', { keepOldFor: 3_600 }),
  webhooks('testWebhookEndpoint', 'invalidId', 'An unknown endpoint', '/1/test', {}),
  webhooks('webhookDeliveries', 'notFound', 'An unknown endpoint', '/1/deliveries'),
  webhooks('retryWebhookDelivery', 'invalidId', 'An unknown delivery', '/1/deliveries/1/retry', {}),
]

/** Sent three times to a server that allows one request per minute and session. */
export const limitedRequest = lookup('tooManyRequests', "A session's limit is used up", '')
