import { requireCredentials, worksOnCases } from '../../auth/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { RequestContext } from '../../context.ts'
import { caseFacts, type CaseRow } from '../case-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { type CaseInput, changedValues, sentValues, type SettableValues } from '../case-values.ts'
import { changeCase, type ChangeInput } from '../change/change-case.ts'
import type { ChangeResult } from '../change/case-answer.ts'
import { checkComments, type NewComment, requirePublicComments, type SentComment } from '../comments/comment.rules.ts'
import { mergePatch, withoutEmptyData } from './patch-case.rules.ts'
import { decideValues } from './update-case.rules.ts'
import type { Change } from '../change/write-change.ts'

export interface UpdateCaseInput extends CaseInput, ChangeInput {
  comments?: readonly SentComment[] | null | undefined
}

/** Changes a case and adds comments to it. Login: operator or party. */
export function updateCase(
  context: RequestContext,
  input: UpdateCaseInput,
): Promise<ChangeResult<ErrorCodeOf<'updateCase'>>> {
  return changeValues(context, { name: 'updateCase', requested: sentValues(input) }, input, () => input)
}

/** Changes only the values of a case that the patch contains, and adds comments. Login: operator or party. */
export function patchCase(
  context: RequestContext,
  input: UpdateCaseInput,
): Promise<ChangeResult<ErrorCodeOf<'updateCase'>>> {
  const patch = sentValues(input)
  // A separate member, because null in it is not the same as absent.
  const operation = { name: 'patchCase', requested: { patch: withoutEmptyData(patch) } }
  return changeValues(context, operation, input, (current, catalogue) => mergePatch(current, patch, catalogue))
}

/** Changes the values of a case that `inputFor` returns for the stored case, and adds comments. */
async function changeValues(
  context: RequestContext,
  { name, requested }: { name: string; requested: object },
  input: ChangeInput & Pick<UpdateCaseInput, 'comments'>,
  inputFor: (current: CaseRow, catalogue: Catalogue) => CaseInput,
): Promise<ChangeResult<ErrorCodeOf<'updateCase'>>> {
  // Missing credentials are reported before the input is, as over REST.
  requireCredentials(context)
  const comments = checkComments(input.comments)
  return changeCase(context, input, {
    name,
    requested: { ...requested, comments },
    load: (db, key) => db.load(caseFacts, key),
    isLoginAllowed(viewer) {
      requirePublicComments(viewer, comments)
      return worksOnCases(viewer)
    },
    decide(facts, catalogue) {
      const decided = decideValues(facts, inputFor(facts.case, catalogue), catalogue)
      return 'problems' in decided ? decided : { change: toChange(decided.values, facts.case, comments) }
    },
  })
}

/** Returns null if the case already has these values and no comment is added. */
function toChange(updated: SettableValues, current: CaseRow, comments: NewComment[]): Change | null {
  const changes = changedValues(current, updated)
  if (changes.length === 0 && comments.length === 0) return null
  const values = { ...updated, assigneeId: current.assigneeId, groupId: current.groupId }
  return { kind: 'UPDATED', values, changes, comments }
}
