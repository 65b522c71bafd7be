import type { AuthenticatedContext } from '../../context.ts'
import { batchedBy } from '../../database/statements/batched.ts'
import { typed } from '../../database/statements/columns.ts'
import { canSeeInternal } from '../../viewer/viewer.ts'
import type { CaseLinkKind, ShownLink } from '../link-kinds.ts'
import type { CaseRow } from '../case-facts.ts'
import { storedLinksSelect } from './link-facts.ts'
import { shownLinks, type StoredLinks } from './stored-links.rules.ts'

type PastLinks = readonly { otherId: string; kind: CaseLinkKind; at: string }[]

// The history says what the links of an earlier version were: of each other case, the latest change counts.
const linksOfCases = batchedBy(
  { caseId: 'bigint', version: 'int' },
  (keys) => `
select k.ordinal::int,
  case when c.version = k.version then ${storedLinksSelect} end as stored,
  case when c.version > k.version then (
    select coalesce(json_agg(json_build_object('otherId', l.other_id, 'kind', l.kind, 'at', l.at)), '[]')
    from (
      select distinct on (change -> 'path' ->> 1) change -> 'path' ->> 1 as other_id, change ->> 'to' as kind, e.at
      from case_events e, jsonb_array_elements(e.changes) change
      where e.case_id = k.case_id and e.version <= k.version and change -> 'path' ->> 0 = 'links'
      order by change -> 'path' ->> 1, e.version desc
    ) l
    where l.kind is not null
  ) end as past
from ${keys}
join cases c on c.id = k.case_id`,
  { stored: typed<StoredLinks | null>('json | null'), past: typed<PastLinks | null>('json | null') },
)

/** The links of the case as the row shows it, the oldest first. Empty for other callers than operators. */
export async function linksOf({ viewer, services }: AuthenticatedContext, row: CaseRow): Promise<readonly ShownLink[]> {
  if (!canSeeInternal(viewer)) return []
  if (row.links) return row.links
  const loaded = await services.database.load(linksOfCases, { caseId: row.id, version: row.version })
  if (loaded?.stored) return shownLinks(loaded.stored)
  return (loaded?.past ?? [])
    .map(({ otherId, kind, at }) => ({ otherId: Number(otherId), kind, createdAt: new Date(at) }))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.otherId - b.otherId)
}
