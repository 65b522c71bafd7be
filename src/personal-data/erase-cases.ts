import { type Queryable, statement } from '../database/statement.ts'
import { batches } from '../transfer/batches.ts'
import {
  addressParameters,
  addressRows,
  casesPerStatement,
  type Involvement,
  isAddress,
  namesPerson,
} from './person-cases.ts'

/** The comments of the person ($2) on the cases ($1). */
const authored = `authored as materialized (
  select m.case_id, m.version, m.position
  from case_comments m
  join case_events a on a.case_id = m.case_id and a.version = m.version
  where m.case_id = any($1::bigint[]) and coalesce(m.imported_author_id, a.actor_id) = $2::bigint
)`

const erased = (member: string) =>
  `case when ${isAddress(`c.change ->> '${member}'`)} then to_jsonb($6::text) else c.change -> '${member}' end`

/** Whether the event `e` has the texts of a comment of the person. Such an event has one change. */
const hasTexts = `e.kind in ('COMMENT_EDITED', 'COMMENT_REMOVED')
    and coalesce(e.changes -> 0 ->> 'from', e.changes -> 0 ->> 'to') is not null
    and e.changes -> 0 -> 'path' ->> 1 in (
      select format('comment:%s:%s:%s', w.case_id, w.version, w.position) from authored w where w.case_id = e.case_id)`

const eraseEvents = statement(
  `
with ${addressRows(3)}, ${authored}
update case_events e
set changes = (
  select jsonb_agg(
    case
      when c.change -> 'path' ->> 0 = 'comments' then c.change || '{"from": null, "to": null}'
      when c.change -> 'path' ->> 0 = 'assignee' then c.change || jsonb_build_object('from', ${erased('from')}, 'to', ${erased('to')})
      else c.change
    end
    order by c.position)
  from jsonb_array_elements(e.changes) with ordinality as c (change, position)
)
where e.case_id = any($1::bigint[]) and (${namesPerson} or (${hasTexts}))`,
  {},
  { writes: true },
)

// The version that added a comment removes it, so that no version of the case shows it.
const eraseComments = statement(
  `
with ${authored}
update case_comments m
set text = '', removed_version = m.version
from authored w
where m.case_id = w.case_id and m.version = w.version and m.position = w.position
  and m.text <> ''`,
  {},
  { writes: true },
)

const batchSize = 500

/** Removes the texts of the person's comments on the cases, and replaces the person's addresses in their events. */
export async function eraseInCases(
  db: Queryable,
  { personId, addresses }: Involvement,
  erasedEmail: string,
  caseIds: readonly number[],
): Promise<void> {
  for (const ids of batches(caseIds, { items: casesPerStatement(db, batchSize) })) {
    await db.run(eraseEvents, [ids, personId, ...addressParameters(addresses), erasedEmail])
    await db.run(eraseComments, [ids, personId])
  }
}
