import { defineEntity, p } from '@mikro-orm/core'
import { Touchpoint } from '../catalogue/touchpoint.entity.ts'
import { Person } from '../people/people.entity.ts'
import { auditActionNames } from './audit-actions.ts'

/** A value that was replaced. `path` is as in problems, for example ['fields', 'severity', 'kind']. */
export interface AuditedValue {
  path: string[]
  from: unknown
  to: unknown
}

/** A record of an administrative action, written in the transaction of the action. */
export const AuditEvent = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_events',
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    at: p.datetime().defaultRaw('now()'),
    /** Null for the command line and imports. */
    actor: () => p.manyToOne(Person).nullable(),
    /** Null for the command line and imports. */
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code').nullable(),
    action: p.enum(auditActionNames),
    /** The target of the action, for example `status:Open`. An ID, such as `person:7`, if it has one. */
    target: p.text(),
    changes: p.json<AuditedValue[]>(),
  },
  indexes: [
    { properties: ['target', 'id'] },
    { properties: ['action', 'id'] },
    { properties: ['actor', 'id'] },
    { properties: ['at'] },
  ],
})
