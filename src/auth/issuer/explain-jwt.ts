import { createLocalJWKSet } from 'jose'
import type { Database } from '../../database/database.ts'
import { statement } from '../../database/statements/statement.ts'
import type { IssuerSettings } from '../../settings/issuer-settings.ts'
import type { LoginKind } from '../../login-kinds.ts'
import { fetchKeys } from './issuer-keys.ts'
import type { JwtDecision } from './issuer-session.rules.ts'
import { decide } from './open-session.ts'
import { identityOf } from './verify-jwt.ts'
import { RejectedJwt, type RejectionRule, rejectionRules } from './rejection.ts'

export type JwtExplanation =
  | {
      accepted: false
      rule: RejectionRule
      reason: string
      /** What no person has. Only of a JWT whose signature is valid, and with the rule `person`. */
      person?: { login: LoginKind; subject: string } | { login: LoginKind; email: string | null }
    }
  | {
      accepted: true
      login: LoginKind
      email: string
      touchpoint: string
      /** The ID of the session that the JWT belongs to. Null if its first use creates the session. */
      session: string | null
      registers: boolean
    }

/**
 * Says what a request with this JWT would meet, without writing anything. Throws an OutgoingError if the keys of the issuer
 * cannot be fetched.
 */
export async function explainJwt(database: Database, issuer: IssuerSettings, jwt: string): Promise<JwtExplanation> {
  const keys = createLocalJWKSet(await fetchKeys(issuer))
  try {
    const identity = await identityOf(jwt, issuer, keys)
    const decision = await decide(database, identity)
    const { login, touchpoint, personClaim, subject, email } = identity
    if (decision.kind === 'rejected') {
      const person = personClaim === 'sub' ? { login, subject } : { login, email }
      return { ...rejection(decision.rule), ...(decision.rule === 'person' && { person }) }
    }
    const registers = decision.kind === 'register'
    return { accepted: true, login, touchpoint, registers, ...(await subjectOf(database, decision)) }
  } catch (error) {
    if (!(error instanceof RejectedJwt)) throw error
    return rejection(error.rule)
  }
}

function rejection(rule: RejectionRule) {
  return { accepted: false as const, rule, reason: rejectionRules[rule] }
}

const known = statement(
  `
select p.email, s.id as session
from persons p
left join sessions s on s.token_hash = decode($2, 'hex')
where p.id = $1::bigint`,
  { email: 'text', session: 'uuid | null' },
)

async function subjectOf(database: Database, decision: Exclude<JwtDecision, { kind: 'rejected' }>) {
  if (decision.kind === 'register') return { email: decision.person.email, session: null }
  const tokenHash = decision.kind === 'create' ? null : decision.tokenHash
  return (await database.run(known, [decision.personId, tokenHash]))[0]!
}
