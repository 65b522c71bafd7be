import type { AuthenticatedContext } from '../../context.ts'
import { batchedBy } from '../../database/statements/batched.ts'
import { columns } from '../../database/statements/columns.ts'
import {
  type CaseRow,
  joinedNames,
  nameColumns,
  nameSelect,
  storedCaseColumns,
  storedCaseSelect,
} from '../case-facts.ts'
import { maySee } from './case-permissions.ts'

/** Cases with their names. How a viewer is related to them is unknown. */
export const casesById = batchedBy(
  { caseId: 'bigint' },
  (keys) => `
select k.ordinal::int, ${storedCaseSelect}, ${nameSelect}
from ${keys}
join cases c on c.id = k.case_id${joinedNames}`,
  columns({ ...storedCaseColumns, ...nameColumns }),
)

/** The case as it is now, for a caller who has been identified. Null if it does not exist, or if the caller may not see it. */
export async function visibleCase(context: AuthenticatedContext, caseId: number): Promise<CaseRow | null> {
  const found = await context.services.database.load(casesById, { caseId })
  if (!found) return null
  const row = { ...found, viewerAuthorised: null, viewerInGroup: null }
  return (await maySee(context, row)) ? row : null
}
