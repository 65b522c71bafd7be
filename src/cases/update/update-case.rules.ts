import { activeResolutions, followingStatuses, isClosed } from '../../catalogue/available.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { maximumProblems, type Problem } from '../../errors.ts'
import { type CaseDataResult, checkCaseData, fitCaseData, keepCaseData } from '../case-data.rules.ts'
import type { CaseRow, ModifiableFacts } from '../case-facts.ts'
import { caseDataProblems, type CaseInput, checkCodes, checkName } from './case-input.rules.ts'
import type { UpdateCaseErrorCode } from '../case.errors.ts'

/** The values of the case after an update. */
export type UpdatedValues = Pick<CaseRow, 'typeCode' | 'categoryCode' | 'status' | 'resolution' | 'caseData'>

/** The case's values after the update, or all problems in the order of checks. */
export function decideUpdate(
  { viewer, case: current }: ModifiableFacts,
  input: CaseInput,
  catalogue: Catalogue,
): { problems: Problem<UpdateCaseErrorCode>[] } | { values: UpdatedValues } {
  const codeProblems = checkCodes(viewer, current, input, catalogue)
  const typeCode = input.typeCode ?? current.typeCode
  const statusProblems = checkStatus(current.status, input.status, catalogue)
  const status = input.status ?? current.status
  const closed = statusProblems.length === 0 && isClosed(status, catalogue)
  const caseData =
    codeProblems.length > 0 ? undecided : decideCaseData(current, { typeCode, closed }, input.caseData, catalogue)
  const problems = [
    ...codeProblems,
    ...statusProblems,
    ...checkName('resolution', 'resolution', current.resolution, input.resolution, activeResolutions(catalogue)),
    ...caseDataProblems(caseData),
  ].slice(0, maximumProblems)
  if (caseData.data === null || problems.length > 0) return { problems }
  return {
    values: {
      typeCode,
      categoryCode: input.categoryCode ?? current.categoryCode,
      status,
      resolution: input.resolution ?? current.resolution,
      caseData: caseData.data,
    },
  }
}

const undecided: CaseDataResult = { data: null, problems: [] }

function checkStatus(current: string, sent: string | null | undefined, catalogue: Catalogue) {
  const subject = catalogue.transitions.has(current) ? `After ${current}, status` : 'status'
  return checkName('status', subject, current, sent, followingStatuses(current, catalogue))
}

function decideCaseData(
  { typeCode: currentType, caseData: current }: CaseRow,
  { typeCode, closed }: { typeCode: string; closed: boolean },
  sent: unknown,
  catalogue: Catalogue,
): CaseDataResult {
  const fields = catalogue.types.get(typeCode)?.fields ?? []
  if (typeCode !== currentType) {
    return sent == null ? fitCaseData(fields, current, closed) : checkCaseData(fields, sent, { closed })
  }
  return sent == null ? keepCaseData(fields, current, closed) : checkCaseData(fields, sent, { closed, current })
}
