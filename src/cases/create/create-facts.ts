import { isAuthorised, isMember } from '../../auth/operator-relations.ts'
import type { KeyOfBatched, RowOfBatched } from '../../database/statements/batched.ts'
import { type FreeAttachments, loadingAttachments, withAttachments } from '../change/attachment-facts.ts'
import { mutationFacts } from '../../mutation/mutation-facts.ts'

const query = {
  keys: { partyEmailKey: 'text | null', typeCode: 'text | null', categoryCode: 'text | null' },
  columns: {
    /** The party that the request names. The columns are null if there is none. */
    party: { partyId: 'bigint | null', partyActive: 'boolean | null' },
    /** The active group that new cases of the type category are assigned to. The columns are null if there is none. */
    routing: { groupId: 'bigint | null', groupName: 'text | null', viewerInGroup: 'boolean' },
    /** Whether the viewer, or an active group of the viewer, is authorised for the type. */
    viewerAuthorised: 'boolean',
  },
  select: `p.id as party_id, p.active as party_active,
  routed.id as group_id, routed.name as group_name, ${isMember('v.person_id', 'routed.id')} as viewer_in_group,
  ${isAuthorised('v.person_id', 'k.type_code')} as viewer_authorised`,
  joins: `left join persons p on p.kind = 'PARTY' and p.email_key = k.party_email_key
left join case_type_categories tc on tc.type_code = k.type_code and tc.category_code = k.category_code
left join operator_groups routed on routed.id = tc.group_id and routed.active`,
} as const

/** What creations are decided on. Email and codes are null if they are not sent or cannot exist. */
const createFacts = mutationFacts(query)

export type CreateFacts = RowOfBatched<typeof createFacts> & FreeAttachments
type CreateKey = KeyOfBatched<typeof createFacts>

export const loadCreateFacts = loadingAttachments<CreateKey, CreateFacts>(
  createFacts,
  mutationFacts(withAttachments(query)),
)
