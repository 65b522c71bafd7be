import { type Queryable, statement } from '../../database/statements/statement.ts'
import type { Change } from './changes.ts'
import type { Group, PersonEntity } from './stored-people.ts'

/** A member of a group, a type of a group, a type of an operator, or a group as a whole: what is absent is null. */
interface Relation {
  groupId: number | null
  operatorId: number | null
  typeCode: string | null
}

/** `item`: the number of the change. */
type Removed = Relation & { item: number }

/**
 * How many open cases operators lose sight of because of what each change removes, by entity. A case counts once, and not if all
 * who see it now have another reason to see it. What touchpoints are granted is no such reason.
 */
export async function lostCases(db: Queryable, changes: ReadonlyMap<object, Change>): Promise<Map<object, number>> {
  const [removed, added]: [Removed[], Relation[]] = [[], []]
  const entities = [...changes.keys()]
  // A group that is new has no ID yet.
  const idOf = (group: Group) => group.id ?? -1 - entities.indexOf(group)
  for (const [item, change] of [...changes.values()].entries()) {
    for (const { path, from, to } of change.differences) {
      const relation = relationOf(change, path, idOf)
      if (!relation || from === to) continue
      // Of a value, such as active, and of an element of a list.
      if (to === true || from === null) added.push(relation)
      else if (to === false || to === null) removed.push({ ...relation, item })
    }
  }
  if (removed.length === 0) return new Map()
  const rows = await db.run(countLost, [JSON.stringify(removed), JSON.stringify(added)])
  return new Map(rows.map(({ item, count }) => [entities[item]!, count]))
}

function relationOf(
  { section, entity }: Change,
  path: Change['differences'][number]['path'],
  idOf: (group: Group) => number,
) {
  const [member, element] = path
  const isOperator = 'kind' in entity && entity.kind === 'OPERATOR' && entity.id != null
  if (section !== 'groups' && !isOperator) return undefined
  const own: Relation = {
    groupId: section === 'groups' ? idOf(entity as Group) : null,
    operatorId: isOperator ? entity.id : null,
    typeCode: null,
  }
  if (member === 'typeCodes') return { ...own, typeCode: element as string }
  if (member === 'groupNames') return { ...own, groupId: idOf(element as Group) }
  // A person who is new sees nothing yet.
  if (member === 'memberEmails') return { ...own, operatorId: (element as PersonEntity).id ?? 0 }
  return section === 'groups' && member === 'active' ? own : undefined
}

// Cases are counted by what decides who sees them, so that there are few rows to judge.
const countLost = statement(
  `
  with removed as (
    select * from jsonb_to_recordset($1::jsonb) as r (item int, "groupId" bigint, "operatorId" bigint, "typeCode" text)
  ), added as (
    select * from jsonb_to_recordset($2::jsonb) as a ("groupId" bigint, "operatorId" bigint, "typeCode" text)
  ), lost_members as (
    select r.item, m.group_id, m.operator_id, r."typeCode" as type_code
    from removed r
    join operator_groups g on g.id = r."groupId" and g.active
    join operator_group_members m on m.group_id = g.id and m.operator_id = coalesce(r."operatorId", m.operator_id)
    join persons p on p.id = m.operator_id and p.active and not p.blocked
  ), affected as materialized (
    select operator_id from lost_members union select "operatorId" from removed where "operatorId" is not null
  ), groups_after as materialized (
    select m.operator_id, m.group_id
    from (
      select operator_id, group_id from operator_group_members where operator_id in (select operator_id from affected)
      union
      select "operatorId", "groupId" from added where "operatorId" in (select operator_id from affected) and "groupId" is not null
    ) m
    left join operator_groups g on g.id = m.group_id
    where not exists (
        select from removed r where r."groupId" = m.group_id and r."typeCode" is null
          and coalesce(r."operatorId", m.operator_id) = m.operator_id
      )
      and (
        m.group_id < 0 or g.active
        or exists (select from added a where a."groupId" = m.group_id and a."operatorId" is null and a."typeCode" is null)
      )
  ), types_after as materialized (
    select t.operator_id, t.type_code from operator_types t
    where t.operator_id in (select operator_id from affected) and not exists (
      select from removed r where r."groupId" is null and r."operatorId" = t.operator_id and r."typeCode" = t.type_code
    )
    union
    select a.operator_id, t.type_code from groups_after a join operator_group_types t on t.group_id = a.group_id
    where not exists (
      select from removed r where r."groupId" = t.group_id and r."operatorId" is null and r."typeCode" = t.type_code
    )
    union
    select coalesce(a."operatorId", g.operator_id), a."typeCode" from added a
    left join groups_after g on g.group_id = a."groupId"
    where a."typeCode" is not null
  ), lost as materialized (
    select l.item, l.operator_id, t.type_code, null::bigint as group_id
    from lost_members l
    join operator_group_types t on t.group_id = l.group_id and t.type_code = coalesce(l.type_code, t.type_code)
    where not exists (select from types_after a where a.operator_id = l.operator_id and a.type_code = t.type_code)
    union
    select r.item, r."operatorId", r."typeCode", null
    from removed r join persons p on p.id = r."operatorId" and p.active and not p.blocked
    where r."groupId" is null
      and not exists (select from types_after a where a.operator_id = r."operatorId" and a.type_code = r."typeCode")
    union
    select item, operator_id, null, group_id from lost_members where type_code is null
  ), counted as materialized (
    select c.type_code, c.assignee_id, c.group_id, count(*) as count
    from case_statuses s
    join cases c on c.status = s.name and c.type_code in (select type_code from lost where type_code is not null)
    where not s.closed
    group by 1, 2, 3
    union all
    select c.type_code, c.assignee_id, c.group_id, count(*)
    from cases c join case_statuses s on s.name = c.status and not s.closed
    where c.group_id in (select group_id from lost where group_id is not null)
      and c.type_code not in (select type_code from lost where type_code is not null)
    group by 1, 2, 3
  )
  select i.item, sum(c.count)::bigint as count
  from (select distinct item from lost) i
  join counted c on exists (
    select from lost l
    where l.item = i.item and (l.type_code = c.type_code or l.group_id = c.group_id)
      and l.operator_id is distinct from c.assignee_id
      and not exists (select from groups_after a where a.operator_id = l.operator_id and a.group_id = c.group_id)
      and not exists (select from types_after a where a.operator_id = l.operator_id and a.type_code = c.type_code)
  )
  group by i.item`,
  { item: 'int', count: 'bigint' },
)
