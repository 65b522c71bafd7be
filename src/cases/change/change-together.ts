import type { ChangedValue } from '../case.entity.ts'
import type { StoredLinkKind } from '../case.entity.ts'
import type { CaseRow } from '../case-facts.ts'

/** The case that a case was merged into, directly or not, and the one that a caller named. Null if it is not merged. */
export interface Merge {
  mergedIntoId: number | null
  directId: number | null
}

/** One side of a link after a change. Null if there is none. */
export interface LinkEdit {
  caseId: number
  otherId: number
  kind: StoredLinkKind | null
}

/** What a change does to other cases. Either everything is written, or nothing. */
export interface Together {
  /** The other cases that get an event of the same kind. Their values do not change. */
  others: readonly { case: CaseRow; changes: ChangedValue[]; merge: Merge }[]
  /** Cases that must still have these versions, because the change was decided on their links. */
  guards: readonly { id: number; version: number }[]
  links: readonly LinkEdit[]
}

/** The parts of the statement that writes changes which differ if a change has several cases. */
interface ChangeParts {
  /** Columns of a record. */
  columns: string
  /** The name of the records whose cases are locked, and the part that finds them among those of `locked`. */
  locked: string
  locking: string
  /** What else is set in a case. */
  setting: string
  /** Whether a record `s` is written, from whether the key of a record is new. */
  isWritten(isNew: (row: string) => string): string
  /** What else is known of the changed cases. */
  returning: string
  /** What else is written. */
  writing: string
  /** Which of the changed cases the statement returns. */
  where: string
}

export const aloneParts: ChangeParts = {
  columns: '',
  locked: 'locked',
  locking: '',
  setting: '',
  isWritten: (isNew) => isNew('s'),
  returning: '',
  writing: '',
  where: '',
}

/** The records of `locked` whose change has locked all of its cases. $3 has the guards. It skips locked rows, as for one case. */
const locking = `guarded as (
  select g.ordinal
  from jsonb_to_recordset($3::jsonb) as g (ordinal int, id bigint, version int)
  join cases c on c.id = g.id and c.version = g.version
  for share of c skip locked
), complete as (
  select l.*
  from locked l
  join locked first on first.ordinal = l.ordinal
  where first.size = (select count(*) from locked o where o.ordinal = l.ordinal)
    + (select count(*) from guarded g where g.ordinal = l.ordinal)
), `

/** Writes the links and the merges of changed cases. $4 has the edits. */
// A link is removed before another one is added, because a case can have only one parent.
const writing = `, edits as (
  select e.*, c.at
  from jsonb_to_recordset($4::jsonb) as e (ordinal int, case_id bigint, other_id bigint, kind text)
  join (select ordinal, max(updated_at) as at from changed group by ordinal) c on c.ordinal = e.ordinal
), unlinked as (
  delete from case_links l using edits e
  where e.kind is null and l.case_id = e.case_id and l.other_id = e.other_id
  returning l.case_id
), linked as (
  insert into case_links (case_id, other_id, kind, created_at)
  select case_id, other_id, kind, at from edits where kind is not null and (select count(*) from unlinked) >= 0
  on conflict (case_id, other_id) do update set kind = excluded.kind, created_at = excluded.created_at
), unmerged as (
  delete from case_merges m using changed where m.case_id = changed.id and changed.merged_into_id is null
), merged as (
  insert into case_merges (case_id, direct_id, merged_at)
  select id, direct_id, updated_at from changed where merged_into_id is not null
  on conflict (case_id) do update set direct_id = excluded.direct_id, merged_at = excluded.merged_at
)`

/** In the record of the first case, `size` is the number of cases that are changed or guarded together. */
export const togetherParts: ChangeParts = {
  columns: ', size int, merged_into_id bigint, direct_id bigint',
  locked: 'complete',
  locking,
  setting: ', merged_into_id = s.merged_into_id',
  isWritten: (isNew) => `not exists (select from complete k where k.ordinal = s.ordinal and not ${isNew('k')})`,
  returning: ', s.size, s.merged_into_id, s.direct_id',
  writing,
  where: ' where size is not null',
}

/**
 * The records without changes of a case that an earlier change guards, or that guard a case that an earlier one changes: the locks of one
 * statement do not separate its own changes.
 * `togethers` are in the order of the ordinals.
 */
export function withoutGuarded<R extends { id: number; ordinal: number }>(
  records: readonly R[],
  togethers: readonly (Together | undefined)[],
): R[] {
  const guarded = new Set<number>()
  const changed = new Set<number>()
  return [...Map.groupBy(records, ({ ordinal }) => ordinal)].flatMap(([ordinal, ofChange]) => {
    const guards = togethers[ordinal - 1]?.guards ?? []
    if (ofChange.some(({ id }) => guarded.has(id)) || guards.some(({ id }) => changed.has(id))) return []
    for (const { id } of guards) guarded.add(id)
    for (const { id } of ofChange) changed.add(id)
    return ofChange
  })
}

/** The parameters after those of the records, for changes in the order of the ordinals of their records. */
export function togetherParameters(changes: readonly (Together | undefined)[]): string[] {
  const numbered = <Item>(itemsOf: (together: Together) => readonly Item[]) =>
    changes.flatMap((together, index) =>
      together ? itemsOf(together).map((item) => ({ ...item, ordinal: index + 1 })) : [],
    )
  const edits = numbered(({ links }) => links)
  return [
    JSON.stringify(numbered(({ guards }) => guards)),
    JSON.stringify(edits.map(({ caseId, otherId, ...edit }) => ({ ...edit, case_id: caseId, other_id: otherId }))),
  ]
}
