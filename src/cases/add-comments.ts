import { requireCredentials } from '../auth/viewer.ts'
import type { RequestContext } from '../context.ts'
import type { AddCommentsErrorCode } from './case.errors.ts'
import { changeCase, type ChangeInput } from './change-case.ts'
import type { ChangeResult } from './change-result.ts'
import { requirePublicComments } from './comment-permission.rules.ts'
import { checkComments } from './comment.rules.ts'

export interface AddCommentsInput extends ChangeInput {
  comments: readonly { text: string; internal?: boolean | null | undefined }[]
}

/** Adds comments to a case and changes nothing else. Login: operator or party. */
export async function addComments(
  context: RequestContext,
  input: AddCommentsInput,
): Promise<ChangeResult<AddCommentsErrorCode>> {
  // Missing credentials are reported before the input is, as over REST.
  requireCredentials(context)
  const comments = checkComments(input.comments)
  return changeCase(context, input, {
    name: 'addComments',
    requested: { comments },
    load: (key, transaction) => context.caseLoader.facts(key, transaction),
    isLoginAllowed(viewer) {
      requirePublicComments(viewer, comments)
      return viewer.login !== 'CONSUMER'
    },
    decide: ({ case: values }) => ({
      change: comments.length === 0 ? null : { kind: 'COMMENTED', values, changes: [], comments },
    }),
  })
}
