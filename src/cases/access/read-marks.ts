import { batchedBy, type Loader } from '../../database/statements/batched.ts'
import { statement } from '../../database/statements/statement.ts'
import { canSeeInternal, type Viewer } from '../../viewer/viewer.ts'
import type { CaseRow } from '../case-facts.ts'

/** $1: the case, $2: the person, $3: the version. 0 makes the case unread, and a lower version than the marked one changes nothing. */
export const markRead = statement(`
insert into case_reads as r (case_id, person_id, version)
select c.id, p.id, least($3::int, c.version)
from cases c cross join persons p
where c.id = $1::bigint and p.id = $2::bigint and p.erased_at is null
for key share
on conflict (case_id, person_id) do update set version = excluded.version
where excluded.version = 0 or excluded.version > r.version`)

const readVersions = batchedBy(
  { caseId: 'bigint', personId: 'bigint' },
  (keys) => `
select k.ordinal::int, r.version
from ${keys}
join case_reads r on r.case_id = k.case_id and r.person_id = k.person_id`,
  { version: 'int' },
)

/** Whether somebody else has written since the viewer, an operator, marked the case as read. Removed comments do not count. */
export function isUnread(db: Loader, viewer: Viewer, row: CaseRow): boolean | Promise<boolean> {
  const { personId } = viewer
  const { id: caseId, latestCommentVersion: version, latestCommentAuthorId } = row
  if (!canSeeInternal(viewer) || version === 0 || latestCommentAuthorId === personId) return false
  return db.load(readVersions, { caseId, personId }).then((read) => version > (read?.version ?? 0))
}

/** The same in SQL, for a case `c` and the operator with the ID in `$1`. */
export const isUnreadSql = `(c.latest_comment_author_id is distinct from $1::bigint and c.latest_comment_version > coalesce((
    select r.version from case_reads r where r.case_id = c.id and r.person_id = $1::bigint
  ), 0))`

/** What holds for every unread case of the operator in `$1` that is assigned to it. PostgreSQL finds these through an index of few cases. */
export const mayBeUnreadByAssignee = 'c.assignee_id = $1::bigint and c.latest_comment_author_id <> c.assignee_id'
