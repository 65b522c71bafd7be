import { defineEntity, p } from '@mikro-orm/core'

/** A key with which a session sent a mutation, and what was answered. */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    tokenHash: p.blob().primary(),
    key: p.text().primary(),
    /** The SHA-256 of the operation and its input. */
    requestHash: p.blob(),
    /** JSON. Null if the operation succeeded. */
    problems: p.text().nullable(),
    /** JSON, in a form that the operation chooses. Null if it had problems. */
    answer: p.text().nullable(),
    createdAt: p.datetime().index(),
  },
})
