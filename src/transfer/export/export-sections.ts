import type { LoginKind } from '../../people/people.entity.ts'

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

const operators = persons('OPERATOR', { furtherMembers: `, 'typeCodes', (${typeCodesOfOperator})` })

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

/** `among`: a query for the IDs of the persons. */
export function persons(
  kind: LoginKind,
  { furtherMembers = '', among }: { furtherMembers?: string; among?: string } = {},
): string {
  return `
    select json_build_object(
      'email', email, 'firstname', firstname, 'active', nullif(active, true),
      'blocked', nullif(blocked, false)${furtherMembers}
    ) as item
    from persons
    where kind = '${kind}'${among === undefined ? '' : ` and id in (${among})`}
    order by email_key collate "C"
  `
}

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
}
