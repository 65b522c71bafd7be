import { requireCredentials, worksOnCases } from '../../auth/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { RequestContext } from '../../context.ts'
import { valueOf } from '../case-data.rules.ts'
import { caseFacts, type CaseRow } from '../case-facts.ts'
import type { UpdateCaseErrorCode } from '../case.errors.ts'
import { changeCase, type ChangeInput } from '../change/change-case.ts'
import type { ChangeResult } from '../change/change-result.ts'
import { checkComments, type NewComment, requirePublicComments } from '../comments/comment.rules.ts'
import type { CaseInput } from './case-input.rules.ts'
import { decideUpdate, type UpdatedValues } from './update-case.rules.ts'
import type { ChangedValue } from '../case.entity.ts'
import { type Change, changed } from '../change/write-change.ts'

export interface UpdateCaseInput extends CaseInput, ChangeInput {
  comments?: readonly { text: string; internal?: boolean | null | undefined }[] | null | undefined
}

/** Changes a case and adds comments to it. Login: operator or party. */
export function updateCase(
  context: RequestContext,
  input: UpdateCaseInput,
): Promise<ChangeResult<UpdateCaseErrorCode>> {
  const { categoryCode, typeCode, status, resolution, caseData } = input
  const requested = { categoryCode, typeCode, status, resolution, caseData }
  return changeValues(context, { name: 'updateCase', requested }, input, () => input)
}

/** Changes the values of a case that `inputFor` returns for the stored case, and adds comments. */
export async function changeValues(
  context: RequestContext,
  { name, requested }: { name: string; requested: object },
  input: ChangeInput & Pick<UpdateCaseInput, 'comments'>,
  inputFor: (current: CaseRow, catalogue: Catalogue) => CaseInput,
): Promise<ChangeResult<UpdateCaseErrorCode>> {
  // Missing credentials are reported before the input is, as over REST.
  requireCredentials(context)
  const comments = checkComments(input.comments)
  return changeCase(context, input, {
    name,
    requested: { ...requested, comments },
    facts: caseFacts,
    key: {},
    isLoginAllowed(viewer) {
      requirePublicComments(viewer, comments)
      return worksOnCases(viewer)
    },
    decide(facts, catalogue) {
      const decided = decideUpdate(facts, inputFor(facts.case, catalogue), catalogue)
      return 'problems' in decided ? decided : { change: toChange(decided.values, facts.case, comments) }
    },
  })
}

/** Returns null if the case already has these values and no comment is added. */
function toChange(updated: UpdatedValues, current: CaseRow, comments: NewComment[]): Change | null {
  const changes = [
    ...changed(['categoryCode'], current.categoryCode, updated.categoryCode),
    ...changed(['typeCode'], current.typeCode, updated.typeCode),
    ...changed(['status'], current.status, updated.status),
    ...changed(['resolution'], current.resolution, updated.resolution),
    ...changedFields(current.caseData, updated.caseData),
  ]
  if (changes.length === 0 && comments.length === 0) return null
  const values = { ...updated, assigneeId: current.assigneeId, groupId: current.groupId }
  return { kind: 'UPDATED', values, changes, comments }
}

/** A field that is missing before or after the change counts as null. */
function changedFields(from: CaseRow['caseData'], to: CaseRow['caseData']): ChangedValue[] {
  if (from === to) return []
  const names = new Set([...Object.keys(from), ...Object.keys(to)])
  return [...names].flatMap((name) => changed(['caseData', name], valueOf(from, name), valueOf(to, name)))
}
