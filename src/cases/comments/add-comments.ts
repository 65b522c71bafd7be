import { requireCredentials, worksOnCases } from '../../auth/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { caseFacts } from '../case-facts.ts'
import { changeCase, type ChangeInput } from '../change/change-case.ts'
import type { ChangeResult } from '../change/change-result.ts'
import { checkComments, requirePublicComments, type SentComment } from './comment.rules.ts'

export interface AddCommentsInput extends ChangeInput {
  comments: readonly SentComment[]
}

export interface AddedComments {
  /** Whether comments were added: by this request, or by an earlier one with its key. */
  isAdded: boolean
}

/** Adds comments to a case and changes nothing else. Login: operator or party. */
export async function addComments(
  context: RequestContext,
  input: AddCommentsInput,
): Promise<ChangeResult<ErrorCodeOf<'addComments'>, AddedComments>> {
  // Missing credentials are reported before the input is, as over REST.
  requireCredentials(context)
  const comments = checkComments(input.comments)
  const result: ChangeResult<ErrorCodeOf<'addComments'>> = await changeCase(context, input, {
    name: 'addComments',
    requested: { comments },
    load: (db, key) => db.load(caseFacts, key),
    isLoginAllowed(viewer) {
      requirePublicComments(viewer, comments)
      return worksOnCases(viewer)
    },
    decide: ({ case: values }) => ({
      change: comments.length === 0 ? null : { kind: 'COMMENTED', values, changes: [], comments },
    }),
  })
  return 'problems' in result ? result : { ...result, isAdded: comments.length > 0 && !input.dryRun }
}
