import { type Queryable, statement } from '../database/statement.ts'
import { emailKey } from '../people/email.ts'
import type { RequestContext } from '../context.ts'
import { isValidPostgresText } from '../database/valid-text.ts'
import { type Assignee, type AssigneeFacts, decideAssignee } from './assign-case.rules.ts'
import type { AssignCaseErrorCode } from './case.errors.ts'
import {
  type CaseFacts,
  caseFacts,
  type CaseFactsRow,
  type CaseKey,
  type ModifiableFacts,
  toCaseFacts,
} from './case-facts.ts'
import { changeCase, type ChangeResult } from './change-case.ts'
import { type Change, changed } from './write-change.ts'

export interface AssignCaseInput {
  caseInstanceId: string
  email?: string | null | undefined
  groupName?: string | null | undefined
}

export interface AssignFacts extends CaseFacts {
  target: AssigneeFacts
  assignee_email: string | null
  group_name: string | null
}

type AssignFactsRow = CaseFactsRow & AssigneeFacts & Pick<AssignFacts, 'assignee_email' | 'group_name'>

/** A case, and whom it is to be assigned to; null where nobody can have this address or name. */
export interface AssignKey extends CaseKey {
  email: string | null
  groupName: string | null
}

const loadAssignFacts = statement<AssignFactsRow>(`
select ${caseFacts.columns},
  o.id as operator_id, o.email as operator_email, o.active as operator_active, o.blocked as operator_blocked,
  exists (
    select from operator_authorisations a where a.operator_id = o.id and a.type_code = c.type_code
  ) as operator_authorised,
  g.id as target_group_id, g.name as target_group_name,
  present_assignee.email as assignee_email, present_group.name as group_name
from unnest($1::text[], $2::bigint[], $3::text[], $4::text[])
  with ordinality as k (token_hash, case_id, email_key, group_name, place)
${caseFacts.sources.sessions}
${caseFacts.sources.cases}
left join persons o on o.kind = 'OPERATOR' and o.email_key = k.email_key
left join operator_groups g on g.name = k.group_name and g.active
left join persons present_assignee on present_assignee.id = c.assignee_id
left join operator_groups present_group on present_group.id = c.group_id`)

export async function queryAssignFacts(
  database: Queryable,
  keys: readonly AssignKey[],
): Promise<(AssignFacts & { place: number })[]> {
  const rows = await database.run(loadAssignFacts, [
    keys.map(({ tokenHash }) => tokenHash),
    keys.map(({ caseId }) => caseId),
    keys.map(({ email }) => email),
    keys.map(({ groupName }) => groupName),
  ])
  return rows.map((row) => {
    const { assignee_email, group_name } = row
    return { ...toCaseFacts(row), target: row, assignee_email, group_name }
  })
}

/** Assigns a case to one operator or to one group, instead of whom it was assigned to. Login: operator. */
export async function assignCase(
  context: RequestContext,
  input: AssignCaseInput,
): Promise<ChangeResult<AssignCaseErrorCode>> {
  const target = { email: searchable(input.email && emailKey(input.email)), groupName: searchable(input.groupName) }
  return changeCase(context, input.caseInstanceId, {
    load: (key, transaction) => context.caseLoader.assignFacts({ ...key, ...target }, transaction),
    isLoginAllowed: ({ login }) => login === 'OPERATOR',
    decide(facts) {
      const decided = decideAssignee(input, facts.target)
      return 'problems' in decided ? decided : { change: changeTo(decided, facts) }
    },
  })
}

/** What PostgreSQL cannot store it also refuses as a parameter; nothing has such a name. */
function searchable(text: string | null | undefined): string | null {
  return text != null && isValidPostgresText(text) ? text : null
}

/** Null where the case is assigned so already. */
function changeTo({ assigneeId, groupId, name }: Assignee, facts: ModifiableFacts<AssignFacts>): Change | null {
  const { case: current, assignee_email, group_name } = facts
  if (assigneeId === current.assignee_id && groupId === current.group_id) return null
  const changes = [
    ...changed(['assignee'], assignee_email, assigneeId === null ? null : name),
    ...changed(['group'], group_name, groupId === null ? null : name),
  ]
  return {
    kind: 'ASSIGNED',
    typeCode: current.type_code,
    categoryCode: current.category_code,
    status: current.status,
    resolution: current.resolution,
    caseData: current.case_data,
    assigneeId,
    groupId,
    changes,
    comments: [],
  }
}
