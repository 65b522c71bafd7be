import type { KeyOfBatched, Loader, RowOfBatched } from '../../database/statements/batched.ts'
import { typed } from '../../database/statements/columns.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { type CaseKey, factsOfCase, isModifiable, type LoadedCase } from '../case-facts.ts'
import { maximumAncestors, type StoredLinks } from './stored-links.rules.ts'

/** The StoredLinks of a case `c`, in SQL. */
export const storedLinksSelect = `json_build_object(
    'links', (
      select coalesce(json_agg(json_build_object('otherId', l.other_id, 'kind', l.kind, 'createdAt', l.created_at)), '[]')
      from case_links l where l.case_id = c.id
    ),
    'merge', (
      select json_build_object('mergedIntoId', c.merged_into_id, 'directId', m.direct_id, 'mergedAt', m.merged_at)
      from case_merges m where m.case_id = c.id and c.merged_into_id is not null
    ),
    'duplicates', (
      select coalesce(json_agg(json_build_object('otherId', d.id, 'mergedAt', m.merged_at)), '[]')
      from cases d join case_merges m on m.case_id = d.id
      where d.merged_into_id = c.id
    ))`

// Skips the link between the two cases, because the change replaces it. Only the row of the named case has ancestors.
const ancestorsSelect = `(
    with recursive above as (
      select l.other_id as id, 1 as depth
      from case_links l
      where c.id = k.case_id and l.case_id = k.parent_id and l.kind = 'PARENT' and l.other_id not in (k.case_id, k.other_id)
      union all
      select l.other_id, above.depth + 1
      from above join case_links l on l.case_id = above.id and l.kind = 'PARENT'
      where above.depth <= ${maximumAncestors}
    )
    select coalesce(json_agg(json_build_object('id', a.id, 'version', a.version)), '[]')
    from above join cases a on a.id = above.id
  ) as ancestors`

/**
 * One row for each involved case: the named case, the other one (without an `otherId`, the case that the named one was merged into), and all
 * cases that were merged into the named one. The row of the named case has the ancestors of the case that would become a parent. After an
 * import, a case may have been merged into the named one through a case that does not exist.
 */
const linkFacts = factsOfCase({
  keys: { otherId: 'bigint | null', parentId: 'bigint | null' },
  columns: {
    stored: typed<StoredLinks>('json'),
    ancestors: typed<{ id: number; version: number }[]>('json'),
  },
  select: `, ${storedLinksSelect} as stored, ${ancestorsSelect}`,
  cases: `lateral (
  with recursive merged as (
    select m.case_id as id from case_merges m where m.direct_id = k.case_id
    union all
    select m.case_id from merged join case_merges m on m.direct_id = merged.id
  )
  select * from cases
  where id in (
    select k.case_id
    union all select coalesce(k.other_id, (select n.merged_into_id from cases n where n.id = k.case_id))
    union all select id from merged
    union all select m.id from cases m where m.merged_into_id = k.case_id
  )
) c on true`,
})

type LinkKey = KeyOfBatched<typeof linkFacts>
export type CaseWithLinks = { case: LoadedCase; stored: StoredLinks }
/** The case of the key, and all cases that were loaded, by ID. */
export type LinkFacts = RowOfBatched<typeof linkFacts> & { involved: ReadonlyMap<number, CaseWithLinks> }

/** Undefined if the token does not belong to a valid session. */
export async function loadLinkFacts(db: Loader, key: LinkKey): Promise<LinkFacts | undefined> {
  const rows = await db.loadAll(linkFacts, key)
  const [first] = rows
  if (!first) return undefined
  const involved = new Map(
    rows.flatMap(({ case: row, stored }) => (row ? [[row.id, { case: row, stored }] as const] : [])),
  )
  const own = rows.find(({ case: row }) => row?.id === key.caseId)
  return { ...(own ?? { ...first, case: null }), involved }
}

/** What all changes of the links between two cases have in common. `parentId`: the case that would become a parent. */
export const changeOfLinks = (otherId: number | null, parentId: number | null = null) =>
  ({
    otherId,
    load: (db: Loader, key: CaseKey) => loadLinkFacts(db, { ...key, otherId: otherId ?? 0, parentId }),
    forOperators: true,
  }) as const

/** One of the cases that were loaded, if the caller may change it. */
export function changeableOf(
  { viewer, involved }: Pick<LinkFacts, 'viewer' | 'involved'>,
  id: number | null,
  catalogue: Catalogue,
): CaseWithLinks | undefined {
  const found = involved.get(id ?? 0)
  return found && isModifiable({ viewer, case: found.case }, catalogue) ? found : undefined
}
