import type { CaseAccess } from '../auth/permission.rules.ts'
import { mayModifyCase } from '../auth/permission.rules.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { type Queryable, statement } from '../database/statement.ts'
import type { CaseData } from './case-data.rules.ts'

/** A case as its row has it. */
export interface CaseRow extends CaseAccess {
  id: number
  version: number
  status: string
  resolution: string
  case_data: CaseData
  group_id: number | null
  created_at: Date
  updated_at: Date
}

/** Who is calling, and the case with the caller's relation to it. */
export interface CaseFacts {
  viewer: Viewer
  /** Null if no such case exists. */
  case: CaseRow | null
}

/** Facts about a case that exists and that the viewer may modify. */
export type ModifiableFacts<Facts extends CaseFacts> = Facts & { case: CaseRow }

/** A row of `caseFacts.columns`. The case's columns are null if no such case exists. */
export type CaseFactsRow = { place: number } & Viewer & (CaseRow | { id: null })

/** Which case is asked for, and by whose token. */
export interface CaseKey {
  tokenHash: string
  caseId: number | null
}

/** The columns and the source of CaseFacts, for many keys at once: $1 has the tokens' hashes, $2 the cases' ids. */
export const caseFacts = {
  columns: `
  k.place::int,
  v.touchpoint_code, v.person_id, v.login, v.firstname, v.email, v.revision,
  c.id, c.version, c.type_code, c.category_code, c.status, c.resolution, c.case_data,
  c.party_id, c.assignee_id, c.group_id, c.created_at, c.updated_at,
  exists (
    select from operator_authorisations a where a.operator_id = v.person_id and a.type_code = c.type_code
  ) as viewer_authorised,
  exists (
    select from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = v.person_id and m.group_id = c.group_id
  ) as viewer_in_group`,
  sources: {
    sessions: "join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')",
    cases: 'left join cases c on c.id = k.case_id',
  },
}

/** Splits a row of `caseFacts.columns` into what it says about the caller and about the case. */
export function toCaseFacts(row: CaseFactsRow): CaseFacts & { place: number } {
  const { place, touchpoint_code, person_id, login, firstname, email, revision } = row
  return {
    place,
    viewer: { touchpoint_code, person_id, login, firstname, email, revision },
    case: row.id === null ? null : toCaseRow(row),
  }
}

function toCaseRow(row: CaseRow): CaseRow {
  const { id, version, type_code, category_code, status, resolution, case_data, created_at, updated_at } = row
  const { party_id, assignee_id, group_id, viewer_authorised, viewer_in_group } = row
  return {
    ...{ id, version, type_code, category_code, status, resolution, case_data, created_at, updated_at },
    ...{ party_id, assignee_id, group_id, viewer_authorised, viewer_in_group },
  }
}

const loadCaseFacts = statement<CaseFactsRow>(`
select ${caseFacts.columns}
from unnest($1::text[], $2::bigint[]) with ordinality as k (token_hash, case_id, place)
${caseFacts.sources.sessions}
${caseFacts.sources.cases}`)

export async function queryCaseFacts(
  database: Queryable,
  keys: readonly CaseKey[],
): Promise<(CaseFacts & { place: number })[]> {
  const parameters = [keys.map(({ tokenHash }) => tokenHash), keys.map(({ caseId }) => caseId)]
  return (await database.run(loadCaseFacts, parameters)).map(toCaseFacts)
}

/** Whether the case exists and the viewer may modify it. Callers cannot tell which of the two failed. */
export function isModifiable<Facts extends CaseFacts>(
  facts: Facts,
  catalogue: Catalogue,
): facts is ModifiableFacts<Facts> {
  return facts.case !== null && mayModifyCase(facts.viewer, facts.case, catalogue)
}

/** A case's number out of its text, or null where the text is none. */
export function parseCaseId(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN
  return Number.isSafeInteger(id) ? id : null
}
