import type { Viewer } from '../../auth/viewer.ts'
import { activeResolutions, followingStatuses, isClosed } from '../../catalogue/available.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { maximumProblems } from '../../errors/problems.ts'
import { type CaseDataResult, checkCaseData, fitCaseData, keepCaseData } from '../case-data.rules.ts'
import type { CaseRow } from '../case-facts.ts'
import {
  type CaseInput,
  type IncompleteValues,
  initialValues,
  isComplete,
  type SettableValues,
  valuesAfter,
} from '../case-values.ts'
import { caseDataProblems, type CaseInputProblem, checkCodes, checkName } from './case-input.rules.ts'

/** The values of the case after the update, or of a new case, or all problems in the order of checks. */
export function decideValues(
  { viewer, case: current }: { viewer: Viewer; case: CaseRow | null },
  input: CaseInput,
  catalogue: Catalogue,
): { problems: CaseInputProblem[] } | { values: SettableValues } {
  const values = current ? valuesAfter(current, input) : withDefaults(initialValues(input), catalogue)
  const { status, resolution } = values
  const codeProblems = checkCodes(viewer, current, input, catalogue)
  const statusProblems = checkStatus(current, status, catalogue)
  const closed = status !== undefined && statusProblems.length === 0 && isClosed(status, catalogue)
  const caseData = codeProblems.length > 0 ? undecided : decideCaseData(current, values, closed, input, catalogue)
  const problems = [
    ...codeProblems,
    ...statusProblems,
    ...checkKnown('resolution', 'resolution', current, resolution, activeResolutions(catalogue)),
    ...caseDataProblems(caseData),
  ].slice(0, maximumProblems)
  if (problems.length > 0 || !isComplete(values) || caseData.data === null) return { problems }
  return { values: { ...values, caseData: caseData.data } }
}

const undecided: CaseDataResult = { data: null, problems: [] }

function withDefaults(values: IncompleteValues, { statuses, resolutions }: Catalogue): IncompleteValues {
  const { status = defaultName(statuses), resolution = defaultName(resolutions) } = values
  return { ...values, status, resolution }
}

function defaultName(rows: ReadonlyMap<string, { name: string; active: boolean; isDefault: boolean }>) {
  return rows.values().find(({ active, isDefault }) => active && isDefault)?.name
}

function checkStatus(current: CaseRow | null, status: string | undefined, catalogue: Catalogue) {
  const subject = current && catalogue.transitions.has(current.status) ? `After ${current.status}, status` : 'status'
  return checkKnown('status', subject, current, status, followingStatuses(current?.status ?? null, catalogue))
}

/** A new case has no name if none was sent and there is no default. */
function checkKnown(
  field: 'status' | 'resolution',
  subject: string,
  current: CaseRow | null,
  name: string | undefined,
  allowed: { name: string }[],
): CaseInputProblem[] {
  if (name !== undefined) return checkName(field, subject, current && current[field], name, allowed)
  const names = allowed.map(({ name }) => name).join(', ')
  const message = `${field} is required, because there is no default. It must be one of: ${names}.`
  return [{ code: 'InvalidName', message, path: [field] }]
}

function decideCaseData(
  current: CaseRow | null,
  { typeCode = '' }: IncompleteValues,
  closed: boolean,
  { caseData: sent }: CaseInput,
  catalogue: Catalogue,
): CaseDataResult {
  const fields = catalogue.types.get(typeCode)?.fields ?? []
  const stored = current?.caseData ?? {}
  if (typeCode === current?.typeCode) {
    return sent == null
      ? keepCaseData(fields, stored, closed)
      : checkCaseData(fields, sent, { closed, current: stored })
  }
  return sent == null ? fitCaseData(fields, stored, closed) : checkCaseData(fields, sent, { closed })
}
