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
    /** A row of the feed. Everything up to it was delivered, given up or left out, or belongs to a case that is held. */
    position: p.bigint('number'),
    positionCaseId: p.bigint('number'),
    positionVersion: p.integer(),
    /** Positions after `position` that are done, too. */
    doneAhead: p.json<number[]>().defaultRaw("'[]'"),
    /** How many attempts have failed since the last success. */
    failures: p.integer().default(0),
    failingSince: p.datetime().nullable(),
    /** Increases whenever another process may send, or an admin has changed what is sent. Progress is written only with it. */
    leaseToken: p.bigint('number').defaultRaw('0'),
    /** The process that sends. */
    leasedBy: p.uuid().nullable(),
    leasedUntil: p.datetime().nullable(),
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

/** An event of which an attempt failed, or that was delivered recently. What waits holds its case. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    endpoint: () => p.manyToOne(WebhookEndpoint),
    caseId: p.bigint('number'),
    version: p.integer(),
    /** The place of the event in the feed, or an earlier one. */
    position: p.bigint('number'),
    status: p.enum(deliveryStatusNames),
    /** The last version of the case that waits for the event. Null unless later events of the case join this row. */
    throughVersion: p.integer().nullable(),
    attempts: p.json<WebhookAttempt[]>().defaultRaw("'[]'"),
    /** How many attempts have failed since the event was first tried, or was last retried by an admin. */
    failures: p.integer().default(0),
    nextAttemptAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable().index(),
  },
  indexes: [
    { properties: ['endpoint', 'id'] },
    {
      name: 'webhook_deliveries_waiting_index',
      expression:
        "create index webhook_deliveries_waiting_index on webhook_deliveries (endpoint_id) where status = 'WAITING'",
    },
  ],
})
