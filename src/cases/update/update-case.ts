import { requireCredentials, worksOnCases } from '../../viewer/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { RequestContext } from '../../context.ts'
import { caseFacts, type CaseRow, type ModifiableFacts } from '../case-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { type CaseInput, changedValues, type SettableValues } from '../values/case-values.ts'
import { changeCase, type ChangeInput } from '../change/change-case.ts'
import type { ChangeResult } from '../change/case-answer.ts'
import type { NewComment } from '../values/comment.rules.ts'
import { checkInput, requireAllowedInput, type SentInput } from '../values/sent-input.rules.ts'
import { mergePatch, withCleared, withoutEmptyData } from './patch-case.rules.ts'
import { decideValues } from './update-case.rules.ts'
import type { Change } from '../change/write-change.ts'

export interface UpdateCaseInput extends SentInput, ChangeInput {}

/** Changes a case and adds comments to it. Login: operator or party. */
export function updateCase(
  context: RequestContext,
  input: UpdateCaseInput,
): Promise<ChangeResult<ErrorCodeOf<'updateCase'>>> {
  return changeValues(context, input, (values) => ({
    name: 'updateCase',
    values,
    requested: values,
    inputFor: () => values,
  }))
}

/** Changes only the values of a case that the patch contains, and adds comments. Login: operator or party. */
export function patchCase(
  context: RequestContext,
  input: UpdateCaseInput,
): Promise<ChangeResult<ErrorCodeOf<'updateCase'>>> {
  return changeValues(context, input, (sent) => {
    const values = withCleared(sent)
    return {
      name: 'patchCase',
      values,
      // A separate member, because null in it is not the same as absent.
      requested: { patch: withoutEmptyData(values) },
      inputFor: (facts, catalogue) => mergePatch(facts, values, catalogue),
    }
  })
}

interface ValueChange {
  name: 'updateCase' | 'patchCase'
  /** What is sent of the values. */
  values: CaseInput
  /** What makes two requests the same. */
  requested: object
  /** The complete input for the stored case. */
  inputFor(facts: ModifiableFacts, catalogue: Catalogue): CaseInput
}

/** Changes values of a case, and adds comments. `changeFor` returns the change for the values that were sent, as they are stored. */
async function changeValues(
  context: RequestContext,
  input: UpdateCaseInput,
  changeFor: (sent: CaseInput) => ValueChange,
): Promise<ChangeResult<ErrorCodeOf<'updateCase'>>> {
  // Missing credentials are reported before the input is, as over REST.
  requireCredentials(context)
  const { values: sent, comments } = checkInput(input)
  const { name, values, requested, inputFor } = changeFor(sent)
  return changeCase(context, input, {
    name,
    requested: { ...requested, comments },
    load: (db, key) => db.load(caseFacts, key),
    isLoginAllowed(viewer) {
      requireAllowedInput(viewer, values, comments)
      return worksOnCases(viewer)
    },
    decide(facts, catalogue) {
      const decided = decideValues(facts, inputFor(facts, catalogue), catalogue)
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
