import { requireAdmin } from '../viewer/authenticate.ts'
import { invitationSeconds, renewToken } from '../auth/passkeys/invitations.ts'
import { requireCredentials, type Viewer } from '../viewer/viewer.ts'
import { recordOutcome } from '../mutation/record-outcome.ts'
import { firstAnswer, storeAnswer, storeProblems } from '../mutation/stored-answers.ts'
import { keyedRequest, type RepeatableInput } from '../mutation/keyed-request.ts'
import { requireAdminNow } from '../mutation/mutation-facts.ts'
import type { RequestContext } from '../context.ts'
import type { Transaction } from '../database/database.ts'
import { retry } from '../database/retry.ts'
import type { Problem } from '../errors/problems.ts'
import { invalidInput, RequestError } from '../errors/request-error.ts'
import { phase } from '../observability/telemetry.ts'
import { personIdOf } from '../people/people.ts'
import type { CreateInvitationErrorCode } from './invitation.errors.ts'
import { invitationProblems, invitationUrl, inviteIn } from './open-invitation.ts'

export interface CreateInvitationInput extends RepeatableInput {
  personId: string
  touchpointCode: string
  /** In seconds. */
  validFor?: number | null | undefined
}

interface Created {
  viewer: Viewer
  /** Of the invitation. Null in a dry run. */
  id: string | null
  url: string
  expiresAt: Date
}

export type CreateInvitationResult = { problems: Problem<CreateInvitationErrorCode>[] } | Created

/**
 * Invites a person to register a passkey. The link is returned once, and replaces that of an earlier invitation. Throws
 * BAD_USER_INPUT for a time that is not valid. Login: admin.
 */
export async function createInvitation(
  context: RequestContext,
  input: CreateInvitationInput,
): Promise<CreateInvitationResult> {
  const { tokenHash } = requireCredentials(context)
  const { idempotencyKey: _key, dryRun: _dryRun, ...requested } = input
  const keyed = keyedRequest(tokenHash, input, 'createInvitation', requested)
  await requireAdmin(context)
  const seconds = secondsOf(input)
  const attempt = async (db: Transaction) => {
    const { viewer, storedKey } = await requireAdminNow(context, keyed, db)
    const first = await firstAnswer<{ id: string }, CreateInvitationErrorCode>(db, keyed, storedKey)
    if (first) return 'problems' in first ? first : repeat(context, db, viewer, first.answer.id)
    const result = await invitePerson(context, input, seconds, db, viewer)
    if ('problems' in result) return storeProblems(db, keyed, result.problems)
    // Not the link: only the hash of its token is stored.
    await storeAnswer(db, keyed, { id: result.id })
    return result
  }
  const { database } = context.services
  const result = await phase(context.telemetry, 'write', () => retry(() => database.transaction(attempt)))
  return recordOutcome(context, input, result)
}

function secondsOf({ validFor }: CreateInvitationInput): number {
  const { minimum, maximum, usual } = invitationSeconds
  const seconds = validFor ?? usual
  if (seconds >= minimum && seconds <= maximum) return seconds
  const message = `validFor must be a number of seconds from ${minimum} to ${maximum}.`
  throw invalidInput([{ message, path: ['validFor'] }])
}

async function invitePerson(
  context: RequestContext,
  input: CreateInvitationInput,
  seconds: number,
  db: Transaction,
  viewer: Viewer,
): Promise<CreateInvitationResult> {
  const { relyingParty } = context.services
  if (!relyingParty) return { problems: [notConfigured] }
  const { touchpointCode } = input
  const personId = personIdOf(input.personId)
  const problems = await invitationProblems(db, personId, touchpointCode)
  if (personId === undefined || problems.length > 0) return { problems }
  if (input.dryRun) {
    const expiresAt = new Date(Date.now() + seconds * 1000)
    return { viewer, id: null, url: invitationUrl(relyingParty, ''), expiresAt }
  }
  const { token, id, expiresAt } = await inviteIn(db, viewer, { personId, touchpointCode, seconds })
  return { viewer, id, url: invitationUrl(relyingParty, token), expiresAt }
}

const notConfigured = {
  code: 'notConfigured' as const,
  message: 'The address of the desk is not known. Set DESK_URL, and restart the server.',
  path: [],
}

/** The same invitation with another link: the first one is not stored. It ends at the same time. */
async function repeat({ services }: RequestContext, db: Transaction, viewer: Viewer, id: string): Promise<Created> {
  const { relyingParty } = services
  const renewed = relyingParty && (await renewToken(db, id))
  if (renewed) return { viewer, id, url: invitationUrl(relyingParty, renewed.token), expiresAt: renewed.expiresAt }
  const message = 'The invitation that the first request with this idempotencyKey created has ended. Use another key.'
  throw new RequestError('CONFLICT', message)
}
