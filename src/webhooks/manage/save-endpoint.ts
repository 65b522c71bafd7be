import { writeAudit } from '../../audit/write-audit.ts'
import { requireAdmin } from '../../viewer/authenticate.ts'
import { requireCredentials, type Viewer } from '../../viewer/viewer.ts'
import { recordOutcome } from '../../mutation/record-outcome.ts'
import { firstAnswer, storeAnswer, storeProblems } from '../../mutation/stored-answers.ts'
import { type KeyedRequest, keyedRequest, type RepeatableInput } from '../../mutation/keyed-request.ts'
import { requireAdminNow } from '../../mutation/mutation-facts.ts'
import { changeConfiguration } from '../../catalogue/lock-configuration.ts'
import type { RequestContext } from '../../context.ts'
import type { Transaction } from '../../database/database.ts'
import { retry } from '../../database/retry.ts'
import { hasAtMost, isValidPostgresText } from '../../database/statements/valid-text.ts'
import type { Problem } from '../../errors/problems.ts'
import { invalidInput, RequestError } from '../../errors/request-error.ts'
import { type FeedPosition, isCursorExpired } from '../../feed/feed-cursor.ts'
import type { FeedCursors } from '../../feed/feed-cursors.ts'
import { readFeed } from '../../feed/read-feed.ts'
import { phase } from '../../observability/telemetry.ts'
import { isEnabled } from '../delivery/schedule.rules.ts'
import {
  type Endpoint,
  endpointIdOf,
  endpointTarget,
  feedPosition,
  findEndpoint,
  lockEndpoint,
  unknownEndpoint,
} from '../endpoints.ts'
import { addSecret, secretsOfEndpoint } from '../secrets.ts'
import { secretText } from '../signature.ts'
import type { WebhookErrorCode } from '../webhook.errors.ts'
import { changesOf, decideEndpoint, type EndpointInput, maximumEndpoints, tooMany } from './save-endpoint.rules.ts'
import { endWaiting, loadSaveFacts, writeEndpoint } from './stored-endpoint.ts'

export interface SaveWebhookEndpointInput extends EndpointInput, RepeatableInput {
  id?: string | null | undefined
  after?: string | null | undefined
  expectedVersion?: number | null | undefined
}

type SaveProblem = Problem<WebhookErrorCode<'saveWebhookEndpoint'>>

interface Saved {
  viewer: Viewer
  endpoint: Endpoint
  /** Of a new endpoint. */
  secret: string | null
  secretId: string | null
}

export type SaveWebhookEndpointResult = { problems: SaveProblem[] } | Saved

/** Creates an endpoint, or changes one. Login: admin. */
export async function saveWebhookEndpoint(
  context: RequestContext,
  input: SaveWebhookEndpointInput,
): Promise<SaveWebhookEndpointResult> {
  const { tokenHash } = requireCredentials(context)
  const { idempotencyKey: _key, dryRun: _dryRun, ...requested } = input
  const keyed = keyedRequest(tokenHash, input, 'saveWebhookEndpoint', requested)
  await requireAdmin(context)
  checkTexts(input)
  await context.services.feedCursors.load()
  // A new endpoint begins at the end of the feed, and not before what was just committed.
  await context.services.feedRelay.catchUp()
  const request = { context, input, keyed }
  const result = await retry(() => changeConfiguration(context.services.database, (db) => attempt(request, db)))
  return recordOutcome(context, input, result)
}

interface SaveRequest {
  context: RequestContext
  input: SaveWebhookEndpointInput
  keyed: KeyedRequest | null
}

const maximumDescription = 500

/** Throws BAD_USER_INPUT for texts that cannot be stored. */
function checkTexts({ description, filter }: EndpointInput): void {
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

/** The first answer if the request was sent before. Otherwise saves the endpoint. */
async function attempt(request: SaveRequest, db: Transaction): Promise<SaveWebhookEndpointResult> {
  const { context, keyed } = request
  const { viewer, storedKey } = await requireAdminNow(context, keyed, db)
  const first = await firstAnswer<StoredEndpoint, SaveProblem['code']>(db, keyed, storedKey)
  if (first) return 'problems' in first ? first : repeat(db, viewer, first.answer)
  const result = await phase(context.telemetry, 'write', () => save(request, db, viewer))
  if ('problems' in result) return storeProblems(db, keyed, result.problems)
  await storeAnswer(db, keyed, { id: result.endpoint.id, secretId: result.secretId })
  return result
}

async function save(
  { context, input }: SaveRequest,
  db: Transaction,
  viewer: Viewer,
): Promise<SaveWebhookEndpointResult> {
  const stored = input.id == null ? null : await lockEndpoint(db, endpointIdOf(input.id))
  if (input.id != null && !stored) return { problems: [unknownEndpoint] }
  requireVersion(stored, input.expectedVersion)
  const { feedCursors, webhooks } = context.services
  const facts = await loadSaveFacts(db, input, stored, webhooks.policy)
  const { values, problems } = decideEndpoint(input, facts)
  const position = await positionOf(db, feedCursors, input, stored, values.state)
  if (!position) problems.push(expired(input))
  if (!stored && facts.total >= maximumEndpoints) problems.push(tooMany)
  if (!position || problems.length > 0) return { problems }

  const moved = stored && input.after != null ? [moveChange(feedCursors, stored, position)] : []
  const changes = [...changesOf(stored, values), ...moved]
  const health = stored?.state === values.state ? stored : { failures: 0, failingSince: null }
  const { failures, failingSince } = health
  const placed = { position: position.position, positionCaseId: position.caseId, positionVersion: position.version }
  const version = (stored?.version ?? 0) + 1
  const endpoint: Endpoint = { id: stored?.id ?? 0, ...values, ...placed, failures, failingSince, version }
  const unchanged = { viewer, secret: null, secretId: null }
  if (stored && changes.length === 0) return { ...unchanged, endpoint: stored }
  if (input.dryRun) return { ...unchanged, endpoint }

  endpoint.id = await writeEndpoint(db, endpoint)
  if (moved.length > 0) await endWaiting(db, endpoint)
  const added = stored ? null : await addSecret(db, endpoint.id)
  const audited = { action: 'WEBHOOK_ENDPOINT_SAVED', target: endpointTarget(endpoint.id), changes } as const
  await writeAudit(db, viewer, [audited])
  const secret = { secret: added?.secret ?? null, secretId: added?.id ?? null }
  return { viewer, endpoint, ...secret }
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
  { after }: SaveWebhookEndpointInput,
  stored: Endpoint | null,
  state: Endpoint['state'],
): Promise<FeedPosition | null> {
  const goesOn = stored && after == null
  // An endpoint that goes on as before continues with what is kept.
  if (goesOn && isEnabled(stored.state) === isEnabled(state)) return feedPosition(stored)
  try {
    const wanted = goesOn ? feedPosition(stored) : await cursors.positionAfter(after ?? 'latest', db)
    await readFeed(db, wanted, 0)
    return wanted
  } catch (error) {
    if (isCursorExpired(error)) return null
    throw error
  }
}

function moveChange(cursors: FeedCursors, stored: Endpoint, position: FeedPosition) {
  return { path: ['cursor'], from: cursors.format(feedPosition(stored)), to: cursors.format(position) }
}

function expired({ after }: SaveWebhookEndpointInput): SaveProblem {
  const kept = 'are no longer kept. Send after with a cursor of the event feed, or "latest".'
  return after == null
    ? { code: 'cursorExpired', message: `The events that the endpoint has missed ${kept}`, path: ['enabled'] }
    : { code: 'cursorExpired', message: `The events after this cursor ${kept}`, path: ['after'] }
}

/** What is stored of an answer with an idempotency key. */
interface StoredEndpoint {
  id: number
  secretId: string | null
}

/** The endpoint now, with the secret of the first answer if it is still valid. */
async function repeat(
  db: Transaction,
  viewer: Viewer,
  { id, secretId }: StoredEndpoint,
): Promise<SaveWebhookEndpointResult> {
  const endpoint = await findEndpoint(db, id)
  if (!endpoint) {
    const message = 'The endpoint that the first request with this idempotencyKey saved was removed. Use another key.'
    throw new RequestError('CONFLICT', message)
  }
  const secret = (await db.loadAll(secretsOfEndpoint, id)).find((each) => each.id === secretId)
  return { viewer, endpoint, secret: secret ? secretText(Buffer.from(secret.key, 'base64')) : null, secretId }
}
