import { activeResolutions, followingStatuses, isClosed } from '../../catalogue/available.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { FieldDefinition } from '../../catalogue/field-definition.ts'
import { maximumProblems, type Problem } from '../../errors.ts'
import { type CaseDataResult, checkCaseData, fitCaseData } from '../case-data.rules.ts'
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
  const statusProblems = checkSentName('status', status, followingStatuses(null, catalogue))
  const closed = status !== undefined && statusProblems.length === 0 && isClosed(status, catalogue)
  const fields = catalogue.types.get(typeCode ?? '')?.fields ?? []
  const caseData = codeProblems.length > 0 ? undecided : decideCaseData(fields, input.caseData, closed)
  const party = decideParty(facts, input, catalogue)
  const problems = [
    ...codeProblems,
    ...statusProblems,
    ...checkSentName('resolution', resolution, activeResolutions(catalogue)),
    ...caseDataProblems(caseData),
    ...party.problems,
  ].slice(0, maximumProblems)
  const isComplete = typeCode != null && categoryCode != null && status !== undefined && resolution !== undefined
  if (problems.length > 0 || !isComplete || caseData.data === null) return { problems }
  const { groupId, groupName } = facts.routing
  const { partyId, newParty } = party
  const values = { typeCode, categoryCode, status, resolution, caseData: caseData.data, partyId, groupId, groupName }
  return { values, newParty }
}

const undecided: CaseDataResult = { data: null, problems: [] }

function decideCaseData(fields: readonly FieldDefinition[], sent: unknown, closed: boolean): CaseDataResult {
  return sent == null ? fitCaseData(fields, {}, closed) : checkCaseData(fields, sent, { closed })
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
