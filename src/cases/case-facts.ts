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

/** Who is calling, and the case with what the caller is to it; where there is no such case its columns are null. */
export type CaseFacts = Viewer & (CaseRow | { id: null })

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

const loadCaseFacts = statement<CaseFacts & { place: number }>(`
select ${caseFacts.columns}
from unnest($1::text[], $2::bigint[]) with ordinality as k (token_hash, case_id, place)
${caseFacts.sources.sessions}
${caseFacts.sources.cases}`)

export function queryCaseFacts(
  database: Queryable,
  keys: readonly CaseKey[],
): Promise<(CaseFacts & { place: number })[]> {
  return database.run(loadCaseFacts, [keys.map(({ tokenHash }) => tokenHash), keys.map(({ caseId }) => caseId)])
}

/** The case, if there is one and the viewer may modify it: whether one of the two fails is not told apart. */
export function modifiableCase<Facts extends CaseFacts>(
  facts: Facts,
  catalogue: Catalogue,
): (Facts & CaseRow) | undefined {
  return facts.id !== null && mayModifyCase(facts, facts, catalogue) ? (facts as Facts & CaseRow) : undefined
}

/** A case's number out of its text, or null where the text is none. */
export function parseCaseId(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN
  return Number.isSafeInteger(id) ? id : null
}
