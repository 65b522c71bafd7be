// Each query returns the items of one section of the import file in the column `item`. Members whose value is the
// default of an import are null, and the export leaves them out. The order is by code point, so that it does not depend
// on the collation of the database.

const codes = `'typeCode', t.type_code, 'categoryCode', t.category_code`

const touchpoints = `
  select json_build_object(
    'code', code, 'name', name, 'allTypeCategories', nullif(all_type_categories, false),
    'typeCategories', (
      select json_agg(
        json_build_object(${codes}, 'modifyCases', nullif(modify_cases, false))
        order by type_code collate "C", category_code collate "C"
      )
      from touchpoint_grants t
      where t.touchpoint_code = touchpoints.code
    )
  ) as item
  from touchpoints
  order by code collate "C"
`

const categories = `
  select json_build_object(
    'code', code, 'name', name, 'active', nullif(active, true), 'system', nullif(system, false)
  ) as item
  from case_categories
  order by code collate "C"
`

const types = `
  select json_build_object(
    'code', code, 'name', name, 'active', nullif(active, true),
    'fields', (
      select json_agg(
        json_build_object(
          'name', f.name, 'label', f.label, 'kind', f.kind, 'minimum', minimum, 'maximum', maximum, 'scale', scale
        )
        order by position, f.name collate "C"
      )
      from case_type_fields f
      where f.type_code = case_types.code
    )
  ) as item
  from case_types
  order by code collate "C"
`

const typeCategories = `
  select json_build_object(
    ${codes}, 'active', nullif(active, true), 'appVisible', nullif(app_visible, false), 'defaultAnswer', default_answer
  ) as item
  from case_type_categories t
  order by type_code collate "C", category_code collate "C"
`

const statuses = `
  select json_build_object(
    'name', name, 'active', nullif(active, true), 'closed', nullif(closed, false), 'default', nullif(is_default, false)
  ) as item
  from case_statuses
  order by name collate "C"
`

const transitions = `
  select json_build_object('from', from_status, 'to', to_status) as item
  from case_status_transitions
  order by from_status collate "C", to_status collate "C"
`

const resolutions = `
  select json_build_object(
    'name', name, 'active', nullif(active, true), 'default', nullif(is_default, false)
  ) as item
  from case_resolutions
  order by name collate "C"
`

const typeCodesOfOperator = `
  select json_agg(type_code order by type_code collate "C") from operator_types where operator_id = persons.id
`

const operators = persons('OPERATOR', `, 'typeCodes', (${typeCodesOfOperator})`)

const operatorGroups = `
  select json_build_object(
    'name', name, 'active', nullif(active, true),
    'typeCodes', (
      select json_agg(type_code order by type_code collate "C") from operator_group_types where group_id = g.id
    ),
    'memberEmails', (
      select json_agg(p.email order by p.email_key collate "C")
      from operator_group_members m
      join persons p on p.id = m.operator_id
      where m.group_id = g.id
    )
  ) as item
  from operator_groups g
  order by name collate "C"
`

function persons(kind: string, furtherMembers = ''): string {
  return `
    select json_build_object(
      'email', email, 'firstname', firstname, 'active', nullif(active, true),
      'blocked', nullif(blocked, false)${furtherMembers}
    ) as item
    from persons
    where kind = '${kind}'
    order by email_key collate "C"
  `
}

/** An RFC 3339 date and time in UTC. It has a fraction of a second only if the fraction is not zero. */
function dateTime(column: string): string {
  return `(to_json(${column} at time zone 'UTC') #>> '{}') || 'Z'`
}

// Imported comments carry their own author, touchpoint and time. All others have those of their event. Persons are
// looked up in subqueries, because without statistics, as in the embedded store, PostgreSQL plans a join that reads all
// persons for each case.
const cases = `
  select json_build_object(
    'id', c.id,
    'partyEmail', (select email from persons where id = c.party_id),
    'typeCode', c.type_code, 'categoryCode', c.category_code,
    'status', c.status, 'resolution', c.resolution,
    'assigneeEmail', (select email from persons where id = c.assignee_id),
    'groupName', (select name from operator_groups where id = c.group_id),
    'version', nullif(c.version, 1),
    'createdAt', ${dateTime('c.created_at')}, 'updatedAt', ${dateTime('c.updated_at')},
    'caseData', nullif(c.case_data, '{}'),
    'comments', (
      select json_agg(
        (
          select json_build_object(
            'text', m.text,
            'authorEmail', author.email,
            'authorLogin', case when exists (
              select from persons other
              where other.kind in ('CONSUMER', 'OPERATOR', 'PARTY')
                and other.kind <> author.kind
                and other.email_key = author.email_key
            ) then author.kind end,
            'createdAt', ${dateTime('coalesce(m.imported_at, e.at)')},
            'internal', nullif(m.internal, false),
            'touchpointCode', coalesce(m.imported_touchpoint_code, e.touchpoint_code)
          )
          from persons author
          where author.id = coalesce(m.imported_author_id, e.actor_id)
        )
        order by m.version, m.position
      )
      from case_comments m
      join case_events e on e.case_id = m.case_id and e.version = m.version
      where m.case_id = c.id and m.removed_version is null
    )
  ) as item
  from cases c
  order by c.id
`

/** In the order of the export file. Sessions are left out, because the database has only the hashes of their tokens. */
export const exportSections = {
  touchpoints,
  categories,
  types,
  typeCategories,
  statuses,
  transitions,
  resolutions,
  operators,
  operatorGroups,
  parties: persons('PARTY'),
  consumers: persons('CONSUMER'),
  cases,
}
