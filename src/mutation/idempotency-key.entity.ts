import { defineEntity, p } from '@mikro-orm/core'

/** A key with which a session sent a mutation, and the outcome: the case at a version, or problems. */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    tokenHash: p.blob().primary(),
    key: p.text().primary(),
    /** The SHA-256 of the operation and its input. */
    requestHash: p.blob(),
    caseId: p.bigint('number').nullable(),
    version: p.integer().nullable(),
    /** What the answer said, because it cannot be told from a later version of the case. */
    customerWaitingSince: p.datetime().nullable(),
    /** Whether the caller could see the case when the first answer was given. */
    visible: p.boolean().default(true),
    /** JSON. */
    problems: p.text().nullable(),
    /** JSON. What an operation returned that changes no case. */
    answer: p.text().nullable(),
    createdAt: p.datetime().index(),
  },
})
