import { configureItems } from '../configuration/configure.ts'
import type { Database } from '../database/database.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import { NotFoundError, UsageError } from '../errors/usage-error.ts'
import type { LoginKind } from '../login-kinds.ts'
import { emailKey } from '../people/email.ts'
import type { RelyingParty } from '../settings/desk-settings.ts'
import { invitationProblems, invitationUrl, inviteIn } from './open-invitation.ts'

export interface Invited {
  login: LoginKind
  email: string
  /** Of a person who does not exist yet. */
  firstname?: string | undefined
  touchpoint: string
  seconds: number
}

const findPerson = statement('select id from persons where kind = $1 and email_key = $2', { id: 'bigint' })
const anyTouchpoint = statement('select code from touchpoints limit 1', { code: 'text' })

/**
 * Invites a person for the command line, and returns the link, which is not stored. Creates the person first if a first name is
 * given, and the touchpoint if there is none at all. Throws a NotFoundError, or a UsageError with the reason. Safe to repeat.
 */
export async function invite(database: Database, relyingParty: RelyingParty, invited: Invited) {
  const { login, email, touchpoint: touchpointCode, seconds } = invited
  await createMissing(database, invited)
  return database.transaction(async (db) => {
    const id = await personIdOf(db, invited)
    if (id === undefined) {
      const person = `${login.toLowerCase()} ${JSON.stringify(email)}`
      throw new NotFoundError(`There is no ${person}. To create this person, add --firstname.`)
    }
    const [problem] = await invitationProblems(db, id, touchpointCode)
    if (problem?.code === 'touchpointNotValid') {
      throw new NotFoundError(`There is no touchpoint ${JSON.stringify(touchpointCode)}.`)
    }
    if (problem) throw new UsageError(reasons[problem.code])
    const { token, expiresAt } = await inviteIn(db, null, { personId: id, touchpointCode, seconds })
    return { person: `person:${id}`, touchpoint: touchpointCode, url: invitationUrl(relyingParty, token), expiresAt }
  })
}

const reasons: Record<string, string> = {
  personNotValid: 'The person is inactive.',
  blocked: 'The person is blocked.',
  tooManyPasskeys: 'The person has as many passkeys as possible. Remove one first.',
}

async function createMissing(database: Database, invited: Invited): Promise<void> {
  const { login, email, firstname, touchpoint: code } = invited
  const isNew = firstname !== undefined && (await personIdOf(database, invited)) === undefined
  const hasTouchpoint = (await database.run(anyTouchpoint)).length > 0
  await configureItems(database, {
    ...(!hasTouchpoint && { touchpoints: [{ code, name: 'Desk', allTypeCategories: true }] }),
    ...(isNew && { persons: [{ login, email, firstname }] }),
  })
}

async function personIdOf(db: Queryable, { login, email }: Invited): Promise<number | undefined> {
  return (await db.run(findPerson, [login, emailKey(email)]))[0]?.id
}
