import { writeAudit } from '../../audit/write-audit.ts'
import { requireAdmin } from '../../viewer/authenticate.ts'
import { requireCredentials, type Viewer } from '../../viewer/viewer.ts'
import { recordOutcome } from '../../mutation/record-outcome.ts'
import { firstAnswer, storeAnswer, storeProblems } from '../../mutation/stored-answers.ts'
import { keyedRequest } from '../../mutation/keyed-request.ts'
import { requireAdminNow } from '../../mutation/mutation-facts.ts'
import { changeConfiguration } from '../../catalogue/lock-configuration.ts'
import type { RequestContext } from '../../context.ts'
import type { Transaction } from '../../database/database.ts'
import { retry } from '../../database/retry.ts'
import { hasAtMost, isValidPostgresText } from '../../database/statements/valid-text.ts'
import { invalidInput, RequestError } from '../../errors/request-error.ts'
import { type FeedPosition, isCursorExpired } from '../../feed/feed-cursor.ts'
import type { FeedCursors } from '../../feed/feed-cursors.ts'
import { readFeed } from '../../feed/read-feed.ts'
import { phase } from '../../observability/telemetry.ts'
import { type Endpoint, endpointId, feedPosition, findEndpoint, unknownEndpoint } from '../endpoints.ts'
import { addSecret, secretsOfEndpoint, secretText } from '../secrets.ts'
import { isEnabled } from '../delivery/schedule.rules.ts'
import { urlProblem } from './endpoint-url.ts'
import { changesOf, decideEndpoint, type SaveProblem, stateAfter } from './save-endpoint.rules.ts'
import { endWaiting, loadSaveFacts, type SaveWebhookEndpointInput, writeEndpoint } from './stored-endpoint.ts'

interface Saved {
  viewer: Viewer
  endpoint: Endpoint
  /** Of a new endpoint. */
  secret: string | null
  secretId: string | null
}

/** With an idempotency key. */
type StoredAnswer = Pick<Saved, 'secretId'> & { id: number }

export type SaveWebhookEndpointResult = { problems: SaveProblem[] } | Saved

/** Creates an endpoint, or changes one. The answer is the first one if the request was sent before. Login: admin. */
export async function saveWebhookEndpoint(
  context: RequestContext,
  input: SaveWebhookEndpointInput,
): Promise<SaveWebhookEndpointResult> {
  const { tokenHash } = requireCredentials(context)
  const { idempotencyKey: _key, dryRun: _dryRun, ...requested } = input
  const keyed = keyedRequest(tokenHash, input, 'saveWebhookEndpoint', requested)
  await requireAdmin(context)
  checkTexts(input)
  const { database, feedCursors, feedRelay } = context.services
  await feedCursors.load()
  // A new endpoint begins at the end of the feed, and not before what was just committed.
  await feedRelay.catchUp()
  const attempt = async (db: Transaction) => {
    const { viewer, storedKey } = await requireAdminNow(context, keyed, db)
    const first = await firstAnswer<StoredAnswer, SaveProblem['code']>(db, keyed, storedKey)
    if (first) return 'problems' in first ? first : repeat(db, viewer, first.answer)
    const result = await phase(context.telemetry, 'write', () => save(context, input, db, viewer))
    if ('problems' in result) return storeProblems(db, keyed, result.problems)
    await storeAnswer(db, keyed, { id: result.endpoint.id, secretId: result.secretId })
    return result
  }
  return recordOutcome(context, input, await retry(() => changeConfiguration(database, attempt)))
}

const maximumDescription = 500

/** Throws BAD_USER_INPUT for texts that cannot be stored. */
function checkTexts({ description, filter }: SaveWebhookEndpointInput): void {
  if (description != null && !(hasAtMost(maximumDescription, description) && isValidPostgresText(description))) {
    const limits = `must have at most ${maximumDescription} characters, without NUL characters or lone surrogates`
    throw invalidInput([{ message: `description ${limits}.`, path: ['description'] }])
  }
  for (const [name, value] of Object.entries(filter ?? {})) {
    if ([value].flat().every((each) => typeof each !== 'string' || isValidPostgresText(each))) continue
    const message = `${name} must not contain NUL characters or lone surrogates.`
    throw invalidInput([{ message, path: ['filter', name] }])
  }
}

async function save(
  context: RequestContext,
  input: SaveWebhookEndpointInput,
  db: Transaction,
  viewer: Viewer,
): Promise<SaveWebhookEndpointResult> {
  const stored = input.id == null ? null : await findEndpoint(db, input.id, 'lock')
  if (input.id != null && !stored) return { problems: [unknownEndpoint] }
  requireVersion(stored, input.expectedVersion)
  const { feedCursors, webhooks } = context.services
  const position = await positionOf(db, feedCursors, input, stored)
  const { values, problems } = decideEndpoint(input, {
    ...(await loadSaveFacts(db, input, stored)),
    stored,
    urlProblem: input.url == null ? null : urlProblem(input.url, webhooks.policy),
    position,
  })
  if (!position || problems.length > 0) return { problems }

  const isMoved = stored !== null && input.after != null
  const changes = changesOf(stored, values)
  if (isMoved) {
    const [from, to] = [feedCursors.format(feedPosition(stored)), feedCursors.format(position)]
    changes.push({ path: ['cursor'], from, to })
  }
  const unchanged = { viewer, secret: null, secretId: null }
  if (stored && changes.length === 0) return { ...unchanged, endpoint: stored }
  const { failures, failingSince } = stored?.state === values.state ? stored : { failures: 0, failingSince: null }
  const placed = { position: position.position, positionCaseId: position.caseId, positionVersion: position.version }
  const version = (stored?.version ?? 0) + 1
  const endpoint: Endpoint = { id: stored?.id ?? 0, ...values, ...placed, failures, failingSince, version }
  if (input.dryRun) return { ...unchanged, endpoint }

  endpoint.id = await writeEndpoint(db, endpoint)
  if (isMoved) await db.run(endWaiting, [endpoint.id, endpoint.position])
  const added = stored ? null : await addSecret(db, endpoint.id)
  await writeAudit(db, viewer, [{ action: 'WEBHOOK_ENDPOINT_SAVED', target: endpointId(endpoint.id), changes }])
  return { viewer, endpoint, secret: added?.secret ?? null, secretId: added?.id ?? null }
}

/** Throws PRECONDITION_FAILED if the endpoint has another version than the caller saw. */
function requireVersion(stored: Endpoint | null, expected: number | null | undefined): void {
  const currentVersion = stored?.version ?? 0
  if (expected == null || expected === currentVersion) return
  const message = `The endpoint has version ${currentVersion}, which is not the expected version. Nothing was written.`
  throw new RequestError('PRECONDITION_FAILED', message, { details: { currentVersion } })
}

/** Where the endpoint continues. Null if the events after this position are no longer kept. */
async function positionOf(
  db: Transaction,
  cursors: FeedCursors,
  input: SaveWebhookEndpointInput,
  stored: Endpoint | null,
): Promise<FeedPosition | null> {
  const goesOn = stored && input.after == null
  // An endpoint that goes on as before continues with what is kept.
  if (goesOn && isEnabled(stored.state) === isEnabled(stateAfter(input, stored))) return feedPosition(stored)
  try {
    const wanted = goesOn ? feedPosition(stored) : await cursors.positionAfter(input.after ?? 'latest', db)
    await readFeed(db, wanted, 0)
    return wanted
  } catch (error) {
    if (isCursorExpired(error)) return null
    throw error
  }
}

/** The endpoint now, with the secret of the first answer if it is still valid. */
async function repeat(
  db: Transaction,
  viewer: Viewer,
  { id, secretId }: StoredAnswer,
): Promise<SaveWebhookEndpointResult> {
  const endpoint = await findEndpoint(db, endpointId(id))
  if (!endpoint) {
    const message = 'The endpoint that the first request with this idempotencyKey saved was removed. Use another key.'
    throw new RequestError('CONFLICT', message)
  }
  const secret = (await db.loadAll(secretsOfEndpoint, id)).find((each) => each.id === secretId)
  return { viewer, endpoint, secret: secret ? secretText(secret) : null, secretId }
}
