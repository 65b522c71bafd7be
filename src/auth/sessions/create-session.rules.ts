import type { SessionLimits } from '../../settings/config.ts'
import { invalidInput } from '../../errors/request-error.ts'
import type { Problem } from '../../errors/problems.ts'
import { emailProblem } from '../../people/email.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { NewPerson } from '../register-person.ts'
import { firstnameProblem } from '../registration.rules.ts'
import type { CreateSessionFacts } from './create-session-facts.ts'
import type { CreateSessionErrorCode } from './session.errors.ts'

export interface CreateSessionInput {
  login: LoginKind
  email: string
  /** The lifetime in seconds. By default, the configured maximum. */
  expiresIn?: number | null | undefined
  /** Of a person who does not exist yet. */
  firstname?: string | null | undefined
}

/** The lifetime in seconds and the trimmed first name. Throws BAD_USER_INPUT if one of them is not valid. */
export function checkSessionInput(
  { expiresIn, firstname }: CreateSessionInput,
  { minimum, lifetime }: SessionLimits,
): { seconds: number; firstname: string | null } {
  const seconds = expiresIn ?? lifetime
  if (seconds < minimum || seconds > lifetime) {
    const message = `expiresIn must be a number of seconds from ${minimum} to ${lifetime}.`
    throw invalidInput([{ message, path: ['expiresIn'] }])
  }
  const trimmed = firstname?.trim() ?? null
  const problem = trimmed === null ? null : firstnameProblem(trimmed)
  if (problem !== null) throw invalidInput([{ message: `firstname ${problem}.`, path: ['firstname'] }])
  return { seconds, firstname: trimmed }
}

type Person = NonNullable<CreateSessionFacts['person']>

/** The person whose session to open, the person to register first, or the first problem in the order of checks. */
export function decideSession(
  facts: CreateSessionFacts,
  { login, email }: CreateSessionInput,
  firstname: string | null,
): { person: Person } | { newPerson: NewPerson } | { problems: Problem<CreateSessionErrorCode>[] } {
  const problem = (code: CreateSessionErrorCode, message: string, field: string) => ({
    problems: [{ code, message, path: [field] }],
  })
  const kind = login.toLowerCase()
  const { person } = facts
  if (!facts.isLoginAllowed) {
    return problem('loginNotAllowed', `The touchpoint may not create sessions of the login kind ${login}.`, 'login')
  }
  if (person?.blocked && person.active) return problem('blocked', `The ${kind} is blocked.`, 'email')
  if (person?.active) return { person }
  const notValid = `email must be the email address of an active ${kind}.`
  if (person || !facts.registers) return problem('personNotValid', notValid, 'email')
  if (firstname === null) {
    return problem('personNotValid', `${notValid} To register a ${kind}, also send firstname.`, 'email')
  }
  const invalid = emailProblem(email)
  if (invalid !== null) return problem('personNotValid', `email ${invalid}.`, 'email')
  return { newPerson: { login, email, firstname } }
}
