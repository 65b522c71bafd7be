import { type Actor, personTarget, writeAudit } from '../audit/write-audit.ts'
import { openNewInvitation } from '../auth/passkeys/invitations.ts'
import { maximumPasskeys } from '../auth/passkeys/passkeys.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import { searchableText } from '../database/statements/valid-text.ts'
import type { Problem } from '../errors/problems.ts'
import type { CreateInvitationErrorCode } from './invitation.errors.ts'

const facts = statement(
  `
select p.active and p.erased_at is null as is_active, p.blocked,
  (select count(*)::int from passkeys y where y.person_id = p.id) as passkeys
from persons p
where p.id = $1::bigint
for no key update of p`,
  { isActive: 'boolean', blocked: 'boolean', passkeys: 'int' },
)
const findTouchpoint = statement('select code from touchpoints where code = $1', { code: 'text' })

type InvitationProblem = Problem<CreateInvitationErrorCode>

/** Why the person cannot be invited. Locks the person: a change of it comes before the invitation, or ends it. */
export async function invitationProblems(
  db: Queryable,
  personId: number | undefined,
  touchpointCode: string,
): Promise<InvitationProblem[]> {
  const [person] = personId === undefined ? [] : await db.run(facts, [personId])
  const [touchpoint] = await db.run(findTouchpoint, [searchableText(touchpointCode)])
  const problems: InvitationProblem[] = []
  const add = (code: CreateInvitationErrorCode, field: string, message: string) =>
    problems.push({ code, message: `${field} ${message}`, path: [field] })
  if (!person) add('invalidId', 'personId', 'must be the ID of a person, such as "person:1".')
  if (!touchpoint) add('touchpointNotValid', 'touchpointCode', 'must be the code of a touchpoint.')
  if (person && !person.isActive) add('personNotValid', 'personId', 'must be the ID of an active person.')
  else if (person?.blocked) add('blocked', 'personId', 'is the ID of a person who is blocked.')
  else if (person && person.passkeys >= maximumPasskeys) {
    add('tooManyPasskeys', 'personId', `is the ID of a person who has ${maximumPasskeys} passkeys. Remove one first.`)
  }
  return problems
}

/** Opens the invitation of a person who can be invited, and writes its audit event. */
export async function inviteIn(
  db: Queryable,
  actor: Actor,
  invitation: { personId: number; touchpointCode: string; seconds: number },
) {
  const opened = await openNewInvitation(db, invitation)
  const values = { touchpoint: invitation.touchpointCode, expiresAt: opened.expiresAt.toISOString() }
  const changes = Object.entries(values).map(([name, to]) => ({ path: [name], from: null, to }))
  await writeAudit(db, actor, [{ action: 'INVITED', target: personTarget(invitation.personId), changes }])
  return opened
}

/** The link in the fragment has the token, so that no log contains it. */
export function invitationUrl({ url }: { url: string }, token: string): string {
  return `${url}/invitation#${token}`
}
