import type { AssignCaseErrorCode, Problem } from './case.errors.ts'

/** What was found of the one assignee that a request names. Columns are null where nothing was found. */
export interface AssigneeFacts {
  operator_id: number | null
  operator_email: string | null
  operator_active: boolean | null
  operator_blocked: boolean | null
  /** Authorised for the case's type, itself or through an active group. */
  operator_authorised: boolean
  /** An active group only: an inactive one does not exist. */
  target_group_id: number | null
  target_group_name: string | null
}

export interface Assignee {
  assigneeId: number | null
  groupId: number | null
  /** The operator's e-mail address or the group's name. */
  name: string
}

/** The assignee, or the first thing that is wrong with it. Absent and null mean not sent, an empty string is sent. */
export function decideAssignee(
  input: { email?: string | null | undefined; groupName?: string | null | undefined },
  facts: AssigneeFacts,
): { problems: Problem<AssignCaseErrorCode>[] } | Assignee {
  if (input.email != null && input.groupName != null) {
    return problem('invalid', 'Send either email or groupName, not both.', [])
  }
  if (input.email != null) return decideOperator(facts)
  if (input.groupName != null) return decideGroup(facts)
  return problem('missing', 'Either email or groupName is required.', [])
}

function decideOperator(facts: AssigneeFacts): ReturnType<typeof decideAssignee> {
  const path = ['email']
  if (facts.operator_id === null || !facts.operator_active) {
    return problem('operatorNotValid', 'email must be the email address of an active operator.', path)
  }
  if (facts.operator_blocked) return problem('blocked', 'email must not belong to a blocked operator.', path)
  if (!facts.operator_authorised) {
    return problem('isNotAuthorized', 'email must belong to an operator who is authorised for the case type.', path)
  }
  return { assigneeId: facts.operator_id, groupId: null, name: facts.operator_email ?? '' }
}

function decideGroup(facts: AssigneeFacts): ReturnType<typeof decideAssignee> {
  if (facts.target_group_id === null) {
    return problem('invalidName', 'groupName must be the name of an active operator group.', ['groupName'])
  }
  return { assigneeId: null, groupId: facts.target_group_id, name: facts.target_group_name ?? '' }
}

function problem(code: AssignCaseErrorCode, message: string, path: string[]) {
  return { problems: [{ code, message, path }] }
}
