import { caseEventKinds } from '../../src/cases/event-kinds.ts'
import { eventType } from '../../src/feed/event.rest.ts'
import { pascal } from '../../src/rest/route.ts'
import type { JsonSchema, Schemas } from './schemas.ts'

/** What receivers of webhooks get, if the document describes the feed, whose events they are. */
export function describeWebhooks(schemas: Schemas): object {
  const followed = schemas.defined['FollowedEvent']
  if (!followed) return {}
  const { cursor: _cursor, ...properties } = followed['properties'] as Record<string, JsonSchema>
  const data = schemas.define('DeliveredEvent', { ...followed, required: Object.keys(properties), properties })
  return {
    caseEvent: webhook('caseEvent', 'A case was changed', {
      schemas,
      description:
        'The change of a case. It is sent at least once, and the changes of a case in their order. Respond within 15 seconds.',
      types: caseEventKinds.map((kind) => eventType({ kind })),
      data,
    }),
    webhookTest: webhook('webhookTest', 'An admin tests the endpoint', {
      schemas,
      description: 'Sent once, when an admin tests the endpoint.',
      types: ['webhook.test'],
      data: schemas.define('WebhookTest', {
        type: 'object',
        description: 'A test.',
        required: ['endpoint'],
        properties: { endpoint: { type: 'string', description: 'The ID of the endpoint.' } },
      }),
    }),
  }
}

interface Message {
  schemas: Schemas
  description: string
  types: readonly string[]
  data: JsonSchema
}

function webhook(operationId: string, summary: string, { schemas, description, types, data }: Message): object {
  const body = schemas.define(`${pascal(operationId)}Message`, {
    type: 'object',
    description: 'The body of a webhook.',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { type: 'string', enum: types, description: 'The type of the event.' },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data,
    },
  })
  const post = {
    operationId,
    summary,
    description,
    tags: ['Webhooks'],
    // The signature is what proves the sender.
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: {
      '2XX': { description: 'The event was accepted.' },
      410: { description: 'No further events are wanted. The endpoint is disabled.' },
      default: { description: 'The event was not accepted. It is sent again later.' },
    },
  }
  return { post }
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const headers = [
  header('webhook-id', 'The ID of the event. It is equal for every attempt.'),
  header('webhook-timestamp', 'When the attempt began, in seconds since 1970.'),
  header(
    'webhook-signature',
    'Signatures as in Standard Webhooks 1.0.0, separated by spaces: `v1,` and the HMAC-SHA256 of ID, timestamp and body, ' +
      'separated by full stops, in base64. One for each valid secret.',
  ),
]
