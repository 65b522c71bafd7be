import type { Path, Problems } from '../../configuration/items/items.rules.ts'
import { oppositeKinds } from '../../cases/links/links.rules.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { batches } from '../../database/batches.ts'
import type { ImportFile } from '../format/import-format.ts'

/** Adds a problem for each link of a case to itself, second parent, cycle of parents, and merge into a merged case. */
export function checkLinks({ cases }: ImportFile, problems: Problems): void {
  const parents = new Map<number, { id: number; path: Path }>()
  const merged = new Set(cases.items.values().flatMap(({ id, merge }) => (merge ? [id] : [])))
  for (const [index, { id, links, merge }] of cases.items) {
    const path = ['cases', index]
    const isMerged = merge && (merge.intoCaseId === id || merged.has(merge.intoCaseId))
    if (isMerged)
      problems.add('invalidValue', [...path, 'merge', 'intoCaseId'], 'must be the ID of a case that is not merged')
    for (const [at, { caseId, kind }] of (links ?? []).entries()) {
      const ofLink = [...path, 'links', at]
      if (caseId === id) problems.add('invalidValue', [...ofLink, 'caseId'], 'must be the ID of another case')
      if (kind === 'RELATED') continue
      const [child, parent] = kind === 'PARENT' ? [id, caseId] : [caseId, id]
      const known = parents.get(child)
      if (known && known.id !== parent)
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
  returning case_id, other_id, created_at
)
insert into case_links (case_id, other_id, kind, created_at)
select s.other_id, s.case_id, s.opposite, l.created_at
from linked l join sent s on s.case_id = l.case_id and s.other_id = l.other_id
on conflict do nothing`,
)

const insertMerges = statement(
  `
insert into case_merges (case_id, direct_id, merged_at)
select case_id, direct_id, coalesce(merged_at, statement_timestamp())
from jsonb_to_recordset($1::jsonb) as r (case_id bigint, direct_id bigint, merged_at timestamptz)`,
)

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
  for (const batch of batches(links, batchLimits)) await db.run(insertLinks, [JSON.stringify(batch)])
  for (const batch of batches(merges, batchLimits)) await db.run(insertMerges, [JSON.stringify(batch)])
}

const batchLimits = { items: 10_000, size: 10_000, sizeOf: () => 1 }
