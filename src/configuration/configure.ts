import { requireAdmin } from '../auth/require-admin.ts'
import { requireCredentials } from '../auth/viewer.ts'
import { answerOnce } from '../cases/change/answer-once.ts'
import { firstOutcome, type KeyedRequest, keyedRequest, nullIfKeyTaken } from '../cases/change/idempotency.ts'
import type { RequestContext } from '../context.ts'
import type { Transaction } from '../database/database.ts'
import { repeatAfterConflict } from '../database/unavailable.ts'
import { invalidInput } from '../errors.ts'
import { phase } from '../observability/telemetry.ts'
import { auditPlan, isChanged } from './write/audit-plan.ts'
import { requireAdminNow } from './configure-facts.ts'
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
  idempotencyKey?: string | null | undefined
  dryRun?: boolean | null | undefined
}

const maximumItems = 1_000

/**
 * Creates and changes parts of the configuration in one transaction, or reports every problem and writes nothing. Throws
 * PRECONDITION_FAILED if an item has another version than the caller saw, and CONFLICT for an idempotency key of another
 * request.
 */
export async function configure(context: RequestContext, input: ConfigureInput): Promise<ConfigureResult> {
  const { tokenHash } = requireCredentials(context)
  const { idempotencyKey: _key, dryRun, ...sent } = input
  const keyed = keyedRequest(tokenHash, input, 'configure', withoutAbsent(sent))
  await requireAdmin(context)
  const count = countItems(sent)
  if (count > maximumItems) {
    throw invalidInput([{ message: `The input has ${count} items. At most ${maximumItems} are allowed.`, path: [] }])
  }
  const { database } = context.services
  const change = () =>
    changeConfiguration(database, (transaction) => attempt(context, transaction, sent, keyed, !!dryRun))
  return answerOnce(context, input, () => inTurn(database, () => repeatAfterConflict(change)).catch(nullIfKeyTaken))
}

async function attempt(
  context: RequestContext,
  transaction: Transaction,
  sent: SentItems,
  keyed: KeyedRequest | null,
  isDryRun: boolean,
): Promise<ConfigureResult> {
  const { telemetry } = context
  // Again, because the caller may have lost the permission while waiting for the lock.
  const facts = await requireAdminNow(context, transaction, keyed)
  const { viewer } = facts
  const first = await firstOutcome(transaction, keyed, facts)
  if (keyed && first) return repeatAnswer(transaction, keyed, first, viewer)

  const { plan, stored, problems } = await phase(telemetry, 'load', () => judgeItems(transaction, sent))
  if (problems.found.length > 0) {
    return storeAnswer(transaction, keyed, { problems: reported(problems) }, [])
  }
  const impacts = await impactsOf(transaction, plan.planned, stored)
  const result = () => ({ viewer, changes: plan.planned.map((each) => changeOf(each, impacts.get(each) ?? [])) })
  if (isDryRun) return result()
  return phase(telemetry, 'write', async () => {
    await writePlan(transaction.forkEntityManager(), plan)
    const events = await auditPlan(transaction, viewer, plan)
    return storeAnswer(transaction, keyed, result(), [...events.values()])
  })
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
