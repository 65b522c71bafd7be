import { CaseCategory, CaseResolution, CaseStatus, CaseType, TypeCategory } from '../../catalogue/catalogue.entity.ts'
import { Touchpoint } from '../../catalogue/touchpoint.entity.ts'
import { columnOf, columnsOf } from '../../database/entity-columns.ts'
import type { LoginKind } from '../../login-kinds.ts'
import { OperatorGroup, Person } from '../../people/people.entity.ts'

interface SectionQuery {
  from: string
  /** The columns that items have, by the names of their members. */
  columns: Record<string, string>
  /** Further members, as SQL. */
  lists?: Record<string, string>
  orderBy: string[]
}

/** The column, or null if it has the default of an import. The default of `active` is true, that of all other flags is false. */
function valueOf(name: string, type: string): string {
  const column = columnOf('t', name)
  if (type === 'boolean') return `nullif(${column}, ${name === 'active'})`
  return name === 'settableBy' ? `nullif(${column}, 'ALL')` : column
}

/**
 * Returns the items of one section of the import file in the column `item`. Members whose value is the default of an
 * import are null, and the export leaves them out. The order is by code point, so that it does not depend on the
 * collation of the database.
 */
function itemsOf({ from, columns, lists = {}, orderBy }: SectionQuery): string {
  const members = [
    ...Object.entries(columns)
      .filter(([name]) => name !== 'version')
      .map(([name, type]) => [name === 'isDefault' ? 'default' : name, valueOf(name, type)]),
    ...Object.entries(lists).map(([name, query]) => [name, `(${query})`]),
  ]
  return `
  select json_build_object(${members.map(([name, value]) => `'${name}', ${value}`).join(', ')}) as item
  from ${from}
  order by ${orderBy.map((column) => `t.${column} collate "C"`).join(', ')}`
}

const grants = `
    select json_agg(
      json_build_object(
        'typeCode', type_code, 'categoryCode', category_code, 'modifyCases', nullif(modify_cases, false)
      )
      order by type_code collate "C", category_code collate "C"
    )
    from touchpoint_grants
    where touchpoint_code = t.code`

const kindsOf = (column: string) => `select to_jsonb(t.${column}) where t.${column} <> '{}'`

const fields = `
    select json_agg(
      json_build_object(
        'name', f.name, 'label', f.label, 'kind', f.kind, 'minimum', minimum, 'maximum', maximum, 'scale', scale,
        'maximumLength', maximum_length, 'choices', nullif(choices, '[]'), 'required', nullif(required, 'ALWAYS'),
        'settableBy', nullif(settable_by, 'ALL')
      )
      order by position, f.name collate "C"
    )
    from case_type_fields f
    where f.type_code = t.code`

const typeCodes = (from: string) => `select json_agg(type_code order by type_code collate "C") from ${from}`

const memberEmails = `
    select json_agg(p.email order by p.email_key collate "C")
    from operator_group_members m
    join persons p on p.id = m.operator_id
    where m.group_id = t.id`

const subject = { subject: 't.subject' }

/** `among`: a query for the IDs of the persons. */
function persons(kind: LoginKind, { lists, among }: { lists?: Record<string, string>; among?: string } = {}): string {
  return itemsOf({
    from: `persons t where kind = '${kind}'${among === undefined ? '' : ` and id in (${among})`}`,
    columns: columnsOf(Person, 'email', 'firstname', 'active', 'blocked'),
    ...(lists && { lists }),
    orderBy: ['email_key'],
  })
}

/** In the order of the export file. Sessions and secrets are left out, because the database has only their hashes. */
export const exportSections = {
  touchpoints: itemsOf({
    from: 'touchpoints t',
    columns: columnsOf(Touchpoint, 'code', 'name', 'allTypeCategories'),
    lists: { typeCategories: grants, logins: kindsOf('logins'), registers: kindsOf('registers') },
    orderBy: ['code'],
  }),
  categories: itemsOf({ from: 'case_categories t', columns: columnsOf(CaseCategory), orderBy: ['code'] }),
  types: itemsOf({ from: 'case_types t', columns: columnsOf(CaseType), lists: { fields }, orderBy: ['code'] }),
  typeCategories: itemsOf({
    from: 'case_type_categories t',
    columns: columnsOf(TypeCategory, 'typeCode', 'categoryCode', 'active', 'appVisible', 'defaultAnswer'),
    lists: { groupName: 'select g.name from operator_groups g where g.id = t.group_id' },
    orderBy: ['type_code', 'category_code'],
  }),
  statuses: itemsOf({ from: 'case_statuses t', columns: columnsOf(CaseStatus), orderBy: ['name'] }),
  transitions: `
  select json_build_object('from', from_status, 'to', to_status) as item
  from case_status_transitions
  order by from_status collate "C", to_status collate "C"`,
  resolutions: itemsOf({ from: 'case_resolutions t', columns: columnsOf(CaseResolution), orderBy: ['name'] }),
  admins: persons('ADMIN', { lists: subject }),
  operators: persons('OPERATOR', {
    lists: { ...subject, typeCodes: typeCodes('operator_types where operator_id = t.id') },
  }),
  operatorGroups: itemsOf({
    from: 'operator_groups t',
    columns: columnsOf(OperatorGroup, 'name', 'active'),
    lists: { typeCodes: typeCodes('operator_group_types where group_id = t.id'), memberEmails },
    orderBy: ['name'],
  }),
  parties: persons('PARTY', { lists: subject }),
  consumers: persons('CONSUMER', { lists: subject }),
}

/** The condition that a case `c` is closed and has not changed since a time ($1). */
export const isClosedBefore = `c.status in (select name from case_statuses where closed) and c.updated_at < $1::timestamptz`

/** Ends a query for the cases to archive: those that have not changed for longest first, at most $2. */
export const archivedCases = `where ${isClosedBefore} order by c.updated_at, c.id limit $2::bigint`

const personsOfCases = `
      with archived as materialized (select c.id, c.party_id from cases c ${archivedCases})
      select party_id from archived
      union
      select actor_id from case_events where case_id in (select id from archived)
      union
      select imported_author_id from case_comments where case_id in (select id from archived)`

/**
 * What the archived cases and their history refer to, without permissions. All of the catalogue, because the history
 * contains its names. Of the parties and consumers, those of the cases.
 */
export const archiveSections = {
  touchpoints: itemsOf({ from: 'touchpoints t', columns: columnsOf(Touchpoint, 'code', 'name'), orderBy: ['code'] }),
  categories: exportSections.categories,
  types: exportSections.types,
  typeCategories: exportSections.typeCategories,
  statuses: exportSections.statuses,
  resolutions: exportSections.resolutions,
  operators: persons('OPERATOR'),
  operatorGroups: itemsOf({
    from: 'operator_groups t',
    columns: columnsOf(OperatorGroup, 'name', 'active'),
    orderBy: ['name'],
  }),
  parties: persons('PARTY', { among: personsOfCases }),
  consumers: persons('CONSUMER', { among: personsOfCases }),
}
