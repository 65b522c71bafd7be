import { forAdmins, requireAdmin } from '../viewer/authenticate.ts'
import { nodeKinds } from '../cases/read/node.graphql.ts'
import { touchpointField } from '../catalogue/catalogue.graphql.ts'
import type { RequestContext } from '../context.ts'
import { feedStart } from '../feed/feed-cursor.ts'
import { builder, describedEnum, rootBuilder } from '../graphql/schema/builder.ts'
import { connectionTypes, idKeys, resolveConnection } from '../graphql/schema/connection.ts'
import { NodeInterface } from '../graphql/schema/node.ts'
import { nodeId } from '../node-id.ts'
import { PersonObject } from '../people/people.graphql.ts'
import { type Delivery, deliveryList, findDelivery, waitingOf } from './delivery/deliveries.ts'
import { type Endpoint, endpointId, endpointList, findEndpoint, stateOf } from './endpoints.ts'
import { type ListedSecret, secretsOfEndpoint } from './secrets.ts'
import { deliveryStatuses, shownStates, type WebhookAttempt, webhookFailures } from './webhook-kinds.ts'

const StateEnum = describedEnum('WebhookEndpointState', 'The state of a webhook endpoint.', shownStates)
const StatusEnum = describedEnum('WebhookDeliveryStatus', 'The status of a delivery.', deliveryStatuses)
const FailureEnum = describedEnum('WebhookFailure', 'Why an attempt failed.', webhookFailures)

const SecretObject = builder.objectRef<ListedSecret>('WebhookSecret').implement({
  description:
    'A secret that signs the requests to the endpoint. The secret itself is returned only once, when it is created.',
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the secret, for example "secret:3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11".',
      resolve: ({ id }) => nodeId('secret', id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the secret was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the secret stops signing. Null for the current secret.',
    }),
  }),
})

export const AttemptObject = builder.objectRef<WebhookAttempt>('WebhookAttempt').implement({
  description: 'An attempt to send an event. Nothing of the response but its status is kept.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'When the attempt began.',
      resolve: ({ at }) => new Date(at),
    }),
    durationMs: t.exposeInt('durationMs', { description: 'How long the attempt took, in milliseconds.' }),
    httpStatus: t.exposeInt('httpStatus', {
      nullable: true,
      description: 'The status of the response. Null if there was none.',
    }),
    failure: t.expose('failure', {
      type: FailureEnum,
      nullable: true,
      description: 'Why the attempt failed. Null if it succeeded.',
    }),
  }),
})

export const DeliveryObject = builder.objectRef<Delivery>('WebhookDelivery').implement({
  description: 'An event for a webhook endpoint, with the attempts to send it.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the delivery, for example "delivery:1:12".',
      resolve: ({ endpointId, id }) => nodeId('delivery', endpointId, id),
    }),
    eventId: t.id({
      description: 'The ID of the event, for example "event:1001:3". The header `webhook-id` contains it.',
      resolve: ({ caseId, version }) => nodeId('event', caseId, version),
    }),
    status: t.expose('status', { type: StatusEnum, description: 'What became of the event.' }),
    attempts: t.expose('attempts', {
      type: [AttemptObject],
      description: 'The attempts, the first one first. At most the last 20.',
      extensions: { items: 5 },
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the event is tried again. Null if it does not wait.',
    }),
  }),
})

const progress = ({ id }: Endpoint, { services: { database } }: RequestContext) => database.load(waitingOf, id)

async function cursorOf(endpoint: Endpoint, context: RequestContext): Promise<string> {
  const [found, cursors] = await Promise.all([progress(endpoint, context), context.services.feedCursors.load()])
  return cursors.format(found?.end ?? feedStart)
}

export const EndpointObject = builder.objectRef<Endpoint>('WebhookEndpoint').implement({
  description: 'A receiver of events. It sees what its person sees at its touchpoint.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the endpoint, for example "endpoint:1".',
      resolve: ({ id }) => endpointId(id),
    }),
    url: t.exposeString('url', { description: 'Where the events are sent.' }),
    description: t.exposeString('description', { description: 'A note for people.' }),
    person: t.field({
      type: PersonObject,
      description: 'The person whose view the endpoint has. If the person is inactive or blocked, it gets no events.',
      resolve: ({ personId }) => personId,
    }),
    touchpoint: t.field(touchpointField('The touchpoint at which the person sees the events.')),
    filter: t.expose('filter', { type: 'JSON', description: 'The filter, as a `CaseEventFilter`.' }),
    state: t.field({
      type: StateEnum,
      description: 'Whether events are sent.',
      resolve: (endpoint, _args, { services }) => stateOf(services.database, endpoint),
    }),
    cursor: t.string({
      description: 'A cursor of the event feed. Everything before it was delivered or given up.',
      resolve: (endpoint, _args, context) => cursorOf(endpoint, context),
    }),
    waiting: t.int({
      description:
        'How many events wait, at most 10,000. New events count until the service has checked whether the endpoint gets them.',
      resolve: async (endpoint, _args, context) => (await progress(endpoint, context))?.waiting ?? 0,
    }),
    oldestWaitingAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time of the oldest event that waits. Null if none waits.',
      resolve: async (endpoint, _args, context) => (await progress(endpoint, context))?.oldestWaitingAt ?? null,
    }),
    secrets: t.field({
      type: [SecretObject],
      description: 'The valid secrets, the current one first.',
      extensions: { items: 2 },
      resolve: ({ id }, _args, { services }) => services.database.loadAll(secretsOfEndpoint, id),
    }),
    deliveries: t.connection(
      {
        type: DeliveryObject,
        description:
          'The events that failed at least once, kept for 30 days, and at least the latest 100 of the others. Newest first.',
        extensions: { cost: 10, isKey: idKeys.isKey },
        args: {
          status: t.arg({
            type: [StatusEnum],
            description: 'Returns only deliveries with one of these statuses. An empty list matches none.',
          }),
        },
        resolve: ({ id: endpointId }, { status = null, ...args }, { services }) =>
          resolveConnection<Delivery>(args, { ...idKeys, ...deliveryList(services.database, endpointId, status) }),
      },
      ...connectionTypes('WebhookDelivery', 'A delivery', 'deliveries'),
    ),
    version: t.exposeInt('version', {
      description: 'The version. It starts at 1 and increases with each change by an admin.',
    }),
  }),
})

rootBuilder.queryField('webhookEndpoints', (t) =>
  t.connection(
    {
      type: EndpointObject,
      nullable: true,
      description: 'The webhook endpoints, the oldest first. Login: admin.',
      extensions: { cost: 10, isKey: idKeys.isKey },
      async resolve(_root, args, context) {
        const { services } = await requireAdmin(context)
        return resolveConnection<Endpoint>(args, { ...idKeys, ...endpointList(services.database) })
      },
    },
    ...connectionTypes('WebhookEndpoint', 'An endpoint', 'endpoints'),
  ),
)

rootBuilder.queryField('webhookEndpoint', (t) =>
  t.field({
    type: EndpointObject,
    nullable: true,
    description: 'Returns a webhook endpoint, or null if there is none with the ID. Login: admin.',
    extensions: { cost: 10 },
    args: { id: t.arg.id({ required: true, description: 'The ID of the endpoint.' }) },
    async resolve(_root, { id }, context) {
      const { services } = await requireAdmin(context)
      return findEndpoint(services.database, id)
    },
  }),
)

nodeKinds['endpoint'] = { type: EndpointObject, load: forAdmins(findEndpoint) }
nodeKinds['delivery'] = { type: DeliveryObject, load: forAdmins(findDelivery) }
