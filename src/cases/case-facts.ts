import { isAuthorised, isMember } from '../auth/operator-relations.ts'
import { mayModifyCase } from '../auth/permission.rules.ts'
import { viewerColumns, viewerSelect } from '../auth/viewer.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { paddedArray } from '../database/padded-array.ts'
import { batched } from '../database/batched.ts'
import { columns, leftJoined, type RowOf } from '../database/columns.ts'
import { columnsOf, selectList } from '../database/entity-columns.ts'
import { Case } from './case.entity.ts'
import { storedKeyColumn, storedKeySelect } from './change/idempotency.ts'

/** The columns of a case itself. */
export const storedCaseColumns = columnsOf(Case)

/** The same in SQL, from `cases c`. */
export const storedCaseSelect = selectList('c', storedCaseColumns)

export const caseColumns = columns({
  ...storedCaseColumns,
  viewerAuthorised: 'boolean',
  viewerInGroup: 'boolean',
})

/** The names of the persons and of the group of a case. */
export const nameColumns = columns({
  partyFirstname: 'text | null',
  partyEmail: 'text | null',
  assigneeFirstname: 'text | null',
  assigneeEmail: 'text | null',
  groupName: 'text | null',
})

/** A case, and how the viewer is related to it. */
export type LoadedCase = RowOf<typeof caseColumns>

/** A case as it was loaded, as it is after a change, or as it was earlier. */
export type CaseRow = Omit<LoadedCase, 'viewerAuthorised' | 'viewerInGroup'> &
  Partial<RowOf<typeof nameColumns>> & {
    /** Null if a change of the case made it unknown, like `viewerInGroup`. */
    viewerAuthorised: boolean | null
    viewerInGroup: boolean | null
    /** The version up to which comments are edited and removed, if it is not the version of this row. */
    editsUntil?: number
  }

/** The columns that all loads of a case share. */
export const caseFactsColumns = columns({
  viewer: viewerColumns,
  case: leftJoined(caseColumns),
  storedKey: storedKeyColumn,
})

/** The parts in which loads of a case differ. */
interface FactsQuery {
  /** The columns of the keys after those of every case key, with the types of their parameters from $4 on. */
  keys?: Record<string, string>
  /** More tables of cases, in the form `name as materialized (…), `. */
  tables?: string
  /** More columns, and the joins that they need. */
  select?: string
  joins?: string
}

/**
 * The query of a load of cases. A distributed database reads `c` from the servers that have the cases, and everything else
 * where the other tables are: it would read these as a whole if the facts were not a separate query.
 */
export function factsQuery({ keys = {}, tables = '', select = '', joins = '' }: FactsQuery): string {
  const columnsOfKeys = { token_hash: 'text', case_id: 'bigint', idempotency_key: 'text', ...keys }
  const parameters = Object.values(columnsOfKeys).map((type, index) => `$${index + 1}::${type}[]`)
  return `
with c as materialized (
  select * from cases where id = any($2::bigint[])
), ${tables}facts as materialized (
  select k.ordinal::int,
    ${viewerSelect},
    ${storedCaseSelect},
    ${isAuthorised('v.person_id', 'c.type_code')} as viewer_authorised,
    ${isMember('v.person_id', 'c.group_id')} as viewer_in_group,
    ${storedKeySelect}${select}
  from unnest(${parameters.join(', ')})
    with ordinality as k (${Object.keys(columnsOfKeys).join(', ')}, ordinal)
  join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')
  left join c on c.id = k.case_id${joins}
)
select * from facts`
}

/** The viewer and the case. The case is null if it does not exist. */
export type CaseFacts = RowOf<typeof caseFactsColumns>

type Access = Pick<CaseFacts, 'viewer' | 'case'>

/** Facts about a case that exists and that the viewer may modify. */
export type ModifiableFacts<Facts extends Access = Access> = Facts & { case: LoadedCase }

/** The case to load, the token of the caller, and the idempotency key of the request if it has one. */
export interface CaseKey {
  tokenHash: string
  caseId: number | null
  idempotencyKey?: string | null
}

/** The parameters $1 to $3 of a load of cases. */
export function caseKeyParameters(keys: readonly CaseKey[]): unknown[] {
  const ids = keys.map(({ caseId }) => caseId)
  return [
    keys.map(({ tokenHash }) => tokenHash),
    paddedArray(ids, ids[0]),
    keys.map(({ idempotencyKey }) => idempotencyKey ?? null),
  ]
}

/** Loads a case. No row if the token does not belong to a valid session. */
export const caseFacts = batched(factsQuery({}), caseFactsColumns, caseKeyParameters)

/** Whether the case exists and the viewer may modify it. Callers must not learn which of the two failed. */
export function isModifiable<Facts extends Access>(
  facts: Facts,
  catalogue: Catalogue,
): facts is ModifiableFacts<Facts> {
  return facts.case !== null && mayModifyCase(facts.viewer, facts.case, catalogue)
}

/** Parses a case ID. Returns null if the text is not valid. */
export function parseCaseId(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN
  return Number.isSafeInteger(id) ? id : null
}
