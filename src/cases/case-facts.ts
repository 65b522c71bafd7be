import { isAuthorised, isMember } from '../auth/operator-relations.ts'
import { mayModifyCase } from '../auth/permission.rules.ts'
import { viewerColumns, viewerSelect } from '../auth/viewer.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { paddedArray } from '../database/padded-array.ts'
import { batched } from '../database/batched.ts'
import { columns, leftJoined, type RowOf } from '../database/columns.ts'
import { columnsOf, selectList } from '../database/entity-columns.ts'
import { type KeyColumns, unnestedKeys } from '../database/keys.ts'
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

/** The columns of the keys of every load of cases. */
const caseKeyColumns: KeyColumns = { token_hash: 'text', case_id: 'bigint', idempotency_key: 'text' }

/** The parts in which loads of a case differ: the columns of their keys, more columns, and the joins that they need. */
interface FactsQuery {
  keys?: KeyColumns
  select?: string
  joins?: string
}

/** The query of a load of cases, by the keys `k`. */
export const factsQuery = ({ keys = {}, select = '', joins = '' }: FactsQuery = {}) => `
select k.ordinal::int,
  ${viewerSelect},
  ${storedCaseSelect},
  ${isAuthorised('v.person_id', 'c.type_code')} as viewer_authorised,
  ${isMember('v.person_id', 'c.group_id')} as viewer_in_group,
  ${storedKeySelect}${select}
from ${unnestedKeys({ ...caseKeyColumns, ...keys })}
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')
left join cases c on c.id = k.case_id${joins}`

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

/** The parameters of `caseKeyColumns`. */
export function caseKeyParameters(keys: readonly CaseKey[]): unknown[] {
  const tokenHashes = keys.map(({ tokenHash }) => tokenHash)
  return [
    paddedArray(tokenHashes, null),
    keys.map(({ caseId }) => caseId),
    keys.map(({ idempotencyKey }) => idempotencyKey ?? null),
  ]
}

/** Loads a case. No row if the token does not belong to a valid session. */
export const caseFacts = batched(factsQuery(), caseFactsColumns, caseKeyParameters)

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
