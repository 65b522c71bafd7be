import type { Catalogue } from '../../catalogue/catalogue.ts'
import { maximumProblems, type Problem } from '../../errors/problems.ts'
import { decideValues } from '../update/update-case.rules.ts'
import type { CaseInput } from '../values/case-values.ts'
import type { NewPerson } from '../../auth/register-person.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import type { CreateFacts } from './create-facts.ts'
import { decideParty, type PartyInput } from './party.rules.ts'
import type { NewCase } from './write-new-case.ts'

type CreateInput = CaseInput & PartyInput

type NewValues = Omit<NewCase, 'comments' | 'visible' | 'customerWaits' | 'answered' | 'decided'>

/** The values of the new case and the party to register, or all problems in the order of checks. */
export function decideCreation(
  facts: CreateFacts,
  input: CreateInput,
  catalogue: Catalogue,
): { problems: Problem<ErrorCodeOf<'createCase'>>[] } | { values: NewValues; newParty: NewPerson | null } {
  const decided = decideValues({ viewer: facts.viewer, case: null }, input, catalogue)
  const party = decideParty(facts, input, catalogue)
  if ('problems' in decided || party.problems.length > 0) {
    const problems = 'problems' in decided ? decided.problems : []
    return { problems: [...problems, ...party.problems].slice(0, maximumProblems) }
  }
  const { groupId, groupName } = facts.routing
  const { partyId, newParty } = party
  return { values: { ...decided.values, partyId, groupId, groupName }, newParty }
}
