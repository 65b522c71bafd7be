import {
  CaseCategory,
  CaseResolution,
  CaseStatus,
  CaseStatusTransition,
  CaseType,
  CaseTypeField,
  TypeCategory,
} from '../../catalogue/catalogue.entity.ts'
import { Touchpoint, TouchpointGrant } from '../../catalogue/touchpoint.entity.ts'
import { typed } from '../../database/columns.ts'
import { columnsOf, selectList } from '../../database/entity-columns.ts'
import { statement } from '../../database/statement.ts'
import {
  type LoginKind,
  OperatorGroup,
  OperatorGroupMember,
  OperatorGroupType,
  OperatorType,
  Person,
} from '../../people/people.entity.ts'

const categories = columnsOf(CaseCategory)
export const storedCategories = statement(
  `select ${selectList(null, categories)} from case_categories where code = any($1::text[])`,
  categories,
)

const types = columnsOf(CaseType)
export const storedTypes = statement(
  `select ${selectList(null, types)} from case_types where code = any($1::text[])`,
  types,
)

const fields = columnsOf(CaseTypeField)
export const storedFields = statement(
  `select ${selectList(null, fields)} from case_type_fields where type_code = any($1::text[]) order by position, name collate "C"`,
  fields,
)

const typeCategories = columnsOf(TypeCategory)
/** By the codes of the types and of the categories. */
export const storedTypeCategories = statement(
  `
  select ${selectList('t', typeCategories)}
  from unnest($1::text[], $2::text[]) as k (type_code, category_code)
  join case_type_categories t on t.type_code = k.type_code and t.category_code = k.category_code`,
  typeCategories,
)

const statuses = columnsOf(CaseStatus)
export const storedStatuses = statement(`select ${selectList(null, statuses)} from case_statuses`, statuses)

const transitions = columnsOf(CaseStatusTransition)
export const storedTransitions = statement(
  `select ${selectList(null, transitions)} from case_status_transitions where from_status = any($1::text[])`,
  transitions,
)

const resolutions = columnsOf(CaseResolution)
export const storedResolutions = statement(`select ${selectList(null, resolutions)} from case_resolutions`, resolutions)

const touchpoints = {
  ...columnsOf(Touchpoint, 'code', 'name', 'allTypeCategories', 'version'),
  logins: typed<LoginKind[]>('text[]'),
  registers: typed<LoginKind[]>('text[]'),
}
export const storedTouchpoints = statement(
  `select ${selectList(null, touchpoints)} from touchpoints where code = any($1::text[])`,
  touchpoints,
)

const grants = columnsOf(TouchpointGrant)
export const storedGrants = statement(
  `select ${selectList(null, grants)} from touchpoint_grants where touchpoint_code = any($1::text[])`,
  grants,
)

const groups = columnsOf(OperatorGroup)
export const storedGroups = statement(`select ${selectList(null, groups)} from operator_groups`, groups)

const groupTypes = columnsOf(OperatorGroupType)
export const storedGroupTypes = statement(
  `select ${selectList(null, groupTypes)} from operator_group_types where group_id = any($1::bigint[])`,
  groupTypes,
)

const members = columnsOf(OperatorGroupMember)
/** Of the groups $1 and of the persons $2. */
export const storedMembers = statement(
  `
  select ${selectList(null, members)} from operator_group_members
  where group_id = any($1::bigint[]) or operator_id = any($2::bigint[])`,
  members,
)

const operatorTypes = columnsOf(OperatorType)
export const storedOperatorTypes = statement(
  `select ${selectList(null, operatorTypes)} from operator_types where operator_id = any($1::bigint[])`,
  operatorTypes,
)

const persons = columnsOf(
  Person,
  'id',
  'kind',
  'email',
  'emailKey',
  'firstname',
  'active',
  'blocked',
  'subject',
  'erasedAt',
  'version',
)
export const storedPersons = statement(
  `
  select ${selectList('p', persons)}
  from jsonb_array_elements_text($1::jsonb) as e (email_key)
  join persons p on p.email_key = e.email_key and p.kind in ('ADMIN', 'CONSUMER', 'OPERATOR', 'PARTY')`,
  persons,
)

export const storedSubjects = statement(
  `
  select p.id, p.kind, p.subject, p.email
  from jsonb_to_recordset($1::jsonb) as s (kind text, subject text)
  join persons p on p.kind = s.kind and p.subject = s.subject`,
  { id: 'bigint', kind: typed<LoginKind>('text'), subject: 'text | null', email: 'text' },
)

export const storedAdmins = statement(`select id from persons where kind = 'ADMIN' and active and not blocked`, {
  id: 'bigint',
})
