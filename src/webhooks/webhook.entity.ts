import { defineEntity, p } from '@mikro-orm/core'
import { Touchpoint } from '../catalogue/touchpoint.entity.ts'
import { Person } from '../people/people.entity.ts'
import { deliveryStatusNames, endpointStateNames, type WebhookAttempt } from './webhook-kinds.ts'

/** A receiver of events. */
export const WebhookEndpoint = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    url: p.text(),
    description: p.text(),
    /** The endpoint sees what this person sees. */
    person: () => p.manyToOne(Person),
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code'),
    /** A CaseEventFilter. */
    filter: p.json<object>(),
    state: p.enum(endpointStateNames),
    /** Increases with each change by an admin. */
    version: p.integer().default(1),
    createdAt: p.datetime().defaultRaw('now()'),
    /** A row of the feed. The events up to it have deliveries, unless the endpoint does not get them. */
    position: p.bigint('number'),
    positionCaseId: p.bigint('number'),
    positionVersion: p.integer(),
    /** How many attempts have failed since the last success. */
    failures: p.integer().default(0),
    failingSince: p.datetime().nullable(),
    /** The process that sends, and until when no other one may. */
    claimedBy: p.uuid().nullable(),
    claimedUntil: p.datetime().nullable(),
  },
})

/** A key that signs. At most one of an endpoint does not expire. */
export const WebhookSecret = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secrets',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    endpoint: () => p.manyToOne(WebhookEndpoint).index(),
    /** The key itself, because a signature needs it. */
    key: p.blob(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
  },
})

/** An event for an endpoint. Of a case, the waiting events are sent in the order of their versions. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    endpoint: () => p.manyToOne(WebhookEndpoint),
    caseId: p.bigint('number'),
    version: p.integer(),
    /** The place of the event in the feed. */
    position: p.bigint('number'),
    status: p.enum(deliveryStatusNames),
    attempts: p.json<WebhookAttempt[]>().defaultRaw("'[]'"),
    /** How many attempts have failed since the event was first tried, or was last retried by an admin. */
    failures: p.integer().default(0),
    /** Null while an earlier event of the case waits, and when the event does not wait any more. */
    nextAttemptAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable().index(),
  },
  indexes: [
    { properties: ['endpoint', 'id'] },
    waitingIndex('due', 'endpoint_id, next_attempt_at'),
    waitingIndex('case', 'endpoint_id, case_id, version'),
    waitingIndex('failed', 'endpoint_id', 'and failures > 0'),
  ],
})

function waitingIndex(name: string, columns: string, condition = '') {
  const index = `webhook_deliveries_${name}_index`
  const where = `(status = 'WAITING'${condition && ` ${condition}`})`
  return { name: index, expression: `create index ${index} on webhook_deliveries (${columns}) where ${where}` }
}
