import { activeResolutions, followingStatuses } from '../../catalogue/available.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Problem } from '../../errors.ts'
import { type CaseDataResult, checkCaseData } from '../case-data.rules.ts'
import {
  caseDataProblems,
  type CaseInput,
  type CaseInputProblem,
  checkCodes,
  checkName,
} from '../update/case-input.rules.ts'
import type { NewPerson } from '../../people/register-person.ts'
import type { CreateCaseErrorCode } from '../case.errors.ts'
import type { CreateFacts } from './create-facts.ts'
import { decideParty, type PartyInput } from './party.rules.ts'
import type { NewCase } from './write-new-case.ts'

export type CreateInput = CaseInput & PartyInput

type NewValues = Omit<NewCase, 'comments' | 'visible'>

/** The values of the new case and the party to register, or all problems in the order of checks. */
export function decideCreation(
  facts: CreateFacts,
  input: CreateInput,
  catalogue: Catalogue,
): { problems: Problem<CreateCaseErrorCode>[] } | { values: NewValues; newParty: NewPerson | null } {
  const { typeCode, categoryCode } = input
  const codeProblems = checkCodes(facts.viewer, null, input, catalogue)
  const status = input.status ?? defaultName(catalogue.statuses)
  const resolution = input.resolution ?? defaultName(catalogue.resolutions)
  const fields = catalogue.types.get(typeCode ?? '')?.fields ?? []
  const caseData: CaseDataResult =
    codeProblems.length > 0 ? { data: null, problems: [] } : checkCaseData(fields, input.caseData ?? {})
  const party = decideParty(facts, input, catalogue)
  const problems = [
    ...codeProblems,
    ...checkSentName('status', status, followingStatuses(null, catalogue)),
    ...checkSentName('resolution', resolution, activeResolutions(catalogue)),
    ...caseDataProblems(caseData),
    ...party.problems,
  ]
  const isComplete = typeCode != null && categoryCode != null && status !== undefined && resolution !== undefined
  if (problems.length > 0 || !isComplete || caseData.data === null) return { problems }
  const { groupId, groupName } = facts.routing
  const { partyId, newParty } = party
  const values = { typeCode, categoryCode, status, resolution, caseData: caseData.data, partyId, groupId, groupName }
  return { values, newParty }
}

function defaultName(rows: ReadonlyMap<string, { name: string; active: boolean; isDefault: boolean }>) {
  return rows.values().find(({ active, isDefault }) => active && isDefault)?.name
}

/** The name was sent, or is the default. */
function checkSentName(
  field: 'status' | 'resolution',
  name: string | undefined,
  allowed: { name: string }[],
): CaseInputProblem[] {
  if (name !== undefined) return checkName(field, field, null, name, allowed)
  const names = allowed.map(({ name }) => name).join(', ')
  const message = `${field} is required, because there is no default. It must be one of: ${names}.`
  return [{ code: 'InvalidName', message, path: [field] }]
}
