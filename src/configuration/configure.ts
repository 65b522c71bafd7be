import { requireAdmin } from '../auth/authenticate.ts'
import { requireAdminLogin } from '../auth/login.errors.ts'
import { requireCredentials, requireViewer, type Viewer, viewerColumns, viewerSelect } from '../auth/viewer.ts'
import {
  answerOnce,
  type Attempted,
  type Steps,
  type StoredKey,
  storedKeyColumn,
  storedKeySelect,
} from '../cases/change/answer-once.ts'
import { noteResult } from '../cases/change/case-answer.ts'
import { type KeyedRequest, keyedRequest } from '../cases/change/keyed-request.ts'
import type { RequestContext } from '../context.ts'
import type { Transaction } from '../database/database.ts'
import { retry } from '../database/retry.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { InternalError } from '../errors/internal-error.ts'
import { invalidInput, RequestError } from '../errors/request-error.ts'
import { phase } from '../observability/telemetry.ts'
import type { ConfigureErrorCode } from './configure.errors.ts'
import { type ConfigurationChange, type Configured, type ConfigureResult, encode, repeat } from './configure-result.ts'
import { impactsOf } from './plan/impact.ts'
import { judgeItems } from './plan/judge-items.ts'
import { changeConfiguration } from './lock-configuration.ts'
import { reported } from './items/problems.rules.ts'
import { countItems, type SentItems, withoutAbsent } from './items/read-items.ts'
import { type Change, shown } from './plan/changes.ts'
import { changesOf, isChanged, writePlan } from './plan/write-plan.ts'

export interface ConfigureInput extends SentItems {
  /** Empty: no revision is expected, so that nothing is written. */
  expectedRevisions?: readonly string[] | null | undefined
  idempotencyKey?: string | null | undefined
  dryRun?: boolean | null | undefined
}

const maximumItems = 1_000

/**
 * Creates and changes parts of the configuration in one transaction, or reports every problem and writes nothing. Throws
 * PRECONDITION_FAILED if the configuration has another revision, or an item another version, than the caller saw, and CONFLICT
 * for an idempotency key of another request.
 */
export async function configure(context: RequestContext, input: ConfigureInput): Promise<ConfigureResult> {
  const { tokenHash } = requireCredentials(context)
  const { idempotencyKey: _key, dryRun, expectedRevisions = null, ...sent } = input
  const requested = () => ({ ...withoutAbsent(sent), ...(expectedRevisions && { expectedRevisions }) })
  const keyed = keyedRequest(tokenHash, input, 'configure', requested)
  await requireAdmin(context)
  const count = countItems(sent)
  if (count > maximumItems) {
    throw invalidInput([{ message: `The input has ${count} items. At most ${maximumItems} are allowed.`, path: [] }])
  }
  const { database } = context.services
  const request = { context, sent, keyed, expectedRevisions, isDryRun: dryRun === true }
  const steps: Steps<ConfigureRequest, Transaction, AdminFacts, Configured, ConfigureErrorCode> = {
    load: requireAdminNow,
    attempt,
    repeat,
    encode,
  }
  const result = await retry(() => changeConfiguration(database, (db) => answerOnce(request, db, steps)))
  return noteResult(context, input, result)
}

interface ConfigureRequest {
  context: RequestContext
  sent: SentItems
  keyed: KeyedRequest | null
  expectedRevisions: readonly string[] | null
  isDryRun: boolean
}

async function attempt(
  { context, sent, expectedRevisions, isDryRun }: ConfigureRequest,
  transaction: Transaction,
  { viewer }: AdminFacts,
): Promise<Attempted<Configured, ConfigureErrorCode>> {
  const { telemetry } = context
  requireRevision(viewer.revision, expectedRevisions)

  const catalogue = await context.services.catalogue.at(viewer.revision, transaction)
  const { plan, problems } = await phase(telemetry, 'load', () => judgeItems(transaction, catalogue, sent))
  if (problems.found.length > 0) return { problems: reported(problems) }
  const planned = changesOf(plan, true)
  const impacts = await impactsOf(transaction, plan, planned.changes)
  // A new person has no ID before it is written.
  const changes = (events?: ReadonlyMap<object, number>) =>
    plan.planned.map(({ item, entity }) => ({
      ...changeOf(planned.changes.get(entity)),
      path: item.path.map(String),
      version: entity.version,
      impact: impacts.get(entity) ?? [],
      event: events?.get(entity) ?? null,
    }))
  if (isDryRun) return { answer: { viewer, changes: changes(), revision: null } }
  return phase(telemetry, 'write', async () => {
    const events = await writePlan(transaction, viewer, plan, planned)
    return { answer: { viewer, changes: changes(events), revision: await currentRevision(transaction) } }
  })
}

const adminFacts = statement(
  `
select ${viewerSelect}, ${storedKeySelect}
from (select $1::text as token_hash, $2::text as idempotency_key) k
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`,
  { viewer: viewerColumns, storedKey: storedKeyColumn },
)

interface AdminFacts {
  viewer: Viewer
  storedKey: StoredKey | null
}

/** The caller as the transaction sees it, because the caller may have lost the permission while waiting for the lock. */
async function requireAdminNow({ context, keyed }: ConfigureRequest, transaction: Queryable): Promise<AdminFacts> {
  const { tokenHash } = requireCredentials(context)
  const [found] = await transaction.run(adminFacts, [tokenHash, keyed?.key ?? null])
  const facts = requireViewer(context, found)
  requireAdminLogin(facts.viewer)
  return facts
}

const selectRevision = statement('select revision from catalogue_revision', { revision: 'uuid' })

/** The revision of the configuration with what the transaction has written. */
async function currentRevision(transaction: Queryable): Promise<string> {
  const [row] = await transaction.run(selectRevision)
  if (!row) throw new InternalError('catalogue_revision has no row.')
  return row.revision
}

/** The lock of the configuration keeps the revision as it is until the transaction ends. */
function requireRevision(current: string, expected: readonly string[] | null): void {
  if (expected === null || expected.includes(current)) return
  const message = `The configuration has revision ${current}, which is not an expected revision. Nothing was written.`
  throw new RequestError('PRECONDITION_FAILED', message, { details: { currentRevision: current } })
}

function changeOf(change: Change | undefined): Pick<ConfigurationChange, 'changes' | 'kind'> {
  if (!change || !isChanged(change)) return { kind: 'UNCHANGED', changes: [] }
  return { kind: change.isNew ? 'CREATED' : 'UPDATED', changes: change.differences.map(shown) }
}
