import { defineEntity, p } from '@mikro-orm/core'

/** An event that has no position in the feed yet. It is written by the transaction that writes the event. */
export const CaseOutboxEntry = defineEntity({
  name: 'CaseOutboxEntry',
  tableName: 'case_outbox',
  properties: {
    /** The transaction that wrote it. */
    transaction: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()').primary(),
    caseId: p.bigint('number').primary(),
    version: p.integer().primary(),
  },
})

/**
 * The events in the order of their commits. Positions have no gaps. An event has no foreign key, because its case may be archived
 * earlier than it leaves the feed.
 */
export const CaseFeedEntry = defineEntity({
  name: 'CaseFeedEntry',
  tableName: 'case_feed',
  properties: {
    position: p.bigint('number').primary().autoincrement(false),
    caseId: p.bigint('number'),
    version: p.integer(),
    relayedAt: p.datetime(),
    /** On the last row of a run of the relay: what the run saw of other transactions. */
    snapshot: p.string().columnType('pg_snapshot').nullable(),
  },
  indexes: [{ properties: ['caseId', 'position'] }],
})
