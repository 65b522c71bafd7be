import { batchedBy } from '../../database/statements/batched.ts'
import { leftJoined, type RowOf } from '../../database/statements/columns.ts'
import { columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import { Person } from '../../people/people.entity.ts'

const personColumns = columnsOf(Person, 'id', 'firstname', 'email', 'active', 'blocked')

const factColumns = {
  touchpointCode: 'text',
  isLoginAllowed: 'boolean',
  registers: 'boolean',
  /** The catalogue's revision in the same snapshot. */
  revision: 'uuid',
  person: leftJoined(personColumns),
} as const

export type CreateSessionFacts = RowOf<typeof factColumns>

/** The email key is null if no person can have the address. */
export const createSessionFacts = batchedBy(
  { secretHash: 'text', login: 'text', emailKey: 'text | null' },
  (keys) => `
select k.ordinal::int, t.code as touchpoint_code, k.login = any(t.logins) as is_login_allowed,
  k.login = any(t.registers) as registers, r.revision,
  ${selectList('p', personColumns)}
from ${keys}
join touchpoint_secrets s on s.secret_hash = decode(k.secret_hash, 'hex') and s.revoked_at is null
join touchpoints t on t.code = s.touchpoint_code
cross join catalogue_revision r
left join persons p on p.kind = k.login and p.email_key = k.email_key`,
  factColumns,
)
