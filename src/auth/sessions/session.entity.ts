import { defineEntity, p } from '@mikro-orm/core'
import { Touchpoint } from '../../catalogue/touchpoint.entity.ts'
import { Person } from '../../people/people.entity.ts'

export const sessionOrigins = ['COMMAND', 'ISSUER', 'SECRET', 'PASSKEY'] as const

export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    /** The token's SHA-256. The token itself is not stored. Random if a JWT of the issuer identifies the session. */
    tokenHash: p.blob().primary(),
    id: p.uuid().unique().defaultRaw('gen_random_uuid()'),
    touchpoint: () => p.manyToOne(Touchpoint).fieldName('touchpoint_code'),
    person: () => p.manyToOne(Person).index(),
    origin: p.enum(sessionOrigins).default('COMMAND'),
    /** The passkey that began it, which may have been removed. Null for other sessions. */
    passkeyId: p.uuid().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Written at most once a minute. */
    lastUsedAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable().index(),
    revokedAt: p.datetime().nullable(),
    /** How long the session may be unused. Null if it has no idle limit. */
    idleSeconds: p.integer().nullable(),
    idleExpiresAt: p.datetime().nullable(),
    /** Differs after each change by the session. Set only if there are replicas. */
    lastWrite: p.uuid().nullable(),
    /** With subject and sid, identifies the session of an issuer's tokens. Null for other sessions. */
    issuer: p.text().nullable(),
    subject: p.text().nullable(),
    /** The issuer's session. Empty if its tokens name none. */
    sid: p.text().nullable(),
    /** JWTs of the issuer are accepted for this session only if they were issued later. */
    issuedAfter: p.datetime().nullable(),
    /** When its latest token was issued, by the clock of the issuer. Null if no token of the issuer belongs to it. */
    issuedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'sessions_passkey_id_index',
      expression: 'create index sessions_passkey_id_index on sessions (passkey_id) where passkey_id is not null',
    },
    {
      name: 'sessions_issuer_key',
      expression:
        'create unique index sessions_issuer_key on sessions (issuer, subject, sid, touchpoint_code) ' +
        'where issuer is not null and revoked_at is null',
    },
  ],
})
