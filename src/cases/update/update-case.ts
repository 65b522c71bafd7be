import { requireCredentials, type Viewer, worksOnCases } from '../../viewer/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { RequestContext } from '../../context.ts'
import type { Loader } from '../../database/statements/batched.ts'
import type { CaseFacts, CaseKey, CaseRow, ModifiableFacts } from '../case-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { type CaseInput, changedValues, type SettableValues } from '../values/case-values.ts'
import { changeCase, type ChangeInput, type Decision } from '../change/change-case.ts'
import type { FreeAttachments } from '../change/attachment-facts.ts'
import { loadCase } from '../change/attachment-facts.ts'
import type { ChangeResult } from '../change/case-answer.ts'
import { type NewComment, requireFreeAttachments } from '../values/comment.rules.ts'
import {
  type CheckedInput,
  checkInput,
  requireAllowedInput,
  requireKnownCodes,
  type SentInput,
} from '../values/sent-input.rules.ts'
import { mergePatch, withCleared, withoutEmptyData } from './patch-case.rules.ts'
import { afterPartyComment } from '../values/comment-effects.rules.ts'
import { decideValues } from './update-case.rules.ts'
import type { Change } from '../change/change.ts'

export interface UpdateCaseInput extends SentInput, ChangeInput {}

/** Changes a case and adds comments to it. Login: operator or party. */
export async function updateCase(
  context: RequestContext,
  input: UpdateCaseInput,
): Promise<ChangeResult<ErrorCodeOf<'updateCase'>>> {
  // Missing credentials are reported before the input is, as over REST.
  requireCredentials(context)
  const sent = checkInput(input)
  return changeCase(context, input, {
    name: 'updateCase',
    requested: { ...sent.values, comments: sent.comments },
    ...accessFor(sent),
    decide(facts, catalogue) {
      requireKnownCodes(input, facts.case, catalogue)
      return decideUpdate(facts, sent.values, sent.comments, catalogue)
    },
  })
}

/** Changes only the values of a case that the patch contains, and adds comments. Login: operator or party. */
export async function patchCase(
  context: RequestContext,
  input: UpdateCaseInput,
): Promise<ChangeResult<ErrorCodeOf<'updateCase'>>> {
  requireCredentials(context)
  const { values, comments } = checkInput(input)
  const patch = withCleared(values)
  return changeCase(context, input, {
    name: 'patchCase',
    // A separate member, because null in it is not the same as absent.
    requested: { patch: withoutEmptyData(patch), comments },
    ...accessFor({ values: patch, comments }),
    decide(facts, catalogue) {
      requireKnownCodes(withCleared(input), facts.case, catalogue)
      return decideUpdate(facts, mergePatch(facts, patch, catalogue), comments, catalogue)
    },
  })
}

/** What both load, and who may send this. */
function accessFor({ values, comments }: CheckedInput) {
  return {
    load: (db: Loader, key: CaseKey) => loadCase(db, key, comments),
    isLoginAllowed(viewer: Viewer) {
      requireAllowedInput(viewer, values, comments)
      return worksOnCases(viewer)
    },
  }
}

/** `input`: complete, as of an update. */
function decideUpdate(
  facts: ModifiableFacts<CaseFacts & FreeAttachments>,
  input: CaseInput,
  comments: NewComment[],
  catalogue: Catalogue,
): Decision<ErrorCodeOf<'updateCase'>> {
  requireFreeAttachments(comments, facts.freeAttachments)
  const decided = decideValues(facts, input, catalogue)
  if ('problems' in decided) return decided
  // A status that is sent wins.
  const values =
    input.status == null
      ? afterPartyComment(decided.values, { login: facts.viewer.login, comments }, catalogue)
      : decided.values
  return { change: toChange(values, facts.case, comments) }
}

/** Returns null if the case already has these values and no comment is added. */
function toChange(updated: SettableValues, current: CaseRow, comments: NewComment[]): Change | null {
  const changes = changedValues(current, updated)
  if (changes.length === 0 && comments.length === 0) return null
  const values = { ...updated, assigneeId: current.assigneeId, groupId: current.groupId }
  return { kind: 'UPDATED', values, changes, comments }
}
