import { removal } from '../../database/expired-rows.ts'
import { statement } from '../../database/statements/statement.ts'

/** The hash in SQL. Null if the value is. Without the issuer: a person's `subject` has none. */
export const identityHash = (login: string, claim: 'sub' | 'email', value: string) =>
  `sha256(convert_to(${login} || ' ${claim} ' || ${value}, 'UTF8'))`

/** $1: the ID of the person, $2: the login kind, $3: the subject, $4: the key of the address. The sessions still have their subjects. */
export const keepIdentities = statement(`
insert into erased_identities (hash, erased_at)
select identity.hash, greatest(statement_timestamp(), (select max(issued_at) from sessions where person_id = $1::bigint))
from (
  select ${identityHash('$2::text', 'sub', 's.subject')} as hash from sessions s where s.person_id = $1::bigint
  union
  select ${identityHash('$2::text', 'sub', '$3::text')}
  union
  select ${identityHash('$2::text', 'email', '$4::text')}
) identity
where identity.hash is not null
on conflict (hash) do update set erased_at = excluded.erased_at`)

/** Removes expired rows. A JWT is valid for at most 24 hours after it was issued, plus 30 seconds of clock skew. */
export const expiredIdentities = removal(
  'erased_identities',
  `erased_at < statement_timestamp() - interval '25 hours'`,
  'erased_at',
)
