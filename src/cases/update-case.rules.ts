import type { CaseType, Catalogue } from '../catalogue/catalogue.ts'
import { pairKey } from '../catalogue/type-category-key.ts'
import type { Viewer } from '../auth/viewer.ts'
import { type CaseData, type CaseDataResult, checkCaseData, fitCaseData } from './case-data.rules.ts'
import type { Problem, UpdateCaseErrorCode } from './case.errors.ts'
import type { CaseRow } from './case-facts.ts'

/** What an update sends; absent and null mean not sent. */
export interface CaseInput {
  categoryCode?: string | null | undefined
  typeCode?: string | null | undefined
  status?: string | null | undefined
  resolution?: string | null | undefined
  caseData?: unknown
}

/** What an update makes of the case. */
export interface CaseValues {
  typeCode: string
  categoryCode: string
  status: string
  resolution: string
  caseData: CaseData
}

type UpdateProblem = Problem<UpdateCaseErrorCode>

/** Every problem of the input in the order of checks, or the case's values after the update. */
export function decideUpdate(
  { viewer, case: current }: { viewer: Viewer; case: CaseRow },
  input: CaseInput,
  catalogue: Catalogue,
): { problems: UpdateProblem[] } | { values: CaseValues } {
  const codeProblems = checkCodes(viewer, current, input, catalogue)
  const typeCode = input.typeCode ?? current.type_code
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
      categoryCode: input.categoryCode ?? current.category_code,
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
  if (isSystem(input.categoryCode, catalogue) || isSystem(current.category_code, catalogue)) {
    const message = 'categoryCode must not be a system category, and a case in a system category cannot be updated.'
    problems.push({ code: 'CategorySystemNode', message, path: ['categoryCode'] })
  }
  if (problems.length > 0 || input.typeCode == null || input.categoryCode == null) return problems
  return checkPair(viewer, current, input.typeCode, input.categoryCode, catalogue)
}

function isSystem(categoryCode: string | null | undefined, catalogue: Catalogue): boolean {
  return categoryCode != null && catalogue.categories.get(categoryCode)?.system === true
}

/** A pair that stays as it is on the case is accepted, whatever has become of it since. */
function checkPair(
  viewer: Viewer,
  current: CaseRow,
  typeCode: string,
  categoryCode: string,
  catalogue: Catalogue,
): UpdateProblem[] {
  if (typeCode === current.type_code && categoryCode === current.category_code) return []
  const invalid = (field: string, message: string): UpdateProblem[] => [{ code: 'InvalidCode', message, path: [field] }]
  if (!catalogue.categories.get(categoryCode)?.active) {
    return invalid('categoryCode', 'categoryCode must be the code of an active category.')
  }
  const pair = catalogue.pairs.get(pairKey({ typeCode, categoryCode }))
  const touchpoint = catalogue.touchpoints.get(viewer.touchpoint_code)
  const granted = pair && touchpoint && (touchpoint.allTypeCategories || touchpoint.grants.has(pair))
  return pair?.active && pair.type.active && granted
    ? []
    : invalid('typeCode', 'typeCode must be an active type of this category that is granted to the touchpoint.')
}

function checkStatus(current: string, sent: string | null | undefined, catalogue: Catalogue): UpdateProblem[] {
  const next = catalogue.transitions.get(current)
  const allowed = [...catalogue.statuses.values()].filter(({ name, active }) => active && (next?.has(name) ?? true))
  const after = next ? `After ${current}, status` : 'status'
  return checkName('status', after, current, sent, allowed)
}

function checkResolution(current: string, sent: string | null | undefined, catalogue: Catalogue): UpdateProblem[] {
  const allowed = [...catalogue.resolutions.values()].filter(({ active }) => active)
  return checkName('resolution', 'resolution', current, sent, allowed)
}

/** A name that stays as it is on the case is accepted, even where it is no longer active. */
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
  const type: CaseType | undefined = catalogue.types.get(typeCode)
  if (sent == null && typeCode === current.type_code) return { data: current.case_data, problems: [] }
  const fields = type?.fields ?? []
  const result: CaseDataResult = sent == null ? fitCaseData(fields, current.case_data) : checkCaseData(fields, sent)
  const problems = result.problems.map(({ field, message }) => ({
    code: 'invalidCaseField' as const,
    message,
    path: field === null ? ['caseData'] : ['caseData', field],
  }))
  return { data: result.data, problems }
}
