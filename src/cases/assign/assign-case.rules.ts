import type { Problem } from '../../errors/problems.ts'
import type { AssignmentTarget } from './assign-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'

export interface Assignee {
  assigneeId: number | null
  groupId: number | null
  /** The operator's email address or the group's name. */
  name: string
}

type Decision = { problems: Problem<ErrorCodeOf<'assignCase'>>[] } | Assignee

/** The assignee, or the first problem. Absent and null mean not sent; an empty string is sent. */
export function decideAssignee(
  input: { email?: string | null | undefined; groupName?: string | null | undefined },
  target: AssignmentTarget,
): Decision {
  if (input.email != null && input.groupName != null) {
    return problem('invalid', 'Send either email or groupName, not both.', [])
  }
  if (input.email != null) return decideOperator(target)
  if (input.groupName == null) return problem('missing', 'Either email or groupName is required.', [])
  if (target.targetGroupId === null) {
    return problem('invalidName', 'groupName must be the name of an active operator group.', ['groupName'])
  }
  return { assigneeId: null, groupId: target.targetGroupId, name: target.targetGroupName ?? '' }
}

function decideOperator(target: AssignmentTarget): Decision {
  const path = ['email']
  if (target.operatorId === null || !target.operatorActive) {
    return problem('operatorNotValid', 'email must be the email address of an active operator.', path)
  }
  if (target.operatorBlocked) return problem('blocked', 'email must not belong to a blocked operator.', path)
  if (!target.operatorAuthorised) {
    return problem('isNotAuthorized', 'email must belong to an operator who is authorised for the case type.', path)
  }
  return { assigneeId: target.operatorId, groupId: null, name: target.operatorEmail ?? '' }
}

function problem(code: ErrorCodeOf<'assignCase'>, message: string, path: string[]): Decision {
  return { problems: [{ code, message, path }] }
}
