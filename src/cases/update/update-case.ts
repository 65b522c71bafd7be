import { requireCredentials } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { CaseRow } from '../case-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { changedValues, type SettableValues } from '../values/case-values.ts'
import { changeCase, type ChangeInput } from '../change/change-case.ts'
import { loadCase } from '../change/attachment-facts.ts'
import type { ChangeResult } from '../change/case-answer.ts'
import { type NewComment, requireFreeAttachments } from '../values/comment.rules.ts'
import { checkInput, requireAllowedInput, requireKnownCodes, type SentInput } from '../values/sent-input.rules.ts'
import { mergePatch, withCleared, withoutEmptyData } from './patch-case.rules.ts'
import { afterPartyComment } from '../values/comment-effects.rules.ts'
import { decideValues } from './update-case.rules.ts'
import type { Change } from '../change/change.ts'

export interface UpdateCaseInput extends SentInput, ChangeInput {}

type UpdateResult = ChangeResult<ErrorCodeOf<'updateCase'>>

/** Changes a case and adds comments to it. Login: operator or party. */
export const updateCase = (context: RequestContext, input: UpdateCaseInput) => update('updateCase', context, input)

/** Changes only the values of a case that the patch contains, and adds comments. Login: operator or party. */
export const patchCase = (context: RequestContext, input: UpdateCaseInput) => update('patchCase', context, input)

async function update(
  name: 'updateCase' | 'patchCase',
  context: RequestContext,
  input: UpdateCaseInput,
): Promise<UpdateResult> {
  // Missing credentials are reported before the input is, as over REST.
  requireCredentials(context)
  const { values: checked, comments } = checkInput(input)
  const isPatch = name === 'patchCase'
  const sent = isPatch ? withCleared(checked) : checked
  return changeCase(context, input, {
    name,
    // A patch is a separate member, because null in it is not the same as absent.
    requested: { ...(isPatch ? { patch: withoutEmptyData(sent) } : sent), comments },
    load: (db, key) => loadCase(db, key, comments),
    requireAllowed: (viewer) => requireAllowedInput(viewer, sent, comments),
    decide(facts, catalogue) {
      requireKnownCodes(isPatch ? withCleared(input) : input, facts.case, catalogue)
      requireFreeAttachments(comments, facts.freeAttachments)
      const decided = decideValues(facts, isPatch ? mergePatch(facts, sent, catalogue) : sent, catalogue)
      if ('problems' in decided) return decided
      const added = { login: facts.viewer.login, comments }
      // A status that is sent wins.
      const values = sent.status == null ? afterPartyComment(decided.values, added, catalogue) : decided.values
      return { change: toChange(values, facts.case, comments) }
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
