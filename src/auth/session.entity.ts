import { defineEntity, p } from '@mikro-orm/core'
import { Touchpoint } from '../catalogue/touchpoint.entity.ts'
import { Person } from '../people/people.entity.ts'

export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    /** The token's SHA-256. The token itself is not stored. */
    tokenHash: p.blob().primary(),
    /** Identifies the session in commands. */
    id: p.uuid().unique().defaultRaw('gen_random_uuid()'),
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code'),
    person: () => p.manyToOne(Person),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    /** Differs after each change by the session. Set only if there are replicas. */
    lastWrite: p.uuid().nullable(),
  },
})
