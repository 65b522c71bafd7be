import type { RequestContext } from '../../context.ts'
import type { Loader } from '../../database/statements/batched.ts'
import { searchableText } from '../../database/statements/valid-text.ts'
import type { Problem } from '../../errors/problems.ts'
import { phase } from '../../observability/telemetry.ts'
import { emailKey } from '../../people/email.ts'
import { registerPerson } from '../register-person.ts'
import { checkSessionInput, type CreateSessionInput, decideSession } from './create-session.rules.ts'
import { type CreateSessionFacts, createSessionFacts } from './create-session-facts.ts'
import type { CreateSessionErrorCode } from './session.errors.ts'
import { openSession } from './stored-sessions.ts'
import { hashToken, requireSecret, throwSecretRejected } from '../../viewer/viewer.ts'

/**
 * Creates a session for a person, with the secret of a touchpoint: `context.secret`. Registers the person first if it does not
 * exist and the touchpoint registers persons of its login kind. Throws BAD_USER_INPUT for a lifetime or a first name that is
 * not valid, and UNAUTHENTICATED if the secret is not accepted. The viewer is the caller of requests with the token.
 */
export async function createSession(context: RequestContext, input: CreateSessionInput) {
  const { touchpoint, secretHash } = requireSecret(context)
  const { services, telemetry } = context
  const { seconds, firstname } = checkSessionInput(input, services.sessionLimits)
  const key = { secretHash, login: input.login, emailKey: searchableText(emailKey(input.email)) }

  const facts = await phase(telemetry, 'load', () => load(services.database))
  services.secretUses.note(secretHash)
  const decision = phase(telemetry, 'decide', () => decideSession(facts, input, firstname))
  if ('problems' in decision) return decision
  if ('person' in decision) return phase(telemetry, 'write', () => open(services.database, facts, decision.person))
  return phase(telemetry, 'write', () =>
    services.database.transaction(async (db) => {
      await registerPerson(db, decision.newPerson, { touchpointCode: touchpoint })
      // Another request may have registered the person first.
      const registered = await load(db)
      const result = decideSession(registered, input, null)
      return 'person' in result
        ? open(db, registered, result.person)
        : (result as { problems: Problem<CreateSessionErrorCode>[] })
    }),
  )

  async function load(db: Loader): Promise<CreateSessionFacts> {
    const found = await db.load(createSessionFacts, key)
    context.isSecretAccepted = found?.touchpointCode === touchpoint
    return context.isSecretAccepted && found ? found : throwSecretRejected()
  }

  async function open(db: Loader, { revision }: CreateSessionFacts, person: NonNullable<CreateSessionFacts['person']>) {
    const { id: personId, firstname: name, email } = person
    const viewer = { touchpointCode: touchpoint, personId, login: input.login, firstname: name, email, revision }
    const { idleTimeout: idleSeconds } = services.sessionLimits
    const holder = { touchpointCode: touchpoint, personId }
    const opened = await openSession(db, { ...holder, origin: 'SECRET', seconds, idleSeconds })
    context.viewer = viewer
    context.created = { touchpoint, tokenHash: hashToken(opened.token) }
    return { viewer, ...opened }
  }
}
