import type { RequestContext } from '../../context.ts'
import type { UpdateCaseErrorCode } from '../case.errors.ts'
import { sentValues } from '../case-values.ts'
import type { ChangeResult } from '../change/change-result.ts'
import { mergePatch, withoutEmptyData } from './patch-case.rules.ts'
import { changeValues, type UpdateCaseInput } from './update-case.ts'

/** Changes only the values of a case that the patch contains, and adds comments. Login: operator or party. */
export function patchCase(context: RequestContext, input: UpdateCaseInput): Promise<ChangeResult<UpdateCaseErrorCode>> {
  const patch = sentValues(input)
  // A separate member, because null in it is not the same as absent.
  const operation = { name: 'patchCase', requested: { patch: withoutEmptyData(patch) } }
  return changeValues(context, operation, input, (current, catalogue) => mergePatch(current, patch, catalogue))
}
