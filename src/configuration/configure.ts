import { requireAdmin } from '../auth/require-admin.ts'
import { requireCredentials } from '../auth/viewer.ts'
import { answerOnce } from '../cases/change/answer-once.ts'
import { firstOutcome, type KeyedRequest, keyedRequest } from '../cases/change/idempotency.ts'
import { nullIfKeyTaken } from '../cases/change/store-outcome.ts'
import type { RequestContext } from '../context.ts'
import type { Transaction } from '../database/database.ts'
import { repeatAfterConflict } from '../database/unavailable.ts'
import { invalidInput, RequestError } from '../errors.ts'
import { phase } from '../observability/telemetry.ts'
import { auditPlan, isChanged } from './write/audit-plan.ts'
import { currentRevision, requireAdminNow } from './configure-facts.ts'
import type { ConfigurationChange, ConfigureResult } from './configure-result.ts'
import type { Impact } from './impact/impact.rules.ts'
import { impactsOf } from './impact/impact.ts'
import { judgeItems } from './plan/judge-items.ts'
import { changeConfiguration, inTurn } from './lock-configuration.ts'
import type { Planned } from './plan/plan-items.ts'
import { reported } from './items/problems.rules.ts'
import { countItems, type SentItems, withoutAbsent } from './items/read-items.ts'
import { shown } from './write/show-change.ts'
import { repeatAnswer, storeAnswer } from './stored-answer.ts'
import { writePlan } from './write/write-plan.ts'

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
  const request = { sent, keyed, expectedRevisions, isDryRun: dryRun === true }
  const change = () => changeConfiguration(database, (transaction) => attempt(context, transaction, request))
  return answerOnce(context, input, () => inTurn(database, () => repeatAfterConflict(change)).catch(nullIfKeyTaken))
}

interface Request {
  sent: SentItems
  keyed: KeyedRequest | null
  expectedRevisions: readonly string[] | null
  isDryRun: boolean
}

async function attempt(context: RequestContext, transaction: Transaction, request: Request): Promise<ConfigureResult> {
  const { telemetry } = context
  const { sent, keyed, expectedRevisions, isDryRun } = request
  // Again, because the caller may have lost the permission while waiting for the lock.
  const facts = await requireAdminNow(context, transaction, keyed)
  const { viewer } = facts
  const first = await firstOutcome(transaction, keyed, facts)
  if (keyed && first) return repeatAnswer(transaction, keyed, first, viewer)
  requireRevision(viewer.revision, expectedRevisions)

  const { plan, stored, problems } = await phase(telemetry, 'load', () => judgeItems(transaction, sent))
  if (problems.found.length > 0) {
    return storeAnswer(transaction, keyed, { problems: reported(problems) }, [])
  }
  const impacts = await impactsOf(transaction, plan.planned, stored)
  // A new person has no ID before it is written.
  const changes = () => plan.planned.map((each) => changeOf(each, impacts.get(each) ?? []))
  if (isDryRun) return { viewer, changes: changes(), revision: null }
  return phase(telemetry, 'write', async () => {
    await writePlan(transaction.forkEntityManager(), plan)
    const events = await auditPlan(transaction, viewer, plan)
    const revision = await currentRevision(transaction)
    return storeAnswer(transaction, keyed, { viewer, changes: changes(), revision }, [...events.values()])
  })
}

/** The lock of the configuration keeps the revision as it is until the transaction ends. */
function requireRevision(current: string, expected: readonly string[] | null): void {
  if (expected === null || expected.includes(current)) return
  const message = `The configuration has revision ${current}, which is not an expected revision. Nothing was written.`
  throw new RequestError('PRECONDITION_FAILED', message, { details: { currentRevision: current } })
}

function changeOf(planned: Planned, impact: Impact[]): ConfigurationChange {
  const { item, stored, differences } = planned
  return {
    path: item.path.map(String),
    kind: !stored ? 'CREATED' : isChanged(planned) ? 'UPDATED' : 'UNCHANGED',
    version: stored ? stored.version + (isChanged(planned) ? 1 : 0) : 1,
    changes: differences.map(shown),
    impact,
  }
}
