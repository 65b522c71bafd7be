import { isAuthorised } from '../../auth/operator-relations.ts'
import { viewerColumns, viewerSelect } from '../../auth/viewer.ts'
import { paddedArray } from '../../database/padded-array.ts'
import { BatchLoader, type Numbered } from '../../database/batch-loader.ts'
import { columns, type RowOf } from '../../database/columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'

const createColumns = columns({
  ordinal: 'int',
  viewer: viewerColumns,
  /** The party that the request names. The columns are null if there is none. */
  party: { partyId: 'bigint | null', partyActive: 'boolean | null' },
  /** Whether the viewer, or an active group of the viewer, is authorised for the type. */
  viewerAuthorised: 'boolean',
})

/** The viewer, and the party of a new case. */
export type CreateFacts = Omit<RowOf<typeof createColumns>, 'ordinal'>

/** Email and type are null if they are not sent or cannot exist. */
export interface CreateKey {
  tokenHash: string
  partyEmailKey: string | null
  typeCode: string | null
}

const createFactsByKey = statement(
  `
select k.ordinal::int, ${viewerSelect},
  p.id as party_id, p.active as party_active,
  ${isAuthorised('v.person_id', 'k.type_code')} as viewer_authorised
from unnest($1::text[], $2::text[], $3::text[]) with ordinality as k (token_hash, email_key, type_code, ordinal)
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')
left join persons p on p.kind = 'PARTY' and p.email_key = k.email_key`,
  createColumns,
)

function queryCreateFacts(database: Queryable, keys: readonly CreateKey[]): Promise<Numbered<CreateFacts>[]> {
  const tokens = keys.map(({ tokenHash }) => tokenHash)
  return database.run(createFactsByKey, [
    paddedArray(tokens, null),
    keys.map(({ partyEmailKey }) => partyEmailKey),
    keys.map(({ typeCode }) => typeCode),
  ])
}

/** Loads what creations are decided on. Undefined if the token does not belong to a valid session. */
export class CreateFactsLoader extends BatchLoader<CreateKey, CreateFacts> {
  constructor(database: Queryable) {
    super((keys) => queryCreateFacts(database, keys))
  }
}
