import { isAuthorised, isMember } from '../../auth/operator-relations.ts'
import { viewerColumns, viewerSelect } from '../../auth/viewer.ts'
import { unnestedKeys } from '../../database/keys.ts'
import { paddedArray } from '../../database/padded-array.ts'
import { batched } from '../../database/batched.ts'
import { columns, type RowOf } from '../../database/columns.ts'
import { storedKeyColumn, storedKeySelect } from '../change/idempotency.ts'

const createColumns = columns({
  viewer: viewerColumns,
  /** The party that the request names. The columns are null if there is none. */
  party: { partyId: 'bigint | null', partyActive: 'boolean | null' },
  /** The active group that new cases of the type category are assigned to. The columns are null if there is none. */
  routing: { groupId: 'bigint | null', groupName: 'text | null', viewerInGroup: 'boolean' },
  /** Whether the viewer, or an active group of the viewer, is authorised for the type. */
  viewerAuthorised: 'boolean',
  storedKey: storedKeyColumn,
})

/** The viewer, and the party and the group of a new case. */
export type CreateFacts = RowOf<typeof createColumns>

/** Email and codes are null if they are not sent or cannot exist. */
export interface CreateKey {
  tokenHash: string
  idempotencyKey: string | null
  partyEmailKey: string | null
  typeCode: string | null
  categoryCode: string | null
}

const createKeyColumns = {
  token_hash: 'text',
  idempotency_key: 'text',
  email_key: 'text',
  type_code: 'text',
  category_code: 'text',
}

/** Loads what creations are decided on. No row if the token does not belong to a valid session. */
export const createFacts = batched(
  `
select k.ordinal::int, ${viewerSelect},
  p.id as party_id, p.active as party_active,
  routed.id as group_id, routed.name as group_name, ${isMember('v.person_id', 'routed.id')} as viewer_in_group,
  ${isAuthorised('v.person_id', 'k.type_code')} as viewer_authorised,
  ${storedKeySelect}
from ${unnestedKeys(createKeyColumns)}
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')
left join persons p on p.kind = 'PARTY' and p.email_key = k.email_key
left join case_type_categories tc on tc.type_code = k.type_code and tc.category_code = k.category_code
left join operator_groups routed on routed.id = tc.group_id and routed.active`,
  createColumns,
  (keys: readonly CreateKey[]) => [
    paddedArray(
      keys.map(({ tokenHash }) => tokenHash),
      null,
    ),
    keys.map(({ idempotencyKey }) => idempotencyKey),
    keys.map(({ partyEmailKey }) => partyEmailKey),
    keys.map(({ typeCode }) => typeCode),
    keys.map(({ categoryCode }) => categoryCode),
  ],
)
