import { type Queryable, statement } from '../database/statements/statement.ts'
import { detached } from '../cases/change/attachment-facts.ts'
import { batches } from '../database/batches.ts'
import { addressParameters, addressRows, type Involvement, isAddress, namesPerson } from './person-cases.ts'

/** The comments of the person ($2) on the cases ($1). */
const authored = `authored as materialized (
  select m.case_id, m.version, m.position
  from case_comments m
  join case_events a on a.case_id = m.case_id and a.version = m.version
  where m.case_id = any($1::bigint[]) and coalesce(m.imported_author_id, a.actor_id) = $2::bigint
)`

const erased = (member: string) =>
  `case when ${isAddress(`c.change ->> '${member}'`)} then to_jsonb($5::text) else c.change -> '${member}' end`

const eraseAddresses = statement(`
with ${addressRows(2)}
update case_events e
set changes = (
  select jsonb_agg(
    case
      when c.change -> 'path' ->> 0 = 'assignee' then c.change || jsonb_build_object('from', ${erased('from')}, 'to', ${erased('to')})
      else c.change
    end
    order by c.position)
  from jsonb_array_elements(e.changes) with ordinality as c (change, position)
)
where e.case_id = any($1::bigint[]) and ${namesPerson}`)

/** The events `e` that edited or removed comments. Such an event has one change. */
const commentEvents = (
  kinds: string,
) => `select e.case_id, e.version, e.kind, e.actor_id, e.changes -> 0 -> 'path' ->> 1 as comment_id
  from case_events e
  where e.case_id = any($1::bigint[]) and e.kind in (${kinds})`

const commentId = (row: string) => `format('comment:%s:%s:%s', ${row}.case_id, ${row}.version, ${row}.position)`

// All texts of the person's comments, and the texts that the person wrote in comments of others.
const eraseTexts = statement(`
with ${authored}, written as materialized (
  select t.*, t.comment_id in (select ${commentId('w')} from authored w) as is_authored,
    t.actor_id = $2::bigint and t.kind = 'COMMENT_EDITED' as is_to_written,
    lag(t.actor_id) over (partition by t.case_id, t.comment_id order by t.version) = $2::bigint as is_from_written
  from (${commentEvents(`'COMMENT_EDITED', 'COMMENT_REMOVED'`)}) t
)
update case_events e
set changes = jsonb_build_array(
  e.changes -> 0
  || case when w.is_authored or w.is_from_written then jsonb '{"from": null}' else '{}' end
  || case when w.is_authored or w.is_to_written then jsonb '{"to": null}' else '{}' end)
from written w
where e.case_id = w.case_id and e.version = w.version and (w.is_authored or w.is_from_written or w.is_to_written)`)

// A comment is removed by the version whose text it would show. For a comment of the person, this is the version that added it.
const eraseComments = statement(`
with ${authored}, edits as materialized (
  ${commentEvents(`'COMMENT_EDITED'`)}
), erased as (
  select w.case_id, ${commentId('w')} as comment_id, w.version from authored w
  union all
  select d.case_id, d.comment_id, d.version
  from edits d
  where d.actor_id = $2::bigint and not exists (
    select from edits l
    where l.case_id = d.case_id and l.comment_id = d.comment_id and l.version > d.version
      and l.actor_id is distinct from $2::bigint)
)
update case_comments m
set text = '', terms = null, removed_version = w.version
from (select case_id, comment_id, min(version) as version from erased group by 1, 2) w
where m.case_id = w.case_id and ${commentId('m')} = w.comment_id and (m.text <> '' or m.attachments > 0)
  and m.removed_version is distinct from w.version`)

// Also those of others' comments that the person edited: removed comments have no files.
const eraseFiles = statement(`
update attachments a
set name = 'erased', ${detached}
from case_comments m
where a.case_id = any($1::bigint[]) and m.case_id = a.case_id and m.version = a.version and m.position = a.position
  and m.removed_version is not null`)

const batchSize = 500

/** Removes the texts and files of the person's comments on the cases and of its edits, and replaces the person's addresses in their events. */
export async function eraseInCases(
  db: Queryable,
  { personId, addresses }: Involvement,
  erasedEmail: string,
  caseIds: readonly number[],
): Promise<void> {
  for (const ids of batches(caseIds, { items: batchSize })) {
    if (addresses.length > 0) await db.run(eraseAddresses, [ids, ...addressParameters(addresses), erasedEmail])
    await db.run(eraseTexts, [ids, personId])
    await db.run(eraseComments, [ids, personId])
    await db.run(eraseFiles, [ids])
  }
}
