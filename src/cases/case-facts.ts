import { isAuthorised, isMember } from '../auth/operator-relations.ts'
import { mayModifyCase } from '../auth/permission.rules.ts'
import { viewerColumns, viewerSelect } from '../auth/viewer.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { paddedArray } from '../database/padded-array.ts'
import type { Numbered } from '../database/batch-loader.ts'
import { columns, leftJoined, type RowOf } from '../database/columns.ts'
import { columnsOf, selectList } from '../database/entity-columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { Case } from './case.entity.ts'

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

/** How the viewer is related to a case. Null if a change of the case makes it unknown. */
type Relation = { [Name in 'viewerAuthorised' | 'viewerInGroup']: boolean | null }

/** A case as it was loaded, as it is after a change, or as it was earlier. */
export type CaseRow = Omit<LoadedCase, keyof Relation> &
  Relation &
  Partial<RowOf<typeof nameColumns>> & {
    /** The version up to which comments are edited and removed, if it is not the version of this row. */
    editsUntil?: number
  }

/** The columns that all loads of a case share. */
export const caseFactsColumns = columns({ ordinal: 'int', viewer: viewerColumns, case: leftJoined(caseColumns) })

/** The parts in which loads of a case differ. */
interface FactsQuery {
  /** The keys `k` with the names of their columns. The first two are the token hashes ($1) and the case IDs ($2). */
  keys: string
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
export function factsQuery({ keys, tables = '', select = '', joins = '' }: FactsQuery): string {
  return `
with c as materialized (
  select * from cases where id = any($2::bigint[])
), ${tables}facts as materialized (
  select k.ordinal::int,
    ${viewerSelect},
    ${storedCaseSelect},
    ${isAuthorised('v.person_id', 'c.type_code')} as viewer_authorised,
    ${isMember('v.person_id', 'c.group_id')} as viewer_in_group${select}
  from ${keys}
  join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')
  left join c on c.id = k.case_id${joins}
)
select * from facts`
}

/** The viewer and the case. The case is null if it does not exist. */
export type CaseFacts = Omit<RowOf<typeof caseFactsColumns>, 'ordinal'>

/** Facts about a case that exists and that the viewer may modify. */
export type ModifiableFacts<Facts extends CaseFacts = CaseFacts> = Facts & { case: LoadedCase }

/** The case to load, and the token of the caller. */
export interface CaseKey {
  tokenHash: string
  caseId: number | null
}

/** The parameters $1 and $2 of a load of cases. */
export function caseKeyParameters(keys: readonly CaseKey[]): unknown[] {
  const ids = keys.map(({ caseId }) => caseId)
  return [keys.map(({ tokenHash }) => tokenHash), paddedArray(ids, ids[0])]
}

const factsByKey = statement(
  factsQuery({ keys: 'unnest($1::text[], $2::bigint[]) with ordinality as k (token_hash, case_id, ordinal)' }),
  caseFactsColumns,
)

export function queryCaseFacts(database: Queryable, keys: readonly CaseKey[]): Promise<Numbered<CaseFacts>[]> {
  return database.run(factsByKey, caseKeyParameters(keys))
}

/** Whether the case exists and the viewer may modify it. Callers must not learn which of the two failed. */
export function isModifiable<Facts extends CaseFacts>(
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
