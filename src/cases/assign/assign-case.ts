import type { RequestContext } from '../../context.ts'
import { searchableText } from '../../database/statements/valid-text.ts'
import { emailKey } from '../../people/email.ts'
import { type Assignee, decideAssignee } from './assign-case.rules.ts'
import { type AssignFacts, assignFacts } from './assign-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import type { ModifiableFacts } from '../case-facts.ts'
import { changed } from '../values/case-values.ts'
import { changeCase, type ChangeInput } from '../change/change-case.ts'
import type { ChangeResult } from '../change/case-answer.ts'
import type { Change } from '../change/change.ts'

export interface AssignCaseInput extends ChangeInput {
  email?: string | null | undefined
  groupName?: string | null | undefined
}

/** Assigns a case to one operator or one group, replacing the current assignee. Login: operator. */
export async function assignCase(
  context: RequestContext,
  input: AssignCaseInput,
): Promise<ChangeResult<ErrorCodeOf<'assignCase'>>> {
  const requested = { email: input.email && emailKey(input.email), groupName: input.groupName }
  const target = { emailKey: searchableText(requested.email), groupName: searchableText(requested.groupName) }
  return changeCase(context, input, {
    name: 'assignCase',
    requested,
    load: (db, key) => db.load(assignFacts, { ...key, ...target }),
    forOperators: true,
    decide(facts) {
      const decided = decideAssignee(input, facts.target)
      return 'problems' in decided ? decided : { change: toChange('ASSIGNED', decided, facts) }
    },
  })
}

/** Returns null if the case is already assigned like this. */
function toChange(
  kind: 'ASSIGNED' | 'UNASSIGNED',
  { assigneeId, groupId, name }: Assignee,
  facts: ModifiableFacts<AssignFacts>,
): Change | null {
  if (assigneeId === facts.case.assigneeId && groupId === facts.case.groupId) return null
  const changes = [
    ...changed(['assignee'], facts.assigneeEmail, assigneeId === null ? null : name),
    ...changed(['group'], facts.groupName, groupId === null ? null : name),
  ]
  const values = { ...facts.case, assigneeId, groupId }
  return { kind, values, changes, comments: [], persons: [assigneeId, facts.unerasedAssigneeId] }
}

const nobody: Assignee = { assigneeId: null, groupId: null, name: '' }

/** Removes the assignee or the group of a case. Succeeds and writes nothing if it has none. Login: operator. */
export function unassignCase(
  context: RequestContext,
  input: ChangeInput,
): Promise<ChangeResult<ErrorCodeOf<'unassignCase'>>> {
  return changeCase(context, input, {
    name: 'unassignCase',
    requested: {},
    load: (db, key) => db.load(assignFacts, { ...key, emailKey: null, groupName: null }),
    forOperators: true,
    decide: (facts) => ({ change: toChange('UNASSIGNED', nobody, facts) }),
  })
}
