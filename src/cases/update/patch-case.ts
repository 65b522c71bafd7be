import type { RequestContext } from '../../context.ts'
import type { UpdateCaseErrorCode } from '../case.errors.ts'
import type { ChangeInput } from '../change/change-case.ts'
import type { ChangeResult } from '../change/change-result.ts'
import { type CasePatch, mergePatch, withoutEmptyData } from './patch-case.rules.ts'
import { changeValues, type UpdateCaseInput } from './update-case.ts'

/** `patch` is a separate object, because null in it is not the same as absent. */
export interface PatchCaseInput extends ChangeInput, Pick<UpdateCaseInput, 'comments'> {
  patch: CasePatch
}

/** Changes only the values of a case that the patch contains, and adds comments. Login: operator or party. */
export function patchCase(context: RequestContext, input: PatchCaseInput): Promise<ChangeResult<UpdateCaseErrorCode>> {
  const operation = { name: 'patchCase', requested: { patch: withoutEmptyData(input.patch) } }
  return changeValues(context, operation, input, (current, catalogue) => mergePatch(current, input.patch, catalogue))
}
