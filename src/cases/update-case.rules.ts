import type { Viewer } from '../auth/viewer.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { typeCategoryKey } from '../catalogue/type-category-key.ts'
import type { Problem } from '../errors.ts'
import { type CaseData, checkCaseData, fitCaseData } from './case-data.rules.ts'
import type { CaseRow, ModifiableFacts } from './case-facts.ts'
import type { UpdateCaseErrorCode } from './case.errors.ts'

/** The input of an update. Null is the same as absent. */
export interface CaseInput {
  categoryCode?: string | null | undefined
  typeCode?: string | null | undefined
  status?: string | null | undefined
  resolution?: string | null | undefined
  caseData?: unknown
}

/** The values of the case after an update. */
export type UpdatedValues = Pick<CaseRow, 'typeCode' | 'categoryCode' | 'status' | 'resolution' | 'caseData'>

type UpdateProblem = Problem<UpdateCaseErrorCode>

/** The case's values after the update, or all problems in the order of checks. */
export function decideUpdate(
  { viewer, case: current }: ModifiableFacts,
  input: CaseInput,
  catalogue: Catalogue,
): { problems: UpdateProblem[] } | { values: UpdatedValues } {
  const codeProblems = checkCodes(viewer, current, input, catalogue)
  const typeCode = input.typeCode ?? current.typeCode
  const caseData: { data: CaseData | null; problems: UpdateProblem[] } =
    codeProblems.length > 0
      ? { data: null, problems: [] }
      : decideCaseData(current, typeCode, input.caseData, catalogue)
  const problems = [
    ...codeProblems,
    ...checkStatus(current.status, input.status, catalogue),
    ...checkResolution(current.resolution, input.resolution, catalogue),
    ...caseData.problems,
  ]
  if (caseData.data === null || problems.length > 0) return { problems }
  return {
    values: {
      typeCode,
      categoryCode: input.categoryCode ?? current.categoryCode,
      status: input.status ?? current.status,
      resolution: input.resolution ?? current.resolution,
      caseData: caseData.data,
    },
  }
}

function checkCodes(viewer: Viewer, current: CaseRow, input: CaseInput, catalogue: Catalogue): UpdateProblem[] {
  const problems: UpdateProblem[] = []
  for (const field of ['categoryCode', 'typeCode'] as const) {
    if (input[field] == null) {
      problems.push({ code: 'CodeRequired', message: `${field} is required.`, path: [field] })
    }
  }
  if (isSystem(input.categoryCode, catalogue) || isSystem(current.categoryCode, catalogue)) {
    const message = 'categoryCode must not be a system category, and a case in a system category cannot be updated.'
    problems.push({ code: 'CategorySystemNode', message, path: ['categoryCode'] })
  }
  if (problems.length > 0 || input.typeCode == null || input.categoryCode == null) return problems
  return checkTypeCategory(viewer, current, input.typeCode, input.categoryCode, catalogue)
}

function isSystem(categoryCode: string | null | undefined, catalogue: Catalogue): boolean {
  return categoryCode != null && catalogue.categories.get(categoryCode)?.system === true
}

/** Codes that the case already has are accepted, even if they are no longer active or granted. */
function checkTypeCategory(
  viewer: Viewer,
  current: CaseRow,
  typeCode: string,
  categoryCode: string,
  catalogue: Catalogue,
): UpdateProblem[] {
  if (typeCode === current.typeCode && categoryCode === current.categoryCode) return []
  const invalid = (field: string, message: string): UpdateProblem[] => [{ code: 'InvalidCode', message, path: [field] }]
  if (!catalogue.categories.get(categoryCode)?.active) {
    return invalid('categoryCode', 'categoryCode must be the code of an active category.')
  }
  const typeCategory = catalogue.typeCategories.get(typeCategoryKey({ typeCode, categoryCode }))
  const touchpoint = catalogue.touchpoints.get(viewer.touchpointCode)
  const isGranted = typeCategory && (touchpoint?.allTypeCategories || touchpoint?.grants.has(typeCategory))
  return typeCategory?.active && typeCategory.type.active && isGranted
    ? []
    : invalid('typeCode', 'typeCode must be an active type of this category that is granted to the touchpoint.')
}

function checkStatus(current: string, sent: string | null | undefined, catalogue: Catalogue): UpdateProblem[] {
  const next = catalogue.transitions.get(current)
  const allowed = [...catalogue.statuses.values()].filter(({ name, active }) => active && (next?.has(name) ?? true))
  const subject = next ? `After ${current}, status` : 'status'
  return checkName('status', subject, current, sent, allowed)
}

function checkResolution(current: string, sent: string | null | undefined, catalogue: Catalogue): UpdateProblem[] {
  const allowed = [...catalogue.resolutions.values()].filter(({ active }) => active)
  return checkName('resolution', 'resolution', current, sent, allowed)
}

/** The case's current name is accepted, even if it is no longer active. */
function checkName(
  field: string,
  subject: string,
  current: string,
  sent: string | null | undefined,
  allowed: { name: string }[],
): UpdateProblem[] {
  if (sent == null || sent === current || allowed.some(({ name }) => name === sent)) return []
  const names = [...new Set([current, ...allowed.map(({ name }) => name)])].join(', ')
  return [{ code: 'InvalidName', message: `${subject} must be one of: ${names}.`, path: [field] }]
}

function decideCaseData(
  current: CaseRow,
  typeCode: string,
  sent: unknown,
  catalogue: Catalogue,
): { data: CaseData | null; problems: UpdateProblem[] } {
  if (sent == null && typeCode === current.typeCode) return { data: current.caseData, problems: [] }
  const fields = catalogue.types.get(typeCode)?.fields ?? []
  const result = sent == null ? fitCaseData(fields, current.caseData) : checkCaseData(fields, sent)
  const problems = result.problems.map(({ field, message }) => ({
    code: 'invalidCaseField' as const,
    message,
    path: field === null ? ['caseData'] : ['caseData', field],
  }))
  return { data: result.data, problems }
}
