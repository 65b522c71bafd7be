import { requireAdminLogin } from '../viewer/login.errors.ts'
import { stateTags } from '../rest/entity-tags.ts'
import { type Member, mutationRoute, sendJson } from '../rest/mutation-route.ts'
import { pageRoute } from '../rest/page-route.ts'
import { readRoute, requireFound } from '../rest/read-route.ts'
import { requestFields } from '../rest/request-fields.ts'
import { idParameter, pathParameter, type RestRequest, textVariable } from '../rest/route.ts'
import { sendBody } from '../rest/tagged-response.ts'
import { webhookErrors } from './webhook.errors.ts'

const path = '/api/v4/webhook-endpoints'
const ofEndpoint = `${path}/:endpointId`
const ofDelivery = `${ofEndpoint}/deliveries/:deliveryId/retry`

const deliverySelection = 'id eventId status attempts { at durationMs httpStatus failure } nextAttemptAt'
const endpointSelection = `
id url description
person { id login firstname email }
touchpoint { code name }
filter state cursor waiting oldestWaitingAt
secrets { id createdAt expiresAt }
version`

/** A filter is any object in responses. */
const types = {
  WebhookEndpoint: { name: 'WebhookEndpoint', members: { filter: { type: 'object', additionalProperties: true } } },
}

const contextSelection = 'context { simpleProfile { firstname email } }'
const noun = 'endpoint'

const idOf = (request: RestRequest) => idParameter(request, 'endpointId', 'endpoint')

/** A mutation of the endpoint that the path names. */
function endpointRoute<Operation extends keyof typeof webhookErrors>(
  operation: Operation,
  route: Omit<Parameters<typeof mutationRoute>[0], 'operation'>,
) {
  const fieldsOutsideBody = (request: RestRequest) => ({ id: idOf(request) })
  return mutationRoute({ operation, errors: webhookErrors[operation], fieldsOutsideBody, ...route })
}
/** Of a delivery of another endpoint than the path names, no ID. */
const deliveryIdOf = (request: RestRequest) => {
  const deliveryId = pathParameter(request, 'deliveryId')
  const prefix = `delivery:${idOf(request).slice('endpoint:'.length)}:`
  return deliveryId.startsWith(prefix) ? deliveryId : `${prefix}${deliveryId}`
}

/** A value of another type is one that its code rejects. */
const code: Member = { read: textVariable }

const body: Record<string, Member> = {
  url: code,
  description: {},
  login: {},
  email: code,
  touchpointCode: code,
  filter: {},
  enabled: {},
  after: {},
}

interface SavedEndpoint {
  endpoint: { id: string; version: number }
  secret: string | null
}

export const webhookEndpointsRoute = pageRoute({
  operation: 'webhookEndpoints',
  path,
  summary: 'List the webhook endpoints',
  types,
  nodes: endpointSelection,
})

const versionTags = stateTags('[1-9]\\d{0,8}', 'version of the endpoint')
const tagOf = ({ version }: SavedEndpoint['endpoint']) => `"${version}"`

/** Undefined if every version is accepted. Versions ascend: of several tags, only the latest can be current. No endpoint has version 0. */
function expectedVersion(request: RestRequest): number | undefined {
  const versions = versionTags.expected(request)
  return versions && Math.max(0, ...versions.map(Number))
}

const saved = {
  mutation: 'saveWebhookEndpoint',
  requireLogin: requireAdminLogin,
  errors: webhookErrors.saveWebhookEndpoint,
  types,
  body,
  payload: `${contextSelection} endpoint { ${endpointSelection} } secret`,
  headers: ['ETag'],
} as const

const { invalidId: _invalidId, ...createErrors } = webhookErrors.saveWebhookEndpoint

export const createWebhookEndpointRoute = mutationRoute<SavedEndpoint>({
  ...saved,
  errors: createErrors,
  operation: 'createWebhookEndpoint',
  method: 'POST',
  path,
  summary: 'Create a webhook endpoint',
  status: 201,
  success: 'The endpoint and its secret, which is returned only once.',
  fieldsOutsideBody: requestFields,
  location: ({ endpoint }) => `${path}/${endpoint.id.slice('endpoint:'.length)}`,
  send: (reply, payload) => sendJson(reply.header('etag', tagOf(payload.endpoint)), 201, payload),
})

export const saveWebhookEndpointRoute = mutationRoute<SavedEndpoint>({
  ...saved,
  operation: 'saveWebhookEndpoint',
  method: 'PATCH',
  path: ofEndpoint,
  summary: 'Change a webhook endpoint',
  status: 200,
  success: 'The endpoint after the change.',
  fieldsOutsideBody: (request) => ({
    id: idOf(request),
    expectedVersion: expectedVersion(request),
    ...requestFields(request),
  }),
  unmatchable: versionTags.unmatchable,
  send: (reply, payload) => sendJson(reply.header('etag', tagOf(payload.endpoint)), 200, payload),
})

export const readWebhookEndpointRoute = readRoute({
  operation: 'readWebhookEndpoint',
  path: ofEndpoint,
  summary: 'Read a webhook endpoint',
  types,
  document: `
query WebhookEndpoint($id: ID!) {
  endpoint: webhookEndpoint(id: $id) { ${endpointSelection} }
}`,
  toVariables: (request) => ({ id: idOf(request) }),
  send(reply, result) {
    const endpoint = requireFound<SavedEndpoint['endpoint']>(result, 'endpoint', noun)
    return sendBody(reply, { endpoint }, String(endpoint.version))
  },
})

export const removeWebhookEndpointRoute = mutationRoute({
  operation: 'removeWebhookEndpoint',
  method: 'DELETE',
  path: ofEndpoint,
  summary: 'Remove a webhook endpoint',
  status: 204,
  success: 'The endpoint is removed.',
  payload: 'context { simpleProfile { firstname } }',
  fieldsOutsideBody: (request) => ({ id: idOf(request) }),
  named: noun,
})

export const rotateWebhookSecretRoute = endpointRoute('rotateWebhookSecret', {
  method: 'POST',
  path: `${ofEndpoint}/secrets`,
  optionalBody: true,
  requireLogin: requireAdminLogin,
  summary: 'Get a new secret of a webhook endpoint',
  status: 201,
  success: 'The new secret, which is returned only once.',
  types,
  body: { keepOldFor: {} },
  payload: `${contextSelection} endpoint { ${endpointSelection} } secret`,
})

export const testWebhookEndpointRoute = endpointRoute('testWebhookEndpoint', {
  method: 'POST',
  path: `${ofEndpoint}/test`,
  summary: 'Send a test to a webhook endpoint',
  status: 200,
  success: 'The attempt, which may have failed.',
  payload: `${contextSelection} attempt { at durationMs httpStatus failure }`,
})

export const webhookDeliveriesRoute = pageRoute({
  operation: 'webhookDeliveries',
  path: `${ofEndpoint}/deliveries`,
  summary: 'List the deliveries of a webhook endpoint',
  field: 'deliveries',
  owner: { field: 'webhookEndpoint', parameter: 'endpointId', selection: '', idOf, noun },
  nodes: deliverySelection,
  args: { status: '[WebhookDeliveryStatus!]' },
})

export const retryWebhookDeliveryRoute = endpointRoute('retryWebhookDelivery', {
  method: 'POST',
  path: ofDelivery,
  summary: 'Send an event to a webhook endpoint again',
  status: 202,
  success: 'The delivery, which waits for its next attempt.',
  payload: `${contextSelection} delivery { ${deliverySelection} }`,
  fieldsOutsideBody: (request) => ({ id: deliveryIdOf(request) }),
})
