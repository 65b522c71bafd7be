import type { Viewer } from '../../viewer/viewer.ts'
import {
  activeResolutions,
  defaultName,
  followingStatuses,
  isClosed,
  offeredTo,
  isAvailable,
  isSystem,
} from '../../catalogue/available.rules.ts'
import { type Catalogue, typeCategoryKey } from '../../catalogue/catalogue.ts'
import { maximumProblems, type Problem } from '../../errors/problems.ts'
import {
  type CaseDataResult,
  checkCaseData,
  fitCaseData,
  keepCaseData,
  operatorValueProblems,
} from '../values/case-data.rules.ts'
import type { CaseRow } from '../case-facts.ts'
import {
  type CaseInput,
  eachCaseValue,
  type IncompleteValues,
  initialValues,
  isComplete,
  type SettableValues,
  valuesAfter,
} from '../values/case-values.ts'
import type { ErrorCodeOf } from '../case.errors.ts'

/** The values of the case after the update, or of a new case, or all problems in the order of checks. */
export function decideValues(
  { viewer, case: current }: { viewer: Viewer; case: CaseRow | null },
  input: CaseInput,
  catalogue: Catalogue,
): { problems: CaseInputProblem[] } | { values: SettableValues } {
  const values = current
    ? valuesAfter(current, settableBy(viewer, input))
    : withDefaults(initialValues(input), catalogue)
  const { status } = values
  const codeProblems = checkCodes(viewer, current, input, catalogue)
  const statuses = offeredTo(viewer.login, followingStatuses(current?.status ?? null, catalogue))
  const resolutions = offeredTo(viewer.login, activeResolutions(catalogue))
  const statusProblems = checkKnown('status', current, input, values, statuses, catalogue)
  const closed = status !== undefined && statusProblems.length === 0 && isClosed(status, catalogue)
  const change = { viewer, current, values, closed, sent: input.caseData }
  const caseData = codeProblems.length > 0 ? undecided : decideCaseData(change, catalogue)
  const problems = [
    ...codeProblems,
    ...statusProblems,
    ...checkKnown('resolution', current, input, values, resolutions, catalogue),
    ...caseDataProblems(caseData),
  ].slice(0, maximumProblems)
  if (problems.length > 0 || !isComplete(values) || caseData.data === null) return { problems }
  return { values: { ...values, caseData: caseData.data } }
}

/** The input of a party without lists that only operators set. A party sees them empty and may send them back empty, which must not clear them. */
function settableBy({ login }: Viewer, input: CaseInput): CaseInput {
  if (login !== 'PARTY') return input
  const values = eachCaseValue<CaseInput>((name, { list, forOperators }) =>
    list && forOperators ? undefined : input[name],
  )
  return { ...input, ...values }
}

const undecided: CaseDataResult = { data: null, problems: [] }

function withDefaults(values: IncompleteValues, { statuses, resolutions }: Catalogue): IncompleteValues {
  const { status = defaultName(statuses), resolution = defaultName(resolutions) } = values
  return { ...values, status, resolution }
}

/** A new case has no name if none was sent and there is no default. The default is allowed for every caller. */
function checkKnown(
  field: 'status' | 'resolution',
  current: CaseRow | null,
  input: CaseInput,
  values: IncompleteValues,
  allowed: { name: string }[],
  { transitions }: Catalogue,
): CaseInputProblem[] {
  if (values[field] === undefined) {
    const names = allowed.map(({ name }) => name).join(', ')
    const message = `${field} is required, because there is no default. It must be one of: ${names}.`
    return [{ code: 'InvalidName', message, path: [field] }]
  }
  const isLimited = field === 'status' && current && transitions.has(current.status)
  const subject = isLimited ? `After ${current.status}, status` : field
  return checkName(field, subject, current && current[field], input[field], allowed)
}

interface DataChange {
  viewer: Viewer
  current: CaseRow | null
  values: IncompleteValues
  /** Whether the status counts as closed after the change. */
  closed: boolean
  sent: unknown
}

function decideCaseData({ viewer, current, values, closed, sent }: DataChange, catalogue: Catalogue): CaseDataResult {
  const { typeCode = '' } = values
  const fields = catalogue.types.get(typeCode)?.fields ?? []
  const stored = current?.caseData ?? {}
  const isParty = viewer.login === 'PARTY'
  const isSameType = typeCode === current?.typeCode
  if (isParty && current && !isSameType) {
    const problems = operatorValueProblems(catalogue.types.get(current.typeCode)?.fields ?? [], stored)
    if (problems.length > 0) return { data: null, problems }
  }
  if (sent == null) return (isSameType ? keepCaseData : fitCaseData)(fields, stored, closed, isParty)
  return checkCaseData(fields, sent, {
    closed,
    ...(isSameType && { current: stored }),
    ...(isParty && { ofOperators: isSameType ? stored : {} }),
  })
}

/** The codes of a stored case. Null for a new case. */
type CurrentCodes = { typeCode: string; categoryCode: string } | null

type CaseInputProblem = Problem<ErrorCodeOf<'updateCase'> & ErrorCodeOf<'createCase'>>

/** All problems with the codes, in the order of checks. */
function checkCodes(viewer: Viewer, current: CurrentCodes, input: CaseInput, catalogue: Catalogue): CaseInputProblem[] {
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

function caseDataProblems({ problems }: CaseDataResult): CaseInputProblem[] {
  return problems.map(({ field, message }) => ({
    code: 'invalidCaseField',
    message,
    path: field === null ? ['caseData'] : ['caseData', field],
  }))
}
