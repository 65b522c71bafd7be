import { statement } from '../database/statements/statement.ts'
import { firstIgnoredId } from '../transfer/import/case-ids.ts'
import { type CheckContext, type Checking, failure, warning } from './check-result.ts'
import { ReferenceKind } from '@mikro-orm/core'
import type { Database } from '../database/database.ts'
import { emailKeySql } from '../people/email.ts'

// last: the last ID that the sequence returned, or null if the role may not read it. highest: the highest ID in use that the
// sequence must be ahead of.
const stateOf = (table: string) => `
  select '${table}' as "table", s.last, coalesce((
      select max(id) from ${table} where id < ${firstIgnoredId} or s.last >= ${firstIgnoredId}
    ), 0) as highest
  from (
    select case when has_sequence_privilege(name, 'USAGE, SELECT') then
        coalesce(pg_sequence_last_value(name::regclass), 0)
      end as last
    from pg_get_serial_sequence('${table}', 'id') as name
  ) s`

const sequences = statement(['cases', 'persons', 'operator_groups'].map(stateOf).join(' union all '), {
  table: 'text',
  last: 'bigint | null',
  highest: 'bigint',
})

/** Checks that the next ID of each table is free. */
export async function* checkSequences({ database }: CheckContext): Checking {
  for (const { table, last, highest } of await database.run(sequences)) {
    const counted = `(select max(id) from ${table} where id < ${firstIgnoredId})`
    const advice = `Run: select setval(pg_get_serial_sequence('${table}', 'id'), ${counted})`
    if (last === null) {
      const message = `The role of DATABASE_URL may not read the sequence of ${table}, so its next ID is unknown.`
      yield warning('sequences', message, 'Run "doctor" with the role that owns the tables.')
    } else if (last >= Number.MAX_SAFE_INTEGER) {
      yield failure('sequences', `No IDs are left for new rows of ${table}: the last one has been used.`, advice)
    } else if (highest > last) {
      yield failure('sequences', `The next ID of ${table} would be ${last + 1}, but ${highest} is in use.`, advice)
    } else if (last >= firstIgnoredId) {
      const message = `The IDs of ${table} have reached ${last}, a range in which imports may have used the next ones.`
      yield warning('sequences', message, advice)
    }
  }
}

/** Rows that contradict others although no CHECK of the schema prevents it, and queries for their IDs. */
const contradictions: Record<string, string> = {
  'cases whose version is not that of their last event, or whose events have gaps': `
    select c.id
    from cases c
    left join (
      select case_id, min(version) as first, max(version) as last, count(*) as number from case_events group by case_id
    ) e on e.case_id = c.id
    where e.last is distinct from c.version or e.number <> e.last - e.first + 1`,
  'cases that changed at a different time than their last event': `
    select c.id
    from cases c
    cross join lateral (
      select at from case_events where case_id = c.id and kind <> 'OVERDUE' order by version desc limit 1
    ) e
    where e.at <> c.updated_at`,
  'cases with an event that has no author or touchpoint': `
    select distinct case_id
    from case_events
    where kind not in ('IMPORTED', 'OVERDUE') and (actor_id is null or touchpoint_code is null)`,
  'cases with a comment that has no author or two authors': `
    select distinct m.case_id
    from case_comments m join case_events e on e.case_id = m.case_id and e.version = m.version
    where (m.imported_author_id is null) = (e.actor_id is null)`,
  'cases whose latest comment is another one than they say': `
    select c.id
    from cases c
    left join (
      select distinct on (m.case_id) m.case_id, m.version, coalesce(m.imported_author_id, e.actor_id) as author_id
      from case_comments m join case_events e on e.case_id = m.case_id and e.version = m.version
      where m.removed_version is null
      order by m.case_id, m.version desc, m.position desc
    ) m on m.case_id = c.id
    where (c.latest_comment_version <> coalesce(m.version, 0) or c.latest_comment_author_id <> m.author_id)
      and exists (select from case_events e where e.case_id = c.id and e.version = c.version)`,
  'cases whose next deadline is another one than they say': `
    select c.id
    from cases c
    left join lateral (
      select min((d ->> 'dueAt')::timestamptz) as due_at
      from jsonb_array_elements(c.deadlines) d
      where d ->> 'since' is not null and d ->> 'endedAt' is null
    ) d on true
    where c.due_at is distinct from d.due_at`,
  'cases with a tag that does not exist': `
    select distinct c.id
    from cases c cross join lateral unnest(c.tags) tag
    where c.tags <> '{}' and not exists (select from tags t where t.code = tag)`,
  'cases with a link that the other case does not have': `
    select l.case_id
    from case_links l
    left join case_links o on o.case_id = l.other_id and o.other_id = l.case_id
    where o.kind is distinct from case l.kind when 'PARENT' then 'CHILD' when 'CHILD' then 'PARENT' else l.kind end`,
  'cases that were merged into a merged case, or whose merge is not recorded': `
    select c.id
    from cases c
    left join case_merges m on m.case_id = c.id
    left join cases o on o.id = c.merged_into_id
    where (c.merged_into_id is null) <> (m.case_id is null) or o.merged_into_id is not null`,
  'cases whose party is not a party, or whose assignee is not an operator': `
    select c.id
    from cases c left join persons p on p.id = c.party_id left join persons a on a.id = c.assignee_id
    where p.kind <> 'PARTY' or a.kind <> 'OPERATOR'`,
  'cases whose data is not a JSON object': `select id from cases where jsonb_typeof(case_data) <> 'object'`,
  'persons who are not operators but are authorised for a type or members of a group': `
    select distinct p.id
    from (select operator_id from operator_types union all select operator_id from operator_group_members) o
    join persons p on p.id = o.operator_id
    where p.kind <> 'OPERATOR'`,
  'persons who cannot be found by their email address, because email_key does not match it': `
    select id from persons where email_key <> ${emailKeySql('email')}`,
}

/** Rows that violate a foreign key. They can get in while triggers are disabled, and stay unnoticed afterwards. */
function orphans({ orm }: Database): [rows: string, query: string][] {
  return Array.from(orm.getMetadata().getAll().values()).flatMap((meta) => {
    const keys = meta.relations.filter(({ kind }) => kind === ReferenceKind.MANY_TO_ONE)
    return keys.map(({ fieldNames, referencedColumnNames, targetMeta }): [string, string] => {
      const own = fieldNames.map((name) => `child.${name}`)
      const isSame = own.map((name, index) => `parent.${referencedColumnNames[index]} = ${name}`).join(' and ')
      return [
        `rows of ${meta.tableName} without their parent in ${targetMeta!.tableName} (${fieldNames.join(', ')})`,
        `select concat_ws(', ', ${own.join(', ')})
        from ${meta.tableName} child
        where (${own.join(', ')}) is not null and not exists (select from ${targetMeta!.tableName} parent where ${isSame})`,
      ]
    })
  })
}

/** Reads all rows in one query, and finds those that only something other than Casegate can have written. */
export async function* checkRows({ database }: CheckContext): Checking {
  const kinds = [...Object.entries(contradictions), ...orphans(database)]
  const found = kinds.map(([, query], index) => `select ${index} as kind, id::text from (${query}) as q(id)`)
  const text = `
    select kind, count(*) as number, min(id) as example
    from (${found.join(' union all ')}) as found
    group by kind order by kind`
  const advice =
    'Something other than Casegate wrote them, such as a restore with triggers disabled. Correct them with SQL or from a backup.'
  const declared = statement(text, { kind: 'int', number: 'bigint', example: 'text' })
  for (const { kind, number, example } of await database.run(declared)) {
    yield failure('rows', `There are ${kinds[kind]![0]}: ${number}, such as ${example}.`, advice)
  }
}
