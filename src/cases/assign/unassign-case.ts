import type { RequestContext } from '../../context.ts'
import { assignFacts } from './assign-facts.ts'
import type { UnassignCaseErrorCode } from '../case.errors.ts'
import { changeCase, type ChangeInput } from '../change/change-case.ts'
import type { ChangeResult } from '../change/change-result.ts'
import { changed } from '../change/write-change.ts'

/** Removes the assignee or the group of a case. Succeeds and writes nothing if it has none. Login: operator. */
export function unassignCase(
  context: RequestContext,
  input: ChangeInput,
): Promise<ChangeResult<UnassignCaseErrorCode>> {
  return changeCase(context, input, {
    name: 'unassignCase',
    requested: {},
    facts: assignFacts,
    key: { emailKey: null, groupName: null },
    isLoginAllowed: ({ login }) => login === 'OPERATOR',
    decide({ case: current, assigneeEmail, unerasedAssigneeId, groupName }) {
      const changes = [...changed(['assignee'], assigneeEmail, null), ...changed(['group'], groupName, null)]
      if (changes.length === 0) return { change: null }
      const values = { ...current, assigneeId: null, groupId: null }
      return { change: { kind: 'UNASSIGNED', values, changes, comments: [], persons: [unerasedAssigneeId] } }
    },
  })
}
