import { contextField } from '../auth/context.graphql.ts'
import type { RequestContext } from '../context.ts'
import { CaseEventFilterInput } from '../events/events.graphql.ts'
import { builder } from '../graphql/schema/builder.ts'
import { checkCondition } from '../graphql/schema/connection.ts'
import { defineMutation } from '../graphql/schema/mutation.ts'
import { LoginKindEnum } from '../people/people.graphql.ts'
import {
  removeWebhookEndpoint,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhookEndpoint,
} from './manage/change-endpoint.ts'
import { saveWebhookEndpoint } from './manage/save-endpoint.ts'
import type { SaveWebhookEndpointInput } from './manage/stored-endpoint.ts'
import { webhookErrors } from './webhook.errors.ts'
import { AttemptObject, DeliveryObject, EndpointObject } from './webhooks.graphql.ts'

const context = 'The session of the request.'
const endpointId = { required: true, description: 'The ID of the endpoint.' } as const

defineMutation('saveWebhookEndpoint', {
  description:
    'Creates a webhook endpoint, or changes one. What is left out keeps its value. There can be 100 endpoints. Login: admin.',
  input: builder.inputType('SaveWebhookEndpointInput', {
    description: 'A webhook endpoint. For a new one, the URL, the person and the touchpoint are required.',
    fields: (t) => ({
      id: t.id({ description: 'The ID of the endpoint to change. Without it, a new endpoint is created.' }),
      url: t.string({
        description:
          'Where to send the events: an https URL with a public address. Networks that the settings allow may also use http.',
      }),
      description: t.string({ description: 'A note for people, of at most 500 characters.' }),
      login: t.field({
        type: LoginKindEnum,
        description: 'The login kind of the person whose view the endpoint has: operator or party.',
      }),
      email: t.string({ description: 'The email address of the person whose view the endpoint has.' }),
      touchpointCode: t.string({ description: 'The code of the touchpoint at which the person sees the events.' }),
      filter: t.field({
        type: CaseEventFilterInput,
        description:
          'Which events to send. By default, all that the person sees. It replaces the filter that is stored.',
      }),
      enabled: t.boolean({
        description:
          'False disables the endpoint. True enables it again, even if the service disabled it. It continues where it was.',
      }),
      after: t.string({
        description:
          'Sets the position: a cursor of the event feed from which to send, also again, or "latest" to skip what waits. ' +
          'A new endpoint starts at "latest".',
      }),
      expectedVersion: t.int({ description: 'The version that the caller saw. 0 for a new endpoint.' }),
      idempotencyKey: t.string({
        description: 'Identifies the request. A repeated request within 24 hours returns the first answer.',
      }),
      dryRun: t.boolean({ description: 'Whether to only check the input and write nothing.' }),
    }),
  }),
  argument: 'The endpoint.',
  payload: (t) => ({
    context: contextField(t, context),
    endpoint: t.expose('endpoint', {
      type: EndpointObject,
      description: 'The endpoint after the change. In a dry run, a new one has the ID "endpoint:0".',
    }),
    secret: t.exposeString('secret', {
      nullable: true,
      description:
        'The secret of a new endpoint, returned only once. Null if the endpoint was changed, and in a dry run.',
    }),
  }),
  result: 'The endpoint, or the problems that prevented the change.',
  errors: webhookErrors.saveWebhookEndpoint,
  resolve(context: RequestContext, input: SaveWebhookEndpointInput) {
    // The limits of a filter are those of the lists.
    checkCondition(['filter'], input.filter)
    return saveWebhookEndpoint(context, input)
  },
})

defineMutation('removeWebhookEndpoint', {
  description: 'Removes a webhook endpoint with its secrets and its deliveries. Login: admin.',
  input: builder.inputType('RemoveWebhookEndpointInput', {
    description: 'The endpoint to remove.',
    fields: (t) => ({ id: t.id(endpointId) }),
  }),
  argument: 'The endpoint.',
  payload: (t) => ({ context: contextField(t, context) }),
  result: 'A confirmation, or the problems that prevented the removal.',
  errors: webhookErrors.removeWebhookEndpoint,
  resolve: removeWebhookEndpoint,
})

defineMutation('rotateWebhookSecret', {
  description:
    'Returns a new secret of a webhook endpoint once. The old secrets sign too until they expire, so that the receiver can change ' +
    'over. Login: admin.',
  input: builder.inputType('RotateWebhookSecretInput', {
    description: 'The endpoint that gets a new secret.',
    fields: (t) => ({
      id: t.id(endpointId),
      keepOldFor: t.int({
        description:
          'For how many seconds the old secrets sign too: 0 to 2592000 (30 days). By default 86400 (24 hours).',
      }),
    }),
  }),
  argument: 'The endpoint.',
  payload: (t) => ({
    context: contextField(t, context),
    endpoint: t.expose('endpoint', { type: EndpointObject, description: 'The endpoint.' }),
    secret: t.exposeString('secret', { description: 'The new secret. It is returned only once.' }),
  }),
  result: 'The new secret, or the problems that prevented it.',
  errors: webhookErrors.rotateWebhookSecret,
  resolve: rotateWebhookSecret,
})

defineMutation('testWebhookEndpoint', {
  description:
    'Sends an event of the type `webhook.test` to an endpoint, also to a disabled one, and returns the attempt. Login: admin.',
  cost: 100,
  input: builder.inputType('TestWebhookEndpointInput', {
    description: 'The endpoint to test.',
    fields: (t) => ({ id: t.id(endpointId) }),
  }),
  argument: 'The endpoint.',
  payload: (t) => ({
    context: contextField(t, context),
    attempt: t.expose('attempt', { type: AttemptObject, description: 'The attempt. It may have failed.' }),
  }),
  result: 'The attempt, or the problems that prevented it.',
  errors: webhookErrors.testWebhookEndpoint,
  resolve: testWebhookEndpoint,
})

defineMutation('retryWebhookDelivery', {
  description:
    'Tries an event again now, also one that was given up or delivered. If it fails, further attempts follow. Login: admin.',
  input: builder.inputType('RetryWebhookDeliveryInput', {
    description: 'The delivery to try again.',
    fields: (t) => ({ id: t.id({ required: true, description: 'The ID of the delivery.' }) }),
  }),
  argument: 'The delivery.',
  payload: (t) => ({
    context: contextField(t, context),
    delivery: t.expose('delivery', {
      type: DeliveryObject,
      description: 'The delivery, which waits for its next attempt.',
    }),
  }),
  result: 'The delivery, or the problems that prevented the retry.',
  errors: webhookErrors.retryWebhookDelivery,
  resolve: retryWebhookDelivery,
})
