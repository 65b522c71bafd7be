import type { Path, Problems } from '../../configuration/items/items.rules.ts'
import type { StoredLinkKind } from '../../cases/case.entity.ts'
import { oppositeKinds } from '../../cases/links/links.rules.ts'
import { maximumLinks } from '../../cases/links/stored-links.rules.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { batches } from '../../database/batches.ts'
import type { ImportFile } from '../format/import-format.ts'

/**
 * Adds a problem for each link of a case to itself, second kind of a link, second parent, cycle of parents, link above the limit, and merge
 * into a merged case.
 */
export function checkLinks({ cases }: ImportFile, problems: Problems): void {
  const parents = new Map<number, { id: number; path: Path }>()
  const linked = new Map<number, Map<number, StoredLinkKind>>()
  const linksOf = (id: number) => linked.get(id) ?? linked.set(id, new Map()).get(id)!
  const merged = new Set(cases.items.values().flatMap(({ id, merge }) => (merge ? [id] : [])))
  for (const [index, { id, links, merge }] of cases.items) {
    const path = ['cases', index]
    const isMerged = merge && (merge.intoCaseId === id || merged.has(merge.intoCaseId))
    if (isMerged)
      problems.add('invalidValue', [...path, 'merge', 'intoCaseId'], 'must be the ID of a case that is not merged')
    for (const [at, { caseId, kind }] of (links ?? []).entries()) {
      const ofLink = [...path, 'links', at]
      if (caseId === id) problems.add('invalidValue', [...ofLink, 'caseId'], 'must be the ID of another case')
      const former = linksOf(id).get(caseId)
      // Two cases that are each other's parents are a cycle, which is reported below.
      if (former && former !== kind && [former, kind].includes('RELATED'))
        problems.add('invalidValue', [...ofLink, 'kind'], `must be ${former}, as the link is elsewhere in the file`)
      linksOf(id).set(caseId, kind)
      linksOf(caseId).set(id, oppositeKinds[kind])
      const full = [id, caseId].find((each) => linksOf(each).size > maximumLinks)
      if (!former && full !== undefined)
        problems.add('invalidValue', ofLink, `must not be one of more than ${maximumLinks} links of case ${full}`)
      if (kind === 'RELATED') continue
      const [child, parent] = kind === 'PARENT' ? [id, caseId] : [caseId, id]
      const other = parents.get(child)
      if (other && other.id !== parent)
        problems.add('invalidValue', ofLink, `must not be a second parent of case ${child}`)
      else parents.set(child, { id: parent, path: ofLink })
    }
  }
  const inCycles = new Set<number>()
  for (const [child, { path }] of parents) {
    const ancestors = ancestorsOf(child, parents)
    if (!ancestors.has(child) || inCycles.has(child)) continue
    problems.add('invalidValue', path, `must not be above itself: case ${child}`)
    for (const id of ancestors) inCycles.add(id)
  }
}

function ancestorsOf(child: number, parents: ReadonlyMap<number, { id: number }>): Set<number> {
  const ancestors = new Set<number>()
  let next = parents.get(child)?.id
  while (next !== undefined && !ancestors.has(next)) {
    ancestors.add(next)
    next = parents.get(next)?.id
  }
  return ancestors
}

// Adds the second side of a link only if the first one was added. Existing links are not changed.
const insertLinks = statement(
  `
with sent as (
  select distinct on (case_id, other_id) r.*
  from jsonb_to_recordset($1::jsonb) as r (case_id bigint, other_id bigint, kind text, opposite text, created_at timestamptz)
  join cases c on c.id = r.case_id
  join cases o on o.id = r.other_id
  order by case_id, other_id
), linked as (
  insert into case_links (case_id, other_id, kind, created_at)
  select case_id, other_id, kind, coalesce(created_at, statement_timestamp()) from sent
  on conflict do nothing
  returning case_id, other_id, kind, created_at
), mirrored as (
  insert into case_links (case_id, other_id, kind, created_at)
  select s.other_id, s.case_id, s.opposite, l.created_at
  from linked l join sent s on s.case_id = l.case_id and s.other_id = l.other_id
  on conflict do nothing
)
select case_id as child_id from linked where kind = 'PARENT'`,
  { childId: 'bigint' },
)

// Existing cases may have been linked since the file was written, so a link of the file could make a case its own ancestor.
const deleteCycles = statement(
  `
with recursive above as (
  select l.case_id as child_id, l.other_id as id
  from unnest($1::bigint[]) as k (id) join case_links l on l.case_id = k.id and l.kind = 'PARENT'
  union
  select a.child_id, l.other_id
  from above a join case_links l on l.case_id = a.id and l.kind = 'PARENT'
  where a.id <> a.child_id
)
delete from case_links l
using above a
where a.id = a.child_id and a.id in (l.case_id, l.other_id) and l.kind = case a.id when l.case_id then 'PARENT' else 'CHILD' end`,
)

const insertMerges = statement(
  `
insert into case_merges (case_id, direct_id, merged_at)
select case_id, direct_id, coalesce(merged_at, statement_timestamp())
from jsonb_to_recordset($1::jsonb) as r (case_id bigint, direct_id bigint, merged_at timestamptz)`,
)

// Cases that exist may have been merged since the file was written, or before the case that they were merged into was imported.
const followMerges = (column: 'id' | 'merged_into_id') =>
  statement(`
update cases c
set merged_into_id = o.merged_into_id
from cases o
where c.${column} = any($1::bigint[]) and o.id = c.merged_into_id and o.merged_into_id <> c.id`)
const followOwnMerges = followMerges('id')
const followMergesOfOthers = followMerges('merged_into_id')

/** Inserts the links and merges of the cases that were imported. */
export async function importLinks(db: Queryable, { cases }: ImportFile, imported: ReadonlySet<number>): Promise<void> {
  const items = cases.items
    .values()
    .filter(({ id }) => imported.has(id))
    .toArray()
  const links = items.flatMap(({ id, links: ofCase }) =>
    (ofCase ?? []).map(({ caseId, kind, createdAt }) => {
      // The same side is always first, so that a link that the file has twice is one.
      const isFirst = kind === 'RELATED' ? id < caseId : kind === 'PARENT'
      const [first, second, own] = isFirst ? [id, caseId, kind] : [caseId, id, oppositeKinds[kind]]
      return {
        case_id: first,
        other_id: second,
        kind: own,
        opposite: oppositeKinds[own],
        created_at: createdAt ?? null,
      }
    }),
  )
  const merges = items.flatMap(({ id, merge }) =>
    merge
      ? [{ case_id: id, direct_id: merge.directCaseId ?? merge.intoCaseId, merged_at: merge.mergedAt ?? null }]
      : [],
  )
  const children: number[] = []
  for (const batch of batches(links, batchLimits)) {
    for (const { childId } of await db.run(insertLinks, [JSON.stringify(batch)])) children.push(childId)
  }
  if (children.length > 0) await db.run(deleteCycles, [children])
  for (const batch of batches(merges, batchLimits)) await db.run(insertMerges, [JSON.stringify(batch)])
  const ids = merges.map((row) => row.case_id)
  if (ids.length === 0) return
  await db.run(followOwnMerges, [ids])
  await db.run(followMergesOfOthers, [ids])
}

const batchLimits = { items: 10_000, size: 10_000, sizeOf: () => 1 }
