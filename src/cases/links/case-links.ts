import type { AuthenticatedContext } from '../../context.ts'
import { batchedBy } from '../../database/statements/batched.ts'
import { typed } from '../../database/statements/columns.ts'
import { canSeeInternal } from '../../viewer/viewer.ts'
import type { CaseLinkKind, ShownLink } from '../link-kinds.ts'
import type { CaseRow } from '../case-facts.ts'
import { storedLinksSelect } from './link-facts.ts'
import { inOrder, shownLinks, type StoredLinks } from './stored-links.rules.ts'

type PastLinks = readonly { otherId: string; kind: CaseLinkKind | null; at: string }[]

// The links of an earlier version are the current ones with later changes undone. For each other case, the first later change has its former kind.
const linksOfCases = batchedBy(
  { caseId: 'bigint', version: 'int' },
  (keys) => `
select k.ordinal::int,
  ${storedLinksSelect} as stored,
  case when c.version > k.version then (
    select coalesce(json_agg(json_build_object('otherId', l.other_id, 'kind', l.kind, 'at', l.at)), '[]')
    from (
      select distinct on (change -> 'path' ->> 1) change -> 'path' ->> 1 as other_id, change ->> 'from' as kind, coalesce((
          select max(b.at) from case_events b
          where b.case_id = k.case_id and b.version <= k.version
            and b.changes @> json_build_array(json_build_object('path', change -> 'path', 'to', change -> 'from'))::jsonb
        ), c.created_at) as at
      from case_events e, jsonb_array_elements(e.changes) change
      where e.case_id = k.case_id and e.version > k.version and change -> 'path' ->> 0 = 'links'
      order by change -> 'path' ->> 1, e.version
    ) l
  ) end as past
from ${keys}
join cases c on c.id = k.case_id`,
  { stored: typed<StoredLinks>('json'), past: typed<PastLinks | null>('json | null') },
)

/** The links of the case at the version of the row, oldest first. Empty unless the caller is an operator. */
export async function linksOf({ viewer, services }: AuthenticatedContext, row: CaseRow): Promise<readonly ShownLink[]> {
  if (!canSeeInternal(viewer)) return []
  if (row.links) return row.links
  const loaded = await services.database.load(linksOfCases, { caseId: row.id, version: row.version })
  if (!loaded) return []
  const links = new Map(shownLinks(loaded.stored).map((link) => [link.otherId, link]))
  for (const { otherId: id, kind, at } of loaded.past ?? []) {
    const otherId = Number(id)
    if (kind === null) links.delete(otherId)
    else links.set(otherId, { otherId, kind, createdAt: new Date(at) })
  }
  return inOrder(links)
}
