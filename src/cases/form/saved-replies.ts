import { catalogueOf } from '../../catalogue/catalogue-of.ts'
import { type Catalogue, typeCategoryKey } from '../../catalogue/catalogue.ts'
import type { AuthenticatedContext } from '../../context.ts'
import { batchedBy, type Loader } from '../../database/statements/batched.ts'
import { canSeeInternal } from '../../viewer/viewer.ts'
import { permissionsOf } from '../access/case-permissions.ts'
import type { CaseRow } from '../case-facts.ts'
import { fillPlaceholders } from '../values/placeholders.rules.ts'

export interface SavedReply {
  /** Null for the default answer of the type category. */
  code: string | null
  label: string
  text: string
}

/** The replies that are offered for a case, filled for the case and the caller. Empty unless an operator may comment on it. */
export async function savedReplies(context: AuthenticatedContext, row: CaseRow): Promise<SavedReply[]> {
  const { viewer, services } = context
  if (!canSeeInternal(viewer)) return []
  const { comment } = await permissionsOf(context, row)
  if (!comment.allowed) return []
  const replies = repliesFor(row, await catalogueOf(context))
  if (replies.length === 0) return []
  const values = {
    'customer.firstname': await customerFirstname(services.database, row),
    'case.id': `${row.id}`,
    'case.subject': row.subject ?? '',
    'operator.firstname': viewer.firstname,
  }
  return replies.map(({ code, label, text }) => ({ code, label, text: fillPlaceholders(text, values) }))
}

/** The default answer first, then by label and code. */
function repliesFor(row: CaseRow, { replies, typeCategories }: Catalogue): SavedReply[] {
  const key = typeCategoryKey(row)
  const text = typeCategories.get(key)?.defaultAnswer ?? ''
  const offered = [...replies.values()].filter(
    ({ active, typeCategories: of }) =>
      active && (of.length === 0 || of.some((codes) => typeCategoryKey(codes) === key)),
  )
  return [...(text.trim() === '' ? [] : [{ code: null, label: 'Default answer', text }]), ...offered]
}

const firstnames = batchedBy(
  { id: 'bigint' },
  (keys) => `select k.ordinal::int, p.firstname from ${keys} join persons p on p.id = k.id`,
  { firstname: 'text' },
)

/** The name is loaded if the row has none, as after a change. */
async function customerFirstname(db: Loader, { partyId, partyFirstname }: CaseRow): Promise<string> {
  if (partyId === null) return ''
  return partyFirstname ?? (await db.load(firstnames, { id: partyId }))?.firstname ?? ''
}
