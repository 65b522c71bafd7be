import type { Viewer } from '../../viewer/viewer.ts'
import { isAvailable, isSystem } from '../../catalogue/available.rules.ts'
import { type Catalogue, typeCategoryKey } from '../../catalogue/catalogue.ts'
import type { Problem } from '../../errors/problems.ts'
import type { CaseDataResult } from '../values/case-data.rules.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import type { CaseInput } from '../values/case-values.ts'

/** The codes of a stored case. Null for a new case. */
type CurrentCodes = { typeCode: string; categoryCode: string } | null

export type CaseInputProblem = Problem<ErrorCodeOf<'updateCase'> & ErrorCodeOf<'createCase'>>

/** All problems with the codes, in the order of checks. */
export function checkCodes(
  viewer: Viewer,
  current: CurrentCodes,
  input: CaseInput,
  catalogue: Catalogue,
): CaseInputProblem[] {
  const problems: CaseInputProblem[] = []
  for (const field of ['categoryCode', 'typeCode'] as const) {
    if (input[field] == null) {
      problems.push({ code: 'CodeRequired', message: `${field} is required.`, path: [field] })
    }
  }
  if (isSystem(input.categoryCode, catalogue) || isSystem(current?.categoryCode, catalogue)) {
    const message = 'categoryCode must not be a system category, and a case in a system category cannot be updated.'
    problems.push({ code: 'CategorySystemNode', message, path: ['categoryCode'] })
  }
  if (problems.length > 0 || input.typeCode == null || input.categoryCode == null) return problems
  return checkTypeCategory(viewer, current, input.typeCode, input.categoryCode, catalogue)
}

/** Codes that the case already has are accepted, even if they are no longer active or granted. */
function checkTypeCategory(
  viewer: Viewer,
  current: CurrentCodes,
  typeCode: string,
  categoryCode: string,
  catalogue: Catalogue,
): CaseInputProblem[] {
  if (typeCode === current?.typeCode && categoryCode === current.categoryCode) return []
  const invalid = (field: string, message: string): CaseInputProblem[] => [
    { code: 'InvalidCode', message, path: [field] },
  ]
  if (!catalogue.categories.get(categoryCode)?.active) {
    return invalid('categoryCode', 'categoryCode must be the code of an active category.')
  }
  const typeCategory = catalogue.typeCategories.get(typeCategoryKey({ typeCode, categoryCode }))
  return typeCategory && isAvailable(typeCategory, viewer.touchpointCode, catalogue)
    ? []
    : invalid('typeCode', 'typeCode must be an active type of this category that is granted to the touchpoint.')
}

/** The problem of a status or a resolution that is not allowed. The current name is, even if it is no longer active. */
export function checkName(
  field: 'status' | 'resolution',
  subject: string,
  current: string | null,
  sent: string | null | undefined,
  allowed: { name: string }[],
): Problem<'InvalidName'>[] {
  if (sent == null || sent === current || allowed.some(({ name }) => name === sent)) return []
  const names = new Set([...(current === null ? [] : [current]), ...allowed.map(({ name }) => name)])
  return [{ code: 'InvalidName', message: `${subject} must be one of: ${[...names].join(', ')}.`, path: [field] }]
}

export function caseDataProblems({ problems }: CaseDataResult): CaseInputProblem[] {
  return problems.map(({ field, message }) => ({
    code: 'invalidCaseField',
    message,
    path: field === null ? ['caseData'] : ['caseData', field],
  }))
}
