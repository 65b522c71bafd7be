import { isAuthorised } from '../../auth/operator-relations.ts'
import type { RowOfBatched } from '../../database/statements/batched.ts'
import { columns, type RowOf } from '../../database/statements/columns.ts'
import { factsOfCase } from '../case-facts.ts'

/** The operator or group that a request names. The columns are null if there is none. */
const targetColumns = columns({
  operatorId: 'bigint | null',
  operatorEmail: 'text | null',
  operatorActive: 'boolean | null',
  operatorBlocked: 'boolean | null',
  /** Whether the operator, or an active group of the operator, is authorised for the case's type. */
  operatorAuthorised: 'boolean',
  /** Of an active group. An inactive group counts as not existing. */
  targetGroupId: 'bigint | null',
  targetGroupName: 'text | null',
})

export type AssignmentTarget = RowOf<typeof targetColumns>

/** A case, its assignee, and the new one. Email and group name are null if they are not sent or cannot exist. */
export const assignFacts = factsOfCase({
  keys: { emailKey: 'text | null', groupName: 'text | null' },
  columns: {
    target: targetColumns,
    /** The current assignee's address and the current group's name. */
    assigneeEmail: 'text | null',
    /** The current assignee, if it is not erased. */
    unerasedAssigneeId: 'bigint | null',
    groupName: 'text | null',
  },
  select: `,
  o.id as operator_id, o.email as operator_email, o.active as operator_active, o.blocked as operator_blocked,
  ${isAuthorised('o.id', 'c.type_code')} as operator_authorised,
  g.id as target_group_id, g.name as target_group_name,
  current_assignee.email as assignee_email,
  case when current_assignee.erased_at is null then current_assignee.id end as unerased_assignee_id,
  current_group.name as group_name`,
  joins: `
left join persons o on o.kind = 'OPERATOR' and o.email_key = k.email_key
left join operator_groups g on g.name = k.group_name and g.active
left join persons current_assignee on current_assignee.id = c.assignee_id
left join operator_groups current_group on current_group.id = c.group_id`,
})

export type AssignFacts = RowOfBatched<typeof assignFacts>
