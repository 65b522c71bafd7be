// How an operator is related to a type and to a group, in SQL. The view `operator_authorisations` includes the
// authorisations of active groups. `offset 0` keeps PostgreSQL from reading and hashing whole tables to check a few rows.

/** Whether the operator, or an active group of the operator, is authorised for the type. */
export const isAuthorised = (operator: string, typeCode: string) => `exists (
    select from operator_authorisations a where a.operator_id = ${operator} and a.type_code = ${typeCode} offset 0
  )`

/** Whether the operator is a member of the group, and the group is active. */
export const isMember = (operator: string, group: string) => `exists (
    select from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = ${operator} and m.group_id = ${group} offset 0
  )`
