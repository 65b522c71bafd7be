import { defineEntity, p } from '@mikro-orm/core'
import { Touchpoint } from '../catalogue/touchpoint.entity.ts'
import { Person } from '../people/people.entity.ts'

export const auditActions = [
  'CONFIGURED',
  'SECRET_ISSUED',
  'SECRET_REVOKED',
  'SESSIONS_REVOKED',
  'PERSON_EXPORTED',
  'PERSON_ERASED',
] as const
export type AuditAction = (typeof auditActions)[number]

/** One value that an administrative change replaced. `path` is as in problems, for example ['fields', 'severity', 'kind']. */
export interface AuditedValue {
  path: string[]
  from: unknown
  to: unknown
}

/** A change of the configuration, a secret, sessions or a person, written in the transaction of the change. */
export const AuditEvent = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_events',
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    at: p.datetime().defaultRaw('now()'),
    /** Null: the command line. */
    actor: () => p.manyToOne(Person).nullable(),
    /** Null: the command line. */
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code').nullable(),
    action: p.enum(auditActions),
    /** What was changed, for example `status:Open` or `person:7`. */
    target: p.text(),
    changes: p.json<AuditedValue[]>(),
  },
  indexes: [{ properties: ['target', 'id'] }, { properties: ['action', 'id'] }],
})
