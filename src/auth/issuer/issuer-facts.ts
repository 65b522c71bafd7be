import { batchedBy } from '../../database/statements/batched.ts'
import { columns, leftJoined, type RowOf } from '../../database/statements/columns.ts'
import { identityHash } from './erased-identities.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { IssuerSettings } from '../../settings/issuer-settings.ts'

const issuerColumns = columns({
  now: 'timestamptz',
  touchpoint: leftJoined({ registers: 'text[]' }),
  person: leftJoined({ personId: 'bigint', active: 'boolean', blocked: 'boolean' }),
  /**
   * When JWTs of the person, of the touchpoint or of this session were revoked last, or when the last of the revoked JWTs was
   * issued: the clock of the issuer may be ahead. Or when a person with this subject was erased.
   */
  revokedAt: 'timestamptz | null',
  addressErasedAt: 'timestamptz | null',
  /** The session that is not revoked. */
  live: leftJoined({
    tokenHash: 'text',
    ownerId: 'bigint',
    expiresAt: 'timestamptz | null',
    idleExpiresAt: 'timestamptz | null',
    issuedAfter: 'timestamptz | null',
    issuedAt: 'timestamptz | null',
  }),
})

export type IssuerFacts = RowOf<typeof issuerColumns>

/** Who a JWT says that the caller is, and the issuer that says so. */
export interface JwtIdentity {
  issuer: string
  subject: string
  /** The session at the issuer. Empty if the JWT names none. */
  sid: string
  touchpoint: string
  login: LoginKind
  personClaim: IssuerSettings['personClaim']
  /** Null if the issuer has not verified it, or if no person can have it. */
  email: string | null
  emailKey: string | null
  /** Null if no person can have it. */
  firstname: string | null
  /** In seconds since 1970, like the next one. */
  issuedAt: number
  expiresAt: number
}

const erasureOf = (hash: string) => `(select i.erased_at from erased_identities i where i.hash = ${hash})`

/** Loads what JWTs are decided on. Always returns a row. */
export const issuerFacts = batchedBy(
  {
    issuer: 'text',
    subject: 'text',
    sid: 'text',
    touchpoint: 'text',
    login: 'text',
    personClaim: 'text',
    emailKey: 'text | null',
  },
  (keys) => `
select k.ordinal::int, statement_timestamp() as now,
  t.registers,
  p.id as person_id, p.active, p.blocked,
  greatest(t.sessions_revoked_at, p.sessions_revoked_at, (
    select max(greatest(s.revoked_at, s.issued_at))
    from sessions s
    where s.person_id = p.id and s.issuer = k.issuer and s.subject = k.subject and s.sid = k.sid
      and s.touchpoint_code = k.touchpoint and s.revoked_at is not null
  ), ${erasureOf(identityHash('k.login', 'sub', 'k.subject'))}) as revoked_at,
  ${erasureOf(identityHash('k.login', 'email', 'k.email_key'))} as address_erased_at,
  encode(l.token_hash, 'hex') as token_hash, l.person_id as owner_id, l.expires_at, l.idle_expires_at, l.issued_after,
  l.issued_at
from ${keys}
left join touchpoints t on t.code = k.touchpoint
left join lateral (
  select * from persons where kind = k.login and subject = k.subject and k.person_claim = 'sub'
  union all
  select * from persons where kind = k.login and email_key = k.email_key and k.person_claim = 'email'
) p on true
left join sessions l on l.issuer = k.issuer and l.subject = k.subject and l.sid = k.sid
  and l.touchpoint_code = k.touchpoint and l.revoked_at is null
where k.issuer is not null`,
  issuerColumns,
)
