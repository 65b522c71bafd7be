import type { Catalogue } from '../../catalogue/catalogue.ts'
import { maximumProblems, type Problem } from '../../errors/problems.ts'
import { decideValues } from '../update/update-case.rules.ts'
import type { CaseInput, SettableValues } from '../values/case-values.ts'
import type { NewPerson } from '../../auth/register-person.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import type { CreateFacts } from './create-facts.ts'
import { emailProblem } from '../../people/email.ts'
import { firstnameProblem } from '../../auth/registration.rules.ts'

interface Creation {
  values: SettableValues
  partyId: number | null
  newParty: NewPerson | null
}

/** The values of the new case and its party, or the party to register, or all problems in the order of checks. */
export function decideCreation(
  facts: CreateFacts,
  input: CaseInput & PartyInput,
  catalogue: Catalogue,
): { problems: Problem<ErrorCodeOf<'createCase'>>[] } | Creation {
  const decided = decideValues({ viewer: facts.viewer, case: null }, input, catalogue)
  const { problems, ...party } = decideParty(facts, input, catalogue)
  if (!('problems' in decided) && problems.length === 0) return { values: decided.values, ...party }
  const ofValues = 'problems' in decided ? decided.problems : []
  return { problems: [...ofValues, ...problems].slice(0, maximumProblems) }
}

export interface PartyInput {
  /** Whom the case concerns, for operators. */
  partyEmail?: string | null | undefined
  /** The first name of a party who does not exist yet. */
  partyFirstname?: string | null | undefined
}

interface PartyDecision extends Omit<Creation, 'values'> {
  problems: Problem<ErrorCodeOf<'createCase'>>[]
}

/** The party of a new case: a party who exists, one to register, or none. A party who exists keeps the first name. */
function decideParty(
  facts: Pick<CreateFacts, 'viewer' | 'party'>,
  { partyEmail, partyFirstname }: PartyInput,
  { touchpoints }: Pick<Catalogue, 'touchpoints'>,
): PartyDecision {
  const { viewer, party } = facts
  if (viewer.login === 'PARTY') {
    const sent = partyEmail == null ? 'partyFirstname' : 'partyEmail'
    if ((partyEmail ?? partyFirstname) == null) return accepted(viewer.personId)
    return problem(sent, `Parties cannot send ${sent}. A case that a party creates always concerns that party.`)
  }
  if (partyEmail == null) {
    return partyFirstname == null ? accepted(null) : problem('partyFirstname', 'partyFirstname requires partyEmail.')
  }
  if (party.partyActive) return accepted(party.partyId)
  const mustBeActive = 'partyEmail must belong to an active party.'
  if (party.partyId !== null) return problem('partyEmail', mustBeActive)
  const registers = touchpoints.get(viewer.touchpointCode)?.registers.includes('PARTY') ?? false
  if (partyFirstname == null) {
    return problem('partyEmail', registers ? `${mustBeActive} To register one, send partyFirstname.` : mustBeActive)
  }
  if (!registers) return problem('partyEmail', `${mustBeActive} This touchpoint does not register parties.`)
  const firstname = partyFirstname.trim()
  const rules = { partyEmail: emailProblem(partyEmail), partyFirstname: firstnameProblem(firstname) }
  const problems = Object.entries(rules).flatMap(([field, rule]) =>
    rule === null ? [] : problemsOf(field, `${field} ${rule}.`),
  )
  return { problems, partyId: null, newParty: { login: 'PARTY', email: partyEmail, firstname } }
}

function accepted(partyId: number | null): PartyDecision {
  return { problems: [], partyId, newParty: null }
}

function problem(field: string, message: string): PartyDecision {
  return { ...accepted(null), problems: problemsOf(field, message) }
}

function problemsOf(field: string, message: string): Problem<ErrorCodeOf<'createCase'>>[] {
  return [{ code: 'partyNotValid', message, path: [field] }]
}
